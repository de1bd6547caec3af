"""A player's level and achievements, as their page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.models import Competition, PlayerStatistics
from tournaments.results.achievements import (
    Achievement,
    Deeds,
    Level,
    achievements_of,
    level_of,
)
from tournaments.wording import achievements as words


@dataclass(frozen=True)
class Honour:
    """One achievement in words."""

    achievement: Achievement
    name: str
    how: str


@dataclass(frozen=True)
class Honours:
    """Level and achievements."""

    level: Level
    name: str
    points: int
    all: Sequence[Honour]

    @property
    def earned(self) -> int:
        """How many achievements are theirs."""
        return sum(honour.achievement.is_earned for honour in self.all)


def with_titles(users: QuerySet[User]) -> QuerySet[User]:
    """Fetch along how many competitions each has won."""
    own = {"champion__roster__user": OuterRef("pk"), "champion__roster__left_at": None}
    won = Competition.objects.filter(**own).order_by()
    number = won.annotate(all=Value(1)).values("all").annotate(number=Count("pk", distinct=True))
    return users.annotate(titles=Coalesce(Subquery(number.values("number")), 0))


def honours_of(player: User, points: int, sums: PlayerStatistics | None) -> Honours:
    """Tell what a player of `with_titles` has earned; `sums` are of all families together."""
    deeds = deeds_of(player, points, sums)
    level = level_of(deeds.points)
    return Honours(
        level,
        words.level(level.number),
        deeds.points,
        [Honour(one, words.name(one.deed), words.how(one.deed)) for one in achievements_of(deeds)],
    )


def deeds_of(player: User, points: int, sums: PlayerStatistics | None) -> Deeds:
    """Gather what the stored results say of a player; the order of reading does not matter."""
    known = {name: getattr(sums, name) for name in Deeds._fields if hasattr(sums, name)}
    titles: int = player.titles  # type: ignore[attr-defined]  # annotated
    return Deeds(**{**known, "points": points, "titles": titles})
