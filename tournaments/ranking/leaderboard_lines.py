"""The lines of leaderboards: sums of the ledger per leaderboard and player."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import add
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from tournaments.common.batches import batches
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
LINES = 100  # in one statement, of nine values each: SQLite before 3.32 takes 999
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
    history: History | None = None,
    *,
    only_adds: bool = False,
) -> None:
    """Write the lines of these players, on all leaderboards or some.

    The caller holds the ranking lock. With `only_adds` nothing of these players was revoked: no
    line can have gone.
    """
    due = board_sums(players, among, history)
    for column, whose in ((USER, players.users), (PERSON, players.persons)):
        lines = {
            (key, player): sums
            for (key, player), sums in due.items()
            if player_column(key) == column
        }
        if not only_adds:
            stored = _written({f"{column}__in": whose}, among)
            rows = stored.values_list("pk", "board__key", column)
            left = {(str(key), player) for key, player in lines}
            stale = [pk for pk, *where in rows if tuple(where) not in left]
            LeaderboardLine.objects.filter(pk__in=stale).delete()
        write_lines(column, lines)


def write_lines(column: str, lines: Lines) -> None:
    """Write lines of accounts or of persons; missing leaderboards are created.

    The caller holds the ranking lock. As models they take most of the time of a rebuild.
    """
    for some in batches(lines.items(), LINES):
        if _insert_lines(column, some) < len(some):
            _create_boards({key for (key, _), _ in some})
            _insert_lines(column, some)


def _insert_lines(column: str, lines: Sequence[tuple[tuple[BoardKey, int], Sums]]) -> int:
    """Write the lines whose leaderboards exist, and return how many they are."""
    columns = (column, *Sums._fields)
    row = f"({', '.join('%s' for _ in ('key', *columns))})"
    statement = (
        f"INSERT INTO tournaments_leaderboardline (board_id, {', '.join(columns)})"
        f" SELECT id, {', '.join(f'column{place}' for place, _ in enumerate(columns, start=2))}"
        f" FROM (VALUES {', '.join(row for _ in lines)}) AS lines"
        f" JOIN tournaments_leaderboard ON key = column1"
        f" WHERE true ON CONFLICT ({column}, board_id) DO UPDATE SET "
        + ", ".join(f"{name} = EXCLUDED.{name}" for name in Sums._fields)
    )
    with connection.cursor() as cursor:
        values = ((str(key), player, *sums) for (key, player), sums in lines)
        cursor.execute(statement, list(chain.from_iterable(values)))
        written: int = cursor.rowcount
    return written


def _written(
    whose: Mapping[str, Collection[int]], among: Collection[BoardKey] | None
) -> QuerySet[LeaderboardLine]:
    lines = LeaderboardLine.objects.filter(**whose)
    return lines if among is None else lines.filter(board__key__in=list(map(str, among)))


def _create_boards(keys: Collection[BoardKey]) -> None:
    """Create those of these leaderboards that do not exist."""
    boards = [Leaderboard(key=str(key), **key._asdict()) for key in keys]
    Leaderboard.objects.bulk_create(boards, ignore_conflicts=True)


def keys_of(lines: Collection[PointsEntry], history: History) -> set[BoardKey]:
    """Return the leaderboards on which lines of the ledger count, of players with this history.

    Of a month in which a season of the club's began it is both seasons.
    """
    places = {tuple(getattr(line, name) for name in PLACE[:-1]) for line in lines}
    cells = (tuple(cell[name] for name in PLACE) for cell in history.cells)
    return {key for cell in cells if cell[:-1] in places for key in boards_of(*cell)}
