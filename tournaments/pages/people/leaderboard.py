"""The lines of the main leaderboard, that of all competitions, as pages show them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.models import LeaderboardLine, PlayerStanding, RankingTurn
from tournaments.results.leaderboards import CASUAL, BoardKey
from tournaments.results.rating import strength

MAIN, CASUALLY = BoardKey(), BoardKey(kind=CASUAL)


@dataclass(frozen=True)
class LeaderboardRow:
    """One player: place, points, matches played and won, skill."""

    user: User
    rank: int
    points: int
    matches: int
    wins: int
    skill: float


class Weight(NamedTuple):
    """The points of a club, and how many of them came from tables of the site."""

    total: int
    at_tables: int

    @property
    def percent(self) -> int:
        """How much of all was written down by hand, or vouched for."""
        return round(100 * (self.total - self.at_tables) / self.total) if self.total else 0


def weight_of_hand(club_id: int) -> Weight:
    """Add up the points that a club has given."""
    sums = _lines(BoardKey(club_id=club_id)).aggregate(
        total=Sum("points", default=0), at_tables=Sum("table_points", default=0)
    )
    return Weight(**sums)


def main_lines() -> QuerySet[LeaderboardLine]:
    """Return the lines, best first."""
    return _lines().order_by("-points", "user_id").select_related("user__standing")


def rows_of(lines: Iterable[LeaderboardLine]) -> Iterator[LeaderboardRow]:
    """Return some of `main_lines()` with their ranks."""
    rank_of = ranks(_lines())
    return (_row(line, rank_of[line.points]) for line in lines)


def leaders(number: int) -> list[LeaderboardRow]:
    """Return the first lines."""
    rank_of: dict[int, int] = {}
    lines = main_lines()[:number]
    for place, line in enumerate(lines, start=1):
        rank_of.setdefault(line.points, place)
    return [_row(line, rank_of[line.points]) for line in lines]


def ranks(rows: "QuerySet[Any]", by: str = "points") -> dict[int, int]:
    """Return the rank that so many points give among rows with points: 1 2 3 3 5.

    An index holds all that is read, and few numbers of points differ.
    """
    equal = rows.order_by(f"-{by}").values(by).annotate(number=Count("pk"))
    found, rank = {}, 1
    for points, number in equal.values_list(by, "number"):
        found[points] = rank
        rank += number
    return found


def with_lines(users: QuerySet[User]) -> QuerySet[User]:
    """Fetch along what `line_of` tells, `casual_points`, and whether ratings are replayed."""
    own, casual = (_lines(key).filter(user=OuterRef("pk")) for key in (MAIN, CASUALLY))
    ahead = _lines().filter(points__gt=OuterRef("line_points")).order_by()
    number = ahead.annotate(all=Value(1)).values("all").annotate(number=Count("pk"))
    return users.select_related("standing").annotate(
        line_points=Subquery(own.values("points")),
        line_matches=Subquery(own.values("matches")),
        line_wins=Subquery(own.values("wins")),
        ahead=Coalesce(Subquery(number.values("number")), 0),
        casual_points=Subquery(casual.values("points")),
        replays=Exists(RankingTurn.objects.filter(replay_at__isnull=False)),
    )


def line_of(user: Any) -> LeaderboardRow | None:
    """Return the line of a player of `with_lines`; None before their first competition match."""
    if user.line_points is None:
        return None
    figures = user.line_points, user.line_matches, user.line_wins
    return LeaderboardRow(user, user.ahead + 1, *figures, skill_of(user))


def total_points(user: User) -> int:
    """Return what a player of `with_lines` has in all, casual tables included."""
    standing: PlayerStanding | None = getattr(user, "standing", None)
    return 0 if standing is None else standing.points


def skill_of(user: User) -> float:
    """Return the figure that orders players by skill."""
    standing: PlayerStanding = user.standing
    return strength((standing.mu, standing.sigma))


def _lines(key: BoardKey = MAIN) -> QuerySet[LeaderboardLine]:
    return LeaderboardLine.objects.filter(board__key=str(key))


def _row(line: LeaderboardLine, rank: int) -> LeaderboardRow:
    return LeaderboardRow(
        line.user, rank, line.points, line.matches, line.wins, skill_of(line.user)
    )
