"""The piezas of the muestra and the rank of every card in a trick (R-T1, R-T2)."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from games.engine.cards import DECKS, Card

PIEZAS: Final = (2, 4, 5, 11, 10)
"""Ranks of the muestra's suit that are piezas, high to low."""

_LADDER: Final = (
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
)
COVERED_STRENGTH: Final = 0
"""Face down, or void beneath its cover: below every card (R-V1, R-V2)."""


def acting_rank(card: Card, muestra: Card | None) -> int:
    """The rank a card counts as: the 12 takes the place of a muestra that is a pieza (R-T2)."""
    if muestra is None or card.suit != muestra.suit or card.rank != 12:
        return card.rank
    return muestra.rank if muestra.rank in PIEZAS else card.rank


def pieza(card: Card, muestra: Card | None) -> int | None:
    """The pieza a card is, by its rank; None if it is none."""
    if muestra is None or card.suit != muestra.suit:
        return None
    rank = acting_rank(card, muestra)
    return rank if rank in PIEZAS else None


def _plain_strength(card: Card) -> int:
    name = str(card)
    return next(
        step
        for step, cards in enumerate(reversed(_LADDER), start=COVERED_STRENGTH + 1)
        if name in cards.split()
    )


_PLAIN: Final[Mapping[Card, int]] = {card: _plain_strength(card) for card in DECKS[40]}


@cache
def strengths(muestra: Card | None) -> Mapping[Card, int]:
    """How high each card ranks in a trick; equal numbers tie."""
    return {card: _strength(card, muestra) for card in DECKS[40]}


def _strength(card: Card, muestra: Card | None) -> int:
    rank = pieza(card, muestra)
    if rank is None:
        return _PLAIN[card]
    return len(_LADDER) + len(PIEZAS) - PIEZAS.index(rank)
