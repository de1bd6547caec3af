"""Levels and achievements: pure functions of what competitive matches brought, stored nowhere."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

LEVELS: Final = (0, 20, 100, 250, 500, 1000, 2000, 4000)
"""The points of the ledger from which on each level counts."""


class Deeds(NamedTuple):
    """What a player has done in competitive matches, all families together."""

    points: int = 0
    matches: int = 0
    wins: int = 0
    best_streak: int = 0
    comeback: int = 0
    envidos_won: int = 0
    trucos_won: int = 0
    flores: int = 0
    titles: int = 0


GOALS: Final = (
    ("wins", 1),
    ("matches", 50),
    ("best_streak", 5),
    ("comeback", 10),
    ("envidos_won", 100),
    ("trucos_won", 100),
    ("flores", 25),
    ("titles", 1),
)
"""The eight achievements: a deed, and how much of it earns one."""


class Level(NamedTuple):
    """A level, counted from 1, with the points it began at and those the next one begins at."""

    number: int
    since: int
    next: int | None


class Achievement(NamedTuple):
    """How far a player has come with one deed."""

    deed: str
    reached: int
    goal: int

    @property
    def is_earned(self) -> bool:
        """Whether it is theirs."""
        return self.reached >= self.goal


def level_of(points: int) -> Level:
    """Return the level that so many points give."""
    number = max(1, bisect_right(LEVELS, points))
    return Level(number, LEVELS[number - 1], LEVELS[number] if number < len(LEVELS) else None)


def achievements_of(deeds: Deeds) -> Sequence[Achievement]:
    """Return all eight, earned or not, in their order."""
    return [Achievement(deed, min(getattr(deeds, deed), goal), goal) for deed, goal in GOALS]
