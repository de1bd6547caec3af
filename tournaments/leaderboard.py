"""The lines of the leaderboard as pages show them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from accounts.models import User
from tournaments.models import PlayerStanding
from tournaments.ranking.rating import strength


@dataclass(frozen=True)
class Line:
    """One player: place, points, matches played and won, skill."""

    user: User
    rank: int
    points: int
    matches: int
    wins: int
    skill: float


def lines(standings: Iterable[PlayerStanding]) -> Iterator[Line]:
    """Return standings of `PlayerStanding.objects.leaderboard()` as lines."""
    for row in standings:
        rank: int = row.rank  # type: ignore[attr-defined]  # annotated
        skill = strength((row.mu, row.sigma))
        yield Line(row.user, rank, row.points, row.matches, row.wins, skill)


def line_of(user: User) -> Line | None:
    """Return one player's line; None before their first match."""
    row = PlayerStanding.objects.filter(user=user).first()
    if row is None:
        return None
    rank = PlayerStanding.objects.filter(points__gt=row.points).count() + 1
    skill = strength((row.mu, row.sigma))
    return Line(user, rank, row.points, row.matches, row.wins, skill)
