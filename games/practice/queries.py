"""View models of practice: the day, and all that was earned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Sum
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR

from accounts.models import User
from games.models import Deed
from games.practice.labels import achievement_words, level_name, quest_words
from games.practice.progress import (
    ACHIEVEMENTS,
    DAY,
    WEEK,
    Level,
    Streak,
    level_of,
    longest_streak,
    quests_of,
    streak_of,
    total_facts,
)
from games.practice.services import QUEST_POINTS, local_day

LONGEST: Final = 1100
"""Days to read for a streak."""


@dataclass(frozen=True)
class Disc:
    """One day of the week as a disc: `state` is "on", "kept" (forgiven), "now" or ""."""

    letter: str
    name: str
    state: str


@dataclass(frozen=True)
class QuestView:
    """A quest of the day and how far it is."""

    words: str
    done: int
    goal: int
    points: int = QUEST_POINTS

    @property
    def is_done(self) -> bool:
        return self.done >= self.goal


@dataclass(frozen=True)
class PracticeDay:
    """A person's practice as the home page shows it."""

    level: Level
    name: str
    next_name: str
    streak: Streak
    week: Sequence[Disc]
    quests: Sequence[QuestView]

    @property
    def left(self) -> int:
        """The points that the next level needs."""
        return self.level.next - self.level.points if self.level.next else 0


@dataclass(frozen=True)
class Medal:
    """One achievement, earned or not."""

    name: str
    how: str
    emblem: str
    ground: str
    done: int
    goal: int

    @property
    def is_earned(self) -> bool:
        return self.done >= self.goal


def practice_of(user: User, now: datetime) -> PracticeDay:
    """Return level, streak and quests of a person's day, in two queries."""
    today = local_day(user, now)
    deeds = Deed.objects.filter(user=user)
    by_day = dict(deeds.order_by().values_list("day").annotate(points=Sum("points")))
    level = level_of(sum(by_day.values()))
    days = set(by_day)
    streak = streak_of(days, today)
    facts = total_facts(list(deeds.filter(day=today).values_list("facts", flat=True)))
    return PracticeDay(
        level=level,
        name=level_name(level.number),
        next_name=level_name(level.number + 1) if level.next else "",
        streak=streak,
        week=_week(days, streak, today),
        quests=[
            QuestView(quest_words(quest.code), min(facts[quest.fact], quest.goal), quest.goal)
            for quest in quests_of(today)
        ],
    )


def _days(user: User) -> Sequence[date]:
    rows = Deed.objects.filter(user=user).order_by("-day")
    return list(rows.values_list("day", flat=True).distinct()[:LONGEST])


def _week(days: set[date], streak: Streak, today: date) -> Sequence[Disc]:
    monday = today - timedelta(days=today.weekday())

    def state(day: date) -> str:
        if day in days:
            return "on"
        if day in streak.forgiven:
            return "kept"
        return "now" if day == today else ""

    return [
        Disc(
            str(WEEKDAYS_ABBR[number])[:1].upper(),
            str(WEEKDAYS[number]),
            state(monday + number * DAY),
        )
        for number in range(WEEK)
    ]


def medals_of(user: User) -> Sequence[Medal]:
    """Return all achievements with a person's progress, in their order."""
    total = total_facts(list(Deed.objects.filter(user=user).values_list("facts", flat=True)))
    total["streak"] = longest_streak(set(_days(user)))
    return [
        Medal(
            *achievement_words(one.code),
            one.emblem,
            one.ground,
            min(total[one.fact], one.goal),
            one.goal,
        )
        for one in ACHIEVEMENTS
    ]
