"""The lines of leaderboards: sums of the ledger per leaderboard and player."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from tournaments.models import Leaderboard, LeaderboardLine, PointsEntry
from tournaments.ranking.history import PLACE, History
from tournaments.ranking.ledger import BoardKey, boards_of


class Sums(NamedTuple):
    """A player's ledger totals for a leaderboard."""

    points: int
    matches: int
    wins: int
    table_points: int
    table_matches: int
    table_wins: int


NOTHING = Sums(0, 0, 0, 0, 0, 0)
SUMMED = ("total", "played", "won", "table_total", "table_played", "table_won")
USER, PERSON = "user_id", "person_id"
Lines = dict[tuple[BoardKey, int], Sums]
"""By leaderboard and player: a person on those of a club, an account on the others."""


@dataclass(frozen=True)
class Players:
    """Whose points change: accounts, and persons of clubs."""

    users: Collection[int] = ()
    persons: Collection[int] = ()


def player_column(key: BoardKey) -> str:
    """Return the column that says whose a line is: persons at a club, accounts elsewhere."""
    return USER if key.club_id is None else PERSON


def board_sums(
    players: Players,
    among: Collection[BoardKey] | None = None,
    history: History | None = None,
) -> Lines:
    """Sum up the ledger of these players per leaderboard; no line without matches there."""
    if history is None:
        history = History.of(players.users, players.persons, with_deeds=False)
    sums: Lines = defaultdict(lambda: NOTHING)
    for cell in history.cells:
        keys = boards_of(*(cell[name] for name in PLACE))
        more = [cell[name] for name in SUMMED]
        for key in keys if among is None else keys.intersection(among):
            player = history.player_on(key, cell)
            if player is not None:
                sums[key, player] = Sums(*map(add, sums[key, player], more))
    return {where: line for where, line in sums.items() if line.matches}


def write_boards(
    players: Players,
    among: Collection[BoardKey] | None = None,
    boards: dict[BoardKey, int] | None = None,
    history: History | None = None,
    *,
    only_adds: bool = False,
) -> None:
    """Write the lines of these players, on all leaderboards or some.

    The caller holds the ranking lock. `boards` are leaderboards known by their pk; those that are
    written are added to it. With `only_adds` nothing of these players was revoked: no line can have
    gone.
    """
    due = board_sums(players, among, history)
    boards = {} if boards is None else boards
    boards |= boards_by_key({key for key, _ in due} - boards.keys())
    for column, whose in ((USER, players.users), (PERSON, players.persons)):
        lines = {
            (boards[key], player): sums
            for (key, player), sums in due.items()
            if player_column(key) == column
        }
        if not only_adds:
            stored = _written({f"{column}__in": whose}, among)
            rows = stored.values_list("pk", "board_id", column)
            stale = [pk for pk, *where in rows if tuple(where) not in lines]
            LeaderboardLine.objects.filter(pk__in=stale).delete()
        _write_lines(column, lines)


def _write_lines(column: str, lines: Mapping[tuple[int, int], Sums]) -> None:
    """Write lines by (board, player); as models they take most of the time of a rebuild."""
    columns = ("board_id", column, *Sums._fields)
    statement = (
        f"INSERT INTO tournaments_leaderboardline ({', '.join(columns)})"
        f" VALUES ({', '.join('%s' for _ in columns)})"
        f" ON CONFLICT ({column}, board_id) DO UPDATE SET "
        + ", ".join(f"{name} = EXCLUDED.{name}" for name in Sums._fields)
    )
    with connection.cursor() as cursor:
        cursor.executemany(statement, [(*where, *sums) for where, sums in lines.items()])


def _written(
    whose: Mapping[str, Collection[int]], among: Collection[BoardKey] | None
) -> QuerySet[LeaderboardLine]:
    lines = LeaderboardLine.objects.filter(**whose)
    return lines if among is None else lines.filter(board__key__in=list(map(str, among)))


def boards_by_key(keys: Collection[BoardKey]) -> dict[BoardKey, int]:
    """Return the leaderboards by pk; missing ones are created, under the caller's lock."""
    rows = Leaderboard.objects.filter(key__in=list(map(str, keys))).order_by()
    ids = dict(rows.values_list("key", "pk"))
    new = [Leaderboard(key=str(key), **key._asdict()) for key in keys if str(key) not in ids]
    ids |= {board.key: board.pk for board in Leaderboard.objects.bulk_create(new)}
    return {key: ids[str(key)] for key in keys}


def keys_of(lines: Collection[PointsEntry], history: History) -> set[BoardKey]:
    """Return the leaderboards on which lines of the ledger count, of players with this history.

    Of a month in which a season of the club's began it is both seasons.
    """
    places = {tuple(getattr(line, name) for name in PLACE[:-1]) for line in lines}
    cells = (tuple(cell[name] for name in PLACE) for cell in history.cells)
    return {key for cell in cells if cell[:-1] in places for key in boards_of(*cell)}
