"""Precompiled SQL for actions at a table and for arrivals.

Django compiles a query each time, which takes longer than running it. These queries run a hundred
times a second, so their SQL is cached; values are converted by the model fields as usual.

A game read here has its `row_version`, which tells later whether the row is still the same: on
PostgreSQL (xmin, ctid), the transaction that wrote the row and its place, which no later write
leaves as they are; on SQLite, which has no version of a row, all its columns.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Model

from games.models.log import Action
from games.models.tables import Game

PLAIN = (int, str)
NUMBERS_AND_WORDS = (
    models.CharField,
    models.ForeignKey,
    models.PositiveIntegerField,
    models.PositiveSmallIntegerField,
)


def locked(game_id: int) -> Game:
    """Lock a game's row and read all its columns."""
    game = _game(_reading(_lock("FOR UPDATE")), game_id)
    if game is None:
        raise Game.DoesNotExist(game_id)
    return game


def locked_if_free(game_id: int) -> Game | None:
    """Lock and read a game's row; None if there is none, or another transaction holds it."""
    return _game(_reading(_lock("FOR UPDATE SKIP LOCKED")), game_id)


def find_game(game_id: int) -> Game | None:
    """Read a game's row; None if there is none."""
    return _game(_reading(""), game_id)


def add(row: Action) -> None:
    """Append a row to its game's log; the database computes its `seq`."""
    with connection.cursor() as cursor:
        cursor.execute(_ADDING, _added(row))


def write(game: Game, names: Sequence[str]) -> int:
    """Write fields of a locked game; return the version of its seats, which may have changed."""
    with connection.cursor() as cursor:
        cursor.execute(_writing(tuple(names)), [*_values(game, names), game.pk])
        seats_version, *game.row_version = cursor.fetchone()
    return int(seats_version)


def write_if_unchanged(game: Game, names: Sequence[str], row: Action) -> bool:
    """Write fields of a game and append a row to its log, if nobody has written the game since.

    The caller needs neither a lock nor a transaction, and the game must have a `row_version`.
    Returns whether both were written; if not, nothing was. Raises IntegrityError for an action id
    that the log has.
    """
    assert game.row_version is not None, "read by another module"
    write = _write_in_one_statement if _is_postgresql() else _write_in_transaction
    changes = [*_values(game, names), game.pk, *game.row_version]
    row_version = write(tuple(names), changes, _added(row))
    if row_version is None:
        return False
    game.row_version = row_version
    return True


def _write_in_one_statement(
    names: Sequence[str], changes: Sequence[Any], added: Sequence[Any]
) -> Sequence[Any] | None:
    """Write and append on PostgreSQL; return the new version of the row, or None."""
    backend: Any = connection  # of truco_site.postgresql
    with backend.prepared_cursor() as cursor:
        cursor.execute(_writing_and_adding(names), [*changes, *added])
        row_version: Sequence[Any] | None = cursor.fetchone()
        return row_version


def _write_in_transaction(
    names: Sequence[str], changes: Sequence[Any], added: Sequence[Any]
) -> Sequence[Any] | None:
    """Write and append on SQLite; return the new version of the row, or None."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_writing_if_unchanged(names), changes)
        row_version: Sequence[Any] | None = cursor.fetchone()
        if row_version is not None:
            cursor.execute(_ADDING, added)
        return row_version


def _game(reading: str, game_id: int) -> Game | None:
    if game_id > models.BigIntegerField.MAX_BIGINT:  # from a URL; no database accepts it
        return None
    with connection.cursor() as cursor:
        cursor.execute(reading, [game_id])
        row = cursor.fetchone()
    if row is None:
        return None
    fields = _fields(Game)
    values = list(row[: len(fields)])
    for place, field, converters in _converters(connection.vendor):
        for convert in converters:
            values[place] = convert(values[place], field, connection)
    game = Game.from_db(connection.alias, [field.attname for field in fields], values)
    game.row_version = row[-len(_row_version_columns()) :]
    return game


def _lock(clause: str) -> str:
    """Return the lock clause; SQLite locks the entire database at the start of the transaction."""
    return clause if connection.features.has_select_for_update else ""


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


_WRITTEN = [field.name for field in _fields(Action) if field.name not in ("id", "seq")]
_COLUMNS = ", ".join(f'"{_field(Action, name).column}"' for name in _WRITTEN)
_PLACES = ", ".join("%s" for _ in _WRITTEN)
_ADDING = (
    f"INSERT INTO games_action ({_COLUMNS}, seq) SELECT {_PLACES}, COALESCE(MAX(seq), 0) + 1"
    " FROM games_action WHERE game_id = %s"
)


def _added(row: Action) -> list[Any]:
    """Return the values of a log row in the order of its columns, then the key of its game."""
    values = [_prepared(row, field) for field in _fields(Action) if field.name in _WRITTEN]
    return [*values, row.game_id]


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


@cache
def _reading(lock: str) -> str:
    columns = list(_columns())
    columns += _row_version_columns() if _is_postgresql() else []  # on SQLite they are the same
    return f"SELECT {', '.join(columns)} FROM games_game WHERE id = %s {lock}"


@cache
def _writing(names: Sequence[str]) -> str:
    returned = ", ".join(["seats_version", *_row_version_columns()])
    return f"UPDATE games_game SET {_assignments(names)} WHERE id = %s RETURNING {returned}"


@cache
def _writing_if_unchanged(names: Sequence[str]) -> str:
    columns = ", ".join(_row_version_columns())
    places = ", ".join("%s" for _ in _row_version_columns())
    return (
        f"UPDATE games_game SET {_assignments(names)}"
        f" WHERE id = %s AND ({columns}) IS ({places}) RETURNING {columns}"
    )


@cache
def _writing_and_adding(names: Sequence[str]) -> str:
    return (
        f"WITH written AS (UPDATE games_game SET {_assignments(names)}"
        " WHERE id = %s AND xmin = %s::xid AND ctid = %s::tid"
        " RETURNING xmin::text AS writer, ctid::text AS place)"
        f" INSERT INTO games_action ({_COLUMNS}, seq) SELECT {_PLACES},"
        " (SELECT COALESCE(MAX(seq), 0) + 1 FROM games_action WHERE game_id = %s) FROM written"
        " RETURNING (SELECT writer FROM written), (SELECT place FROM written)"
    )


def _assignments(names: Sequence[str]) -> str:
    return ", ".join(f"{_field(Game, name).column} = %s" for name in names)


def _columns() -> Sequence[str]:
    return [field.column for field in _fields(Game)]


def _row_version_columns() -> Sequence[str]:
    return ("xmin::text", "ctid::text") if _is_postgresql() else _columns()


def _values(game: Game, names: Sequence[str]) -> list[Any]:
    return [_prepared(game, _field(Game, name)) for name in names]


@cache
def _converters(vendor: str) -> Sequence[tuple[int, Any, Sequence[Any]]]:
    """Return the converters from columns to values, for columns that need one."""
    entries = []
    for place, field in enumerate(_fields(Game)):
        column = field.get_col("games_game")
        of_backend = connection.ops.get_db_converters(column)
        if converters := [*of_backend, *field.get_db_converters(connection)]:
            entries.append((place, column, converters))
    return entries


def _prepared(row: Any, field: Any) -> Any:
    value = getattr(row, field.attname)
    if type(value) in PLAIN and type(field) in NUMBERS_AND_WORDS:
        return value  # every database accepts it unchanged
    return field.get_db_prep_save(value, connection)
