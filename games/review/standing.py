"""What points are worth at a score: a hand is for the game, and a refusal can lose it."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final

PAYS: Final[Mapping[tuple[int, int], float]] = MappingProxyType(
    {
        (1, 0): 8.8,
        (2, 0): 16.6,
        (3, 0): 16.9,
        (4, 0): 7.2,
        (5, 0): 1.5,
        (6, 0): 1.3,
        (1, 1): 15.5,
        (2, 1): 21.1,
        (3, 1): 1.8,
        (2, 2): 5.8,
        (3, 2): 1.3,
    }
)
"""How often of a hundred a hand pays so much to one side and to the other: counted in 6,000 hands
of the tahúr in `argentino`, in the first half of games. In other families a hand pays more or less,
but they are played to other points, too."""


def worth(target: int, score: tuple[int, int], points: tuple[int, int]) -> float:
    """Return what it is worth for the first side to come from a score to these points.

    It is told in points: 1 is half of what lies between one point more for it and one for the other
    side. Far from the end that is the difference in points; at the end, no more than the game.
    """
    own, theirs = score
    chances = _chances(target)
    more, less = chances[own + 1, theirs], chances[own, theirs + 1]
    return 2 * (chances[points] - chances[score]) / (more - less)


@cache
def _chances(target: int) -> Mapping[tuple[int, int], float]:
    """Return the chance of a leg, 0 to 1, of the first of two equals, by the points of both."""
    chances: dict[tuple[int, int], float] = {}
    for own, theirs in product(range(target, -1, -1), repeat=2):
        if target in (own, theirs):
            chances[own, theirs] = 1.0 if own > theirs else 0.0 if own < theirs else 0.5
            continue
        won = weighed = 0.0
        for (more, less), often in PAYS.items():
            for mine, other in ((more, less), (less, more)):
                after = min(target, own + mine), min(target, theirs + other)
                won += often * chances[after]
                weighed += often
        chances[own, theirs] = won / weighed
    return chances
