"""Levels, achievements and streaks: pure functions of competitive matches, not stored."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from tournaments.models import Competition, PlayerStatistics
from tournaments.ranking.titles import played_in

LEVEL_POINTS: Final = (0, 20, 100, 250, 500, 1000, 2000, 4000)
"""The points of the ledger from which on each level counts."""


class Deeds(NamedTuple):
    """A player's totals in competitive matches, all families together."""

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
    """A player's progress towards one achievement."""

    deed: str
    reached: int
    goal: int

    @property
    def is_earned(self) -> bool:
        return self.reached >= self.goal


def level_of(points: int) -> Level:
    """Return the level for a number of points."""
    number = max(1, bisect_right(LEVEL_POINTS, points))
    return Level(
        number,
        LEVEL_POINTS[number - 1],
        LEVEL_POINTS[number] if number < len(LEVEL_POINTS) else None,
    )


def achievements_of(deeds: Deeds) -> Sequence[Achievement]:
    """Return all eight, earned or not, in their order."""
    return [Achievement(deed, min(getattr(deeds, deed), goal), goal) for deed, goal in GOALS]


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return how many of the last matches were won in a row, and the most that ever were."""
    current = best = 0
    for each in won:
        current = current + 1 if each else 0
        best = max(best, current)
    return current, best


LEVEL_NAMES: Final = (
    gettext_noop("Mirón"),
    gettext_noop("Aprendiz"),
    gettext_noop("Parroquiano"),
    gettext_noop("Jugador"),
    gettext_noop("Mañero"),
    gettext_noop("Baqueano"),
    gettext_noop("Maestro"),
    gettext_noop("Ancho de espadas"),
)
NAMES: Final[Mapping[str, str]] = {
    "wins": gettext_noop("Primera victoria"),
    "matches": gettext_noop("Habitué"),
    "best_streak": gettext_noop("En racha"),
    "comeback": gettext_noop("De atrás"),
    "envidos_won": gettext_noop("Cantor de envido"),
    "trucos_won": gettext_noop("Truquero"),
    "flores": gettext_noop("Jardinero"),
    "titles": gettext_noop("Campeón"),
}
DEEDS: Final[Mapping[str, str]] = {
    "wins": gettext_noop("Ganar un partido"),
    "matches": gettext_noop("Jugar 50 partidos"),
    "best_streak": gettext_noop("Ganar 5 partidos seguidos"),
    "comeback": gettext_noop("Ganar tras ir 10 puntos abajo"),
    "envidos_won": gettext_noop("Ganar 100 envidos"),
    "trucos_won": gettext_noop("Ganar 100 trucos"),
    "flores": gettext_noop("Cantar 25 flores"),
    "titles": gettext_noop("Ganar una competencia"),
}


def level_label(number: int) -> str:
    return gettext(LEVEL_NAMES[number - 1])


def achievement_label(deed: str) -> str:
    """Return the name of an achievement."""
    return gettext(NAMES[deed])


def describe_criterion(deed: str) -> str:
    """Return how an achievement is earned."""
    return gettext(DEEDS[deed])


@dataclass(frozen=True)
class Honour:
    """One achievement in words."""

    achievement: Achievement
    name: str
    how: str


@dataclass(frozen=True)
class AchievementsView:
    """A player's level and achievements, as the profile shows them."""

    level: Level
    name: str
    points: int
    all: Sequence[Honour]

    @property
    def earned(self) -> int:
        """Return the number of earned achievements."""
        return sum(honour.achievement.is_earned for honour in self.all)


def with_titles(users: QuerySet[User]) -> QuerySet[User]:
    """Fetch along how many competitions each has won."""
    own = played_in(OuterRef(OuterRef("pk")), "champion")
    won = Competition.objects.filter(own).order_by()
    number = won.annotate(all=Value(1)).values("all").annotate(number=Count("pk"))
    return users.annotate(titles=Coalesce(Subquery(number.values("number")), 0))


def honours_of(player: User, points: int, sums: PlayerStatistics | None) -> AchievementsView:
    """Return the achievements of a player of `with_titles`; `sums` cover all families together."""
    deeds = deeds_of(player, points, sums)
    level = level_of(deeds.points)
    return AchievementsView(
        level,
        level_label(level.number),
        deeds.points,
        [
            Honour(one, achievement_label(one.deed), describe_criterion(one.deed))
            for one in achievements_of(deeds)
        ],
    )


def deeds_of(player: User, points: int, sums: PlayerStatistics | None) -> Deeds:
    """Gather a player's totals from the stored results, in any order."""
    totals = {name: getattr(sums, name) for name in Deeds._fields if hasattr(sums, name)}
    titles: int = player.titles  # type: ignore[attr-defined]  # annotated
    return Deeds(**{**totals, "points": points, "titles": titles})
