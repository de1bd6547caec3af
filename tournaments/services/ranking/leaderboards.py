"""Keeping the lines of the leaderboards equal to the sums of the ledger."""

from collections import defaultdict
from collections.abc import Collection
from operator import add
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Leaderboard, LeaderboardLine, Match, PointsEntry
from tournaments.results.leaderboards import BoardKey, boards_of

PLACE = ("month", "club_id", "format", "family", "season")


class Sums(NamedTuple):
    """What the ledger says of a player on a leaderboard."""

    points: int
    matches: int
    wins: int
    table_points: int
    table_matches: int
    table_wins: int


NOTHING = Sums(0, 0, 0, 0, 0, 0)
SUMMED = ("total", "played", "won", "table_total", "table_played", "table_won")
Lines = dict[tuple[BoardKey, int], Sums]
"""By leaderboard and player."""


def board_sums(users: Collection[int], among: Collection[BoardKey] | None = None) -> Lines:
    """Add up the ledger of these players per leaderboard; who played nothing there has no line."""
    sums: Lines = defaultdict(lambda: NOTHING)
    for cell in PointsEntry.objects.filter(user__in=users).in_seasons().summed(*PLACE):
        keys = boards_of(*(cell[name] for name in PLACE))
        more = [cell[name] for name in SUMMED]
        for key in keys if among is None else keys.intersection(among):
            where = key, cell["user_id"]
            sums[where] = Sums(*map(add, sums[where], more))
    return {where: line for where, line in sums.items() if line.matches}


def write_boards(
    users: Collection[int],
    among: Collection[BoardKey] | None = None,
    boards: dict[BoardKey, int] | None = None,
) -> None:
    """Write the lines of these players, on all leaderboards or some; the caller has the turn.

    `boards` are leaderboards known by their pk; those that are written are added to it.
    """
    due = board_sums(users, among)
    boards = {} if boards is None else boards
    boards |= boards_by_key({key for key, _ in due} - boards.keys())
    lines = {(boards[key], user) for key, user in due}
    gone = [
        line.pk for line in _written(users, among) if (line.board_id, line.user_id) not in lines
    ]
    LeaderboardLine.objects.filter(pk__in=gone).delete()
    LeaderboardLine.objects.bulk_create(
        (
            LeaderboardLine(board_id=boards[key], user_id=user, **sums._asdict())
            for (key, user), sums in due.items()
        ),
        update_conflicts=True,
        unique_fields=["user", "board"],
        update_fields=Sums._fields,
    )


def _written(
    users: Collection[int], among: Collection[BoardKey] | None
) -> QuerySet[LeaderboardLine]:
    written = LeaderboardLine.objects.filter(user__in=users)
    return written if among is None else written.filter(board__key__in=list(map(str, among)))


def boards_by_key(keys: Collection[BoardKey]) -> dict[BoardKey, int]:
    """Return the leaderboards by pk; those that had no line yet are made."""
    Leaderboard.objects.bulk_create(
        (Leaderboard(key=str(key), **key._asdict()) for key in keys), ignore_conflicts=True
    )
    found = Leaderboard.objects.in_bulk([str(key) for key in keys], field_name="key")
    return {key: found[str(key)].pk for key in keys}


def keys_of(match: Match) -> set[BoardKey]:
    """Return the leaderboards on which the ledger lines of a match count."""
    places = match.points.in_seasons().order_by().values_list(*PLACE).distinct()
    return {key for place in places for key in boards_of(*place)}
