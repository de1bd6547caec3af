"""Keeping the lines of the leaderboards equal to the sums of the ledger."""

from collections import defaultdict
from collections.abc import Collection
from operator import add
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from tournaments.models import Leaderboard, LeaderboardLine, PointsEntry
from tournaments.results.leaderboards import BoardKey, boards_of
from tournaments.services.ranking.history import PLACE, History


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
_COLUMNS = ("board_id", "user_id", *Sums._fields)
_WRITING = (  # numbers alone: made as models they take most of a rebuild
    "INSERT INTO tournaments_leaderboardline ({columns}) VALUES ({values})"
    " ON CONFLICT (user_id, board_id) DO UPDATE SET {updates}"
).format(
    columns=", ".join(_COLUMNS),
    values=", ".join("%s" for _ in _COLUMNS),
    updates=", ".join(f"{name} = EXCLUDED.{name}" for name in Sums._fields),
)
Lines = dict[tuple[BoardKey, int], Sums]
"""By leaderboard and player."""


def board_sums(
    users: Collection[int],
    among: Collection[BoardKey] | None = None,
    history: History | None = None,
) -> Lines:
    """Add up the ledger of these players per leaderboard; who played nothing there has no line."""
    sums: Lines = defaultdict(lambda: NOTHING)
    for cell in (History.of(users, with_deeds=False) if history is None else history).cells:
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
    history: History | None = None,
    *,
    only_adds: bool = False,
) -> None:
    """Write the lines of these players, on all leaderboards or some; the caller has the turn.

    `boards` are leaderboards known by their pk; those that are written are added to it. With
    `only_adds` nothing of these players was taken back: no line can have gone.
    """
    due = board_sums(users, among, history)
    boards = {} if boards is None else boards
    boards |= boards_by_key({key for key, _ in due} - boards.keys())
    lines = {(boards[key], user): sums for (key, user), sums in due.items()}
    if not only_adds:
        written = _written(users, among).values_list("pk", "board_id", "user_id")
        gone = [pk for pk, *where in written if tuple(where) not in lines]
        LeaderboardLine.objects.filter(pk__in=gone).delete()
    with connection.cursor() as cursor:
        cursor.executemany(_WRITING, [(*where, *sums) for where, sums in lines.items()])


def _written(
    users: Collection[int], among: Collection[BoardKey] | None
) -> QuerySet[LeaderboardLine]:
    written = LeaderboardLine.objects.filter(user__in=users)
    return written if among is None else written.filter(board__key__in=list(map(str, among)))


def boards_by_key(keys: Collection[BoardKey]) -> dict[BoardKey, int]:
    """Return the leaderboards by pk; those that had no line yet are made, in the caller's turn."""
    rows = Leaderboard.objects.filter(key__in=list(map(str, keys))).order_by()
    found = dict(rows.values_list("key", "pk"))
    new = [Leaderboard(key=str(key), **key._asdict()) for key in keys if str(key) not in found]
    found |= {board.key: board.pk for board in Leaderboard.objects.bulk_create(new)}
    return {key: found[str(key)] for key in keys}


def keys_of(lines: Collection[PointsEntry], history: History) -> set[BoardKey]:
    """Return the leaderboards on which lines of the ledger count, of players with this history.

    Of a month in which a season of the club's began it is both seasons.
    """
    places = {tuple(getattr(line, name) for name in PLACE[:-1]) for line in lines}
    cells = (tuple(cell[name] for name in PLACE) for cell in history.cells)
    return {key for cell in cells if cell[:-1] in places for key in boards_of(*cell)}
