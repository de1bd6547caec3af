"""The order of the cards, as the sheet at the table shows it: the engine's own tables, drawn."""

from collections.abc import Iterable
from typing import NamedTuple

from games.board.tricks import Picture, picture
from games.engine import Card, Rules, deck_for
from games.engine.ranks import RANKS, SUBSTITUTE


class CardOrder(NamedTuple):
    """High to low; the cards of one line are equal. `piezas` has a row for each suit."""

    piezas: tuple[tuple[str, tuple[Picture, ...]], ...]
    substitutes: tuple[tuple[str, Picture], ...]
    lines: tuple[tuple[Picture, ...], ...]


def card_order(rules: Rules) -> CardOrder:
    """Return the order of the cards at a table; without a muestra there are no piezas."""
    table, deck = RANKS[rules.ranks], {str(card): card for card in deck_for(rules)}
    suits = [line[-1] for line in table.plain[-1].split()] if rules.muestra else []
    lines = (_pictures(deck[name] for name in line.split() if name in deck) for line in table.plain)
    return CardOrder(
        piezas=tuple(
            (suit, _pictures(deck[f"{pieza.rank}{suit}"] for pieza in table.piezas))
            for suit in suits
        ),
        substitutes=tuple((suit, picture(deck[f"{SUBSTITUTE}{suit}"])) for suit in suits),
        lines=tuple(line for line in lines if line),
    )


def _pictures(cards: Iterable[Card]) -> tuple[Picture, ...]:
    return tuple(picture(card) for card in cards)
