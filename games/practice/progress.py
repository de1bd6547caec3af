"""Level, streak, quests of the day and achievements: pure functions of deeds."""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

DAY: Final = timedelta(days=1)
WEEK: Final = 7
LEVELS: Final = (0, 30, 100, 250, 500, 900, 1500, 2500, 4000, 6500)
"""The practice points from which each level counts."""


class Level(NamedTuple):
    """A level, counted from 1; `next` is None at the last one."""

    number: int
    since: int
    next: int | None
    points: int

    @property
    def percent(self) -> int:
        """The part of the way to the next level, in percent."""
        if self.next is None:
            return 100
        return 100 * (self.points - self.since) // (self.next - self.since)


def level_of(points: int) -> Level:
    """Return the level for a number of practice points."""
    number = bisect_right(LEVELS, points)
    following = LEVELS[number] if number < len(LEVELS) else None
    return Level(number, LEVELS[number - 1], following, points)


class Streak(NamedTuple):
    """Days in a row with a deed; `today` is whether today has one already."""

    days: int
    today: bool
    forgiven: frozenset[date] = frozenset()


def streak_of(days: Collection[date], today: date) -> Streak:
    """Count the days in a row up to today, or to yesterday while today has none.

    One missing day in seven is forgiven: it keeps the streak and does not count.
    """
    has_today = today in days
    day = today if has_today else today - DAY
    count, forgiven = 0, list[date]()
    while True:
        if day in days:
            count += 1
        elif day - DAY in days and not (forgiven and (forgiven[-1] - day).days < WEEK):
            forgiven.append(day)
        else:
            return Streak(count, has_today, frozenset(forgiven) if count else frozenset())
        day -= DAY


@dataclass(frozen=True)
class Quest:
    """A task for a day: do something `goal` times."""

    code: str
    fact: str
    goal: int


SKILL: Final = (
    Quest("envido-30", "envido_30", 1),
    Quest("two-trucos", "trucos_won", 2),
    Quest("three-envidos", "envidos_won", 3),
    Quest("two-puzzles", "puzzles_right", 2),
    Quest("a-lesson", "lessons", 1),
)
DARING: Final = (
    Quest("real-refused", "real_refused", 1),
    Quest("bluff", "bluffs", 1),
    Quest("retruco", "retrucos_won", 1),
    Quest("falta", "faltas_won", 1),
)
COMPANY: Final = (
    Quest("four", "fours", 1),
    Quest("people", "people", 1),
    Quest("tour", "tour_won", 1),
    Quest("two-games", "games", 2),
)
KINDS: Final = (SKILL, DARING, COMPANY)
QUESTS: Final[Mapping[str, Quest]] = {quest.code: quest for kind in KINDS for quest in kind}


def quests_of(day: date) -> Sequence[Quest]:
    """Return the quests of a day, the same for everybody: of skill, of daring, of company."""
    rng = random.Random(day.isoformat())
    return [rng.choice(kind) for kind in KINDS]


@dataclass(frozen=True)
class Achievement:
    """An achievement: a fact, how often it must have happened, and the parts of its drawing."""

    code: str
    fact: str
    goal: int
    emblem: str
    ground: str


ACHIEVEMENTS: Final = (
    Achievement("first-game", "games", 1, "card", "green"),
    Achievement("fifty-games", "games", 50, "card", "blue"),
    Achievement("many-games", "games", 250, "card", "gold"),
    Achievement("first-win", "won", 1, "cup", "green"),
    Achievement("twenty-wins", "won", 20, "cup", "blue"),
    Achievement("hundred-wins", "won", 100, "cup", "gold"),
    Achievement("ten-envidos", "envidos_won", 10, "coin", "green"),
    Achievement("many-envidos", "envidos_won", 150, "coin", "gold"),
    Achievement("thirty", "envido_30", 10, "coin", "blue"),
    Achievement("ten-trucos", "trucos_won", 10, "sword", "green"),
    Achievement("many-trucos", "trucos_won", 150, "sword", "gold"),
    Achievement("retrucos", "retrucos_won", 10, "sword", "blue"),
    Achievement("vale-cuatro", "vale4_won", 1, "sword", "red"),
    Achievement("first-bluff", "bluffs", 1, "mask", "green"),
    Achievement("thirty-bluffs", "bluffs", 30, "mask", "gold"),
    Achievement("real-refused", "real_refused", 5, "mask", "blue"),
    Achievement("falta", "faltas_won", 5, "club", "red"),
    Achievement("flowers", "flores", 10, "flower", "green"),
    Achievement("garden", "flores", 60, "flower", "gold"),
    Achievement("comeback", "comebacks", 1, "arrow", "green"),
    Achievement("comebacks", "comebacks", 10, "arrow", "gold"),
    Achievement("partners", "fours", 10, "pair", "blue"),
    Achievement("company", "people", 10, "pair", "green"),
    Achievement("first-lesson", "lessons", 1, "book", "green"),
    Achievement("whole-course", "lessons", 10, "book", "blue"),
    Achievement("all-courses", "lessons", 40, "book", "gold"),
    Achievement("puzzles", "puzzles_right", 10, "lamp", "green"),
    Achievement("many-puzzles", "puzzles_right", 200, "lamp", "gold"),
    Achievement("first-bar", "bars", 1, "road", "green"),
    Achievement("two-shores", "bars", 8, "road", "blue"),
    Achievement("whole-tour", "bars", 17, "road", "gold"),
    Achievement("week", "streak", 7, "flame", "green"),
    Achievement("month", "streak", 30, "flame", "blue"),
    Achievement("hundred-days", "streak", 100, "flame", "gold"),
    Achievement("quests", "quests", 10, "star", "green"),
    Achievement("many-quests", "quests", 100, "star", "gold"),
)


def longest_streak(days: Collection[date]) -> int:
    """Return the longest streak that ever was."""
    return max((streak_of(days, day).days for day in days if day + DAY not in days), default=0)


def total_facts(rows: Sequence[Mapping[str, int]]) -> Counter[str]:
    """Add up the facts of deeds."""
    total: Counter[str] = Counter()
    for facts in rows:
        total.update(facts)
    return total
