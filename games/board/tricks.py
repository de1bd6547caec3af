"""The cards on the table, trick by trick, each with who played it and whether it won."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.names import Names
from games.board.seats import position
from games.board.words import card_name
from games.engine import Card, PlayView, Ranking, TrickView, View
from games.engine.ranks import COVERED_STRENGTH

BACK = "back"


@dataclass(frozen=True)
class Picture:
    """A card as the sprite draws it (`n7o`, `back`) and in words."""

    symbol: str
    words: str


@dataclass(frozen=True)
class Laid:
    """A card lying on the table: its picture, and where it lies."""

    symbol: str
    position: int
    won: bool
    latest: bool
    is_pieza: bool


@dataclass(frozen=True)
class Trick:
    """One trick, drawn and in words; the current one is the last in which a card lies."""

    cards: tuple[Laid, ...]
    words: str
    is_current: bool
    is_taken: bool = False  # by the latest card


def tricks(view: View, names: Names) -> tuple[Trick, ...]:
    """Return the tricks that have been begun."""
    begun = [trick for trick in view.tricks if trick.plays]
    return tuple(
        _trick(trick, names, view.ranking, is_current=trick is begun[-1]) for trick in begun
    )


def _trick(trick: TrickView, names: Names, ranking: Ranking, *, is_current: bool) -> Trick:
    taker = _taker(trick, ranking.strength)
    cards = (
        Laid(
            symbol=_face(play).symbol,
            position=position(play.seat, names),
            won=play.seat == taker,
            latest=is_current and index == len(trick.plays) - 1,
            is_pieza=play.card in ranking.piezas,
        )
        for index, play in enumerate(trick.plays)
    )
    words = (f"{names.plate(play.seat)}: {_face(play).words}" for play in trick.plays)
    is_taken = is_current and taker is not None
    return Trick(tuple(cards), ", ".join(words), is_current, is_taken)


def _taker(trick: TrickView, strength: Mapping[Card, int]) -> int | None:
    """Return whose card took a trick: the best of the team that won it, the first of equals."""
    plays = [play for play in trick.plays if play.seat % 2 == trick.winner]
    if not plays:
        return None
    return max(plays, key=lambda play: _strength(play, strength)).seat


def _strength(play: PlayView, strength: Mapping[Card, int]) -> int:
    return COVERED_STRENGTH if play.covered or play.card is None else strength[play.card]


def _face(play: PlayView) -> Picture:
    return picture(play.card) if play.card else Picture(BACK, _("carta tapada"))


def picture(card: Card) -> Picture:
    """Return a card face up."""
    return Picture(f"n{card}", card_name(card))
