"""The draw for the dealer (R-D1), as the first hand and the record tell it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from accounts.values.looked_up import gettext as _
from games.board.names import Names
from games.board.words import card_name
from games.engine import Card, DealerDraw


class Drawn(NamedTuple):
    """Each seat's card, the last where some drew again, and the whole draw in one line."""

    cards: Mapping[int, str]
    words: str


def drawn(draw: DealerDraw, names: Names) -> Drawn:
    """Tell a draw: `Sorteo: Ana doce de copas, Luis cuatro de oros. Reparte: Ana. Mano: Luis`"""
    last = {seat: card for each in draw.rounds for seat, card in each.items()}
    return Drawn({seat: card_name(card) for seat, card in last.items()}, _told(draw, names))


def _told(draw: DealerDraw, names: Names) -> str:
    rounds = [", ".join(_each(each, names)) for each in draw.rounds]
    return _("Sorteo: %(cards)s. Reparte: %(dealer)s. Mano: %(mano)s") % {
        "cards": _("; de nuevo: ").join(rounds),
        "dealer": names.plate(draw.dealer),
        "mano": names.plate(draw.mano),
    }


def _each(drawn_cards: Mapping[int, Card], names: Names) -> Iterator[str]:
    for seat, card in drawn_cards.items():
        yield f"{names.plate(seat)} {card_name(card)}"
