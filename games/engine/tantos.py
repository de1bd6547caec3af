"""Tantos: what cards count for the envido, and how the seats declare it (R-E4, R-E6)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.engine.cards import Card
from games.engine.ranks import Ranking
from games.engine.state import Declaration


def _counts(cards: Sequence[Card], ranking: Ranking) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Give every way of counting these cards, with the cards it needs."""
    number, piezas = ranking.number, ranking.piezas
    for card in cards:
        yield (piezas[card].tantos if card in piezas else number[card]), (card,)
    for one, other in combinations(cards, 2):
        if one.suit == other.suit:
            yield 20 + number[one] + number[other], (one, other)
        for card, beside in ((one, other), (other, one)) if piezas else ():
            if card in piezas:
                yield piezas[card].tantos + number[beside], (card, beside)


def count(cards: Sequence[Card], ranking: Ranking) -> tuple[int, tuple[Card, ...]]:
    """R-E4: the highest way of counting; the cards that make it are the proof (R-E7)."""
    return max(_counts(cards, ranking), default=(0, ()))


def value(cards: Sequence[Card], ranking: Ranking) -> int:
    """Return what these cards count for the envido."""
    return count(cards, ranking)[0]


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
