"""The lines of the leaderboard as pages show them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.models import PlayerStanding
from tournaments.results.rating import strength


@dataclass(frozen=True)
class LeaderboardRow:
    """One player: place, points, matches played and won, skill."""

    user: User
    rank: int
    points: int
    matches: int
    wins: int
    skill: float


def lines(standings: Iterable[PlayerStanding]) -> Iterator[LeaderboardRow]:
    """Return some standings of `PlayerStanding.objects.leaderboard()` as lines."""
    rank_of = ranks(PlayerStanding.objects.all())
    return (_line(row, rank_of[row.points]) for row in standings)


def leaders(number: int) -> list[LeaderboardRow]:
    """Return the first lines."""
    rows = PlayerStanding.objects.leaderboard().select_related("user")[:number]
    rank_of: dict[int, int] = {}
    for place, row in enumerate(rows, start=1):
        rank_of.setdefault(row.points, place)
    return [_line(row, rank_of[row.points]) for row in rows]


def ranks(rows: "QuerySet[Any]") -> dict[int, int]:
    """Return the rank that so many points give among rows with points: 1 2 3 3 5.

    An index holds all that is read, and few numbers of points differ.
    """
    equal = rows.order_by("-points").values("points").annotate(number=Count("pk"))
    found, rank = {}, 1
    for points, number in equal.values_list("points", "number"):
        found[points] = rank
        rank += number
    return found


def line_of(user: User) -> LeaderboardRow | None:
    """Return one player's line; None before their first match."""
    row: PlayerStanding | None = getattr(user, "standing", None)
    if row is None:
        return None
    known: int | None = getattr(user, "ahead", None)
    ahead = PlayerStanding.objects.filter(points__gt=row.points)
    return _line(row, (ahead.count() if known is None else known) + 1)


def with_lines(users: QuerySet[User]) -> QuerySet[User]:
    """Fetch along what `line_of` tells: it needs no further query then."""
    ahead = PlayerStanding.objects.filter(points__gt=OuterRef("standing__points")).order_by()
    number = ahead.annotate(all=Value(1)).values("all").annotate(number=Count("pk"))
    counted = Coalesce(Subquery(number.values("number")), 0)
    return users.select_related("standing").annotate(ahead=counted)


def _line(row: PlayerStanding, rank: int) -> LeaderboardRow:
    skill = strength((row.mu, row.sigma))
    return LeaderboardRow(row.user, rank, row.points, row.matches, row.wins, skill)
