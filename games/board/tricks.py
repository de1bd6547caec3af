"""The cards on the table, trick by trick, each with who played it and whether it won."""

from collections.abc import Container
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.names import Names
from games.board.places import position
from games.engine import Card, PlayView, TrickView, View
from games.words import card_name

BACK = "back"
PARDA = "="


@dataclass(frozen=True)
class Picture:
    """A card as the sprite draws it (`n7o`, `back`) and in words."""

    symbol: str
    words: str


@dataclass(frozen=True)
class Laid:
    """A card lying on the table: its picture, and where it lies."""

    picture: Picture
    position: int
    won: bool
    latest: bool


@dataclass(frozen=True)
class Trick:
    """One trick; the current one is the last in which a card lies."""

    cards: tuple[Laid, ...]
    is_current: bool
    tied: bool


def tricks(view: View, names: Names) -> tuple[Trick, ...]:
    """Return the tricks that have been begun."""
    begun = [trick for trick in view.tricks if trick.plays]
    leaders = [*(trick.leader for trick in begun[1:]), view.turn]
    return tuple(
        _trick(trick, names, _winners(trick, leader), is_current=trick is begun[-1])
        for trick, leader in zip(begun, leaders, strict=False)
    )


def _trick(trick: TrickView, names: Names, winners: Container[int], is_current: bool) -> Trick:
    cards = (
        Laid(
            picture=_laid(play, names),
            position=position(play.seat, names),
            won=play.seat in winners,
            latest=is_current and index == len(trick.plays) - 1,
        )
        for index, play in enumerate(trick.plays)
    )
    return Trick(tuple(cards), is_current, trick.winner == PARDA)


def _winners(trick: TrickView, next_leader: int | None) -> Container[int]:
    """Return whose cards won: the seat that leads next (R-T4), else everybody of that team."""
    seats = [play.seat for play in trick.plays if play.seat % 2 == trick.winner]
    return [next_leader] if next_leader in seats else seats


def _laid(play: PlayView, names: Names) -> Picture:
    face = picture(play.card) if play.card else Picture(BACK, _("carta tapada"))
    return Picture(face.symbol, f"{names.seat(play.seat)}: {face.words}")


def picture(card: Card) -> Picture:
    """Return a card face up."""
    return Picture(f"n{card}", card_name(card))
