"""Tantos: what cards count for the envido, and how the seats declare it (R-E4, R-E6)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from games.engine.cards import Card
from games.engine.piezas import acting_rank, pieza
from games.engine.state import Declaration

PIEZA_VALUE: Final[Mapping[int, int]] = {2: 30, 4: 29, 5: 28, 11: 27, 10: 27}


def number(card: Card, muestra: Card | None) -> int:
    """R-E4: figures count nothing, the other cards their number."""
    rank = acting_rank(card, muestra)
    return rank if rank < 10 else 0


def _counts(cards: Sequence[Card], muestra: Card | None) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Every way of counting these cards, with the cards it needs."""
    for card in cards:
        rank = pieza(card, muestra)
        yield (number(card, muestra) if rank is None else PIEZA_VALUE[rank]), (card,)
    for one, other in combinations(cards, 2):
        if one.suit == other.suit:
            yield 20 + number(one, muestra) + number(other, muestra), (one, other)
        for card, beside in ((one, other), (other, one)):
            rank = pieza(card, muestra)
            if rank is not None:
                yield PIEZA_VALUE[rank] + number(beside, muestra), (card, beside)


def proof(cards: Sequence[Card], muestra: Card | None) -> tuple[Card, ...]:
    """The cards that make the envido, which the winner shows (R-E7)."""
    return max(_counts(cards, muestra), default=(0, ()))[1]


def value(cards: Sequence[Card], muestra: Card | None = None) -> int:
    """R-E4: the highest way of counting, which is the one the rule describes."""
    return max((points for points, _ in _counts(cards, muestra)), default=0)


def declare(values: Mapping[int, int]) -> Declaration:
    """R-E6: from mano in order of play, a seat speaks only to beat what was said."""
    spoken: list[tuple[int, int | None]] = []
    best, winner = -1, -1
    for seat, points in values.items():
        if points > best:
            best, winner = points, seat
            spoken.append((seat, points))
        else:
            spoken.append((seat, None))
    return Declaration(tuple(spoken), winner)
