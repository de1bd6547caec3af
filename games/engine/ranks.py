"""The order of the cards in a trick, the piezas, and their values (R-T1, R-T2)."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.cards import CARDS, FIGURES, Card

COVERED_STRENGTH: Final = 0
"""A card face down, or under a cover: below every other card (R-V1, R-V2)."""
SUBSTITUTE: Final = 12
"""The rank that replaces a muestra that is itself a pieza (R-T2)."""


class Pieza(NamedTuple):
    """A rank that is a pieza in the muestra's suit, and what it counts for the envido (R-E4)."""

    rank: int
    tantos: int


class Ranks(NamedTuple):
    """The card order of a family of truco, high to low; the cards of one line are equal."""

    piezas: tuple[Pieza, ...]
    """In the suit of the muestra; they beat all other cards."""
    plain: tuple[str, ...]


RANKS: Final[Mapping[str, Ranks]] = {
    "spanish": Ranks(
        piezas=(Pieza(2, 30), Pieza(4, 29), Pieza(5, 28), Pieza(11, 27), Pieza(10, 27)),
        plain=(
            "1e",
            "1b",
            "7e",
            "7o",
            "3e 3b 3o 3c",
            "2e 2b 2o 2c",
            "1o 1c",
            "12e 12b 12o 12c",
            "11e 11b 11o 11c",
            "10e 10b 10o 10c",
            "7b 7c",
            "6e 6b 6o 6c",
            "5e 5b 5o 5c",
            "4e 4b 4o 4c",
        ),
    ),
}
"""By the `ranks` value of a preset."""


class Ranking(NamedTuple):
    """The rank and value of each card under one muestra."""

    strength: Mapping[Card, int]
    """In a trick; equal numbers tie."""
    number: Mapping[Card, int]
    """R-E4: figures count nothing, the other cards their number."""
    piezas: Mapping[Card, Pieza]
    """The piezas, by card."""


@cache
def ranking(ranks: str, muestra: Card | None) -> Ranking:
    """Rank every card by the table of that name; without a muestra there are no piezas."""
    table = RANKS[ranks]
    known = {pieza.rank: pieza for pieza in table.piezas}
    suit = None if muestra is None else muestra.suit
    acting = {card: _acting_rank(card, muestra, known) for card in CARDS.values()}
    piezas = {
        card: known[rank] for card, rank in acting.items() if card.suit == suit and rank in known
    }
    plain = {
        name: step
        for step, names in enumerate(reversed(table.plain), start=COVERED_STRENGTH + 1)
        for name in names.split()
    }
    above = len(table.plain) + len(table.piezas)
    return Ranking(
        strength={
            card: above - table.piezas.index(piezas[card]) if card in piezas else plain[str(card)]
            for card in acting
        },
        number={card: 0 if rank in FIGURES else rank for card, rank in acting.items()},
        piezas=piezas,
    )


def _acting_rank(card: Card, muestra: Card | None, piezas: Mapping[int, Pieza]) -> int:
    """Return the rank that a card acts as (R-T2).

    The 12 takes the place of a muestra that is a pieza, in every respect.
    """
    if muestra is None or card.suit != muestra.suit or card.rank != SUBSTITUTE:
        return card.rank
    return muestra.rank if muestra.rank in piezas else card.rank
