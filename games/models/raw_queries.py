"""Precompiled SQL for actions at a table and for arrivals.

Django compiles a query each time, which takes longer than running it. These queries run a hundred
times a second, so their SQL is cached; values are converted by the model fields as usual.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models
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
    values = [_prepared(row, field) for field in _fields(Action) if field.name in _WRITTEN]
    with connection.cursor() as cursor:
        cursor.execute(_ADDING, [*values, row.game_id])


def write(game: Game, names: Sequence[str]) -> int:
    """Write fields of a locked game; return the version of its seats, which may have changed."""
    fields = [_field(Game, name) for name in names]
    with connection.cursor() as cursor:
        values = [_prepared(game, field) for field in fields]
        cursor.execute(_writing(tuple(names)), [*values, game.pk])
        return int(cursor.fetchone()[0])


def _game(reading: str, game_id: int) -> Game | None:
    if game_id > models.BigIntegerField.MAX_BIGINT:  # from a URL; no database accepts it
        return None
    with connection.cursor() as cursor:
        cursor.execute(reading, [game_id])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for place, field, converters in _converters(connection.vendor):
        for convert in converters:
            values[place] = convert(values[place], field, connection)
    return Game.from_db(connection.alias, [field.attname for field in _fields(Game)], values)


def _lock(clause: str) -> str:
    """Return the lock clause; SQLite locks the entire database at the start of the transaction."""
    return clause if connection.features.has_select_for_update else ""


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


_WRITTEN = [field.name for field in _fields(Action) if field.name not in ("id", "seq")]
_ADDING = (
    "INSERT INTO games_action ({columns}, seq) SELECT {values}, COALESCE(MAX(seq), 0) + 1"
    " FROM games_action WHERE game_id = %s"
).format(
    columns=", ".join(f'"{_field(Action, name).column}"' for name in _WRITTEN),
    values=", ".join("%s" for _ in _WRITTEN),
)


@cache
def _reading(lock: str) -> str:
    columns = ", ".join(field.column for field in _fields(Game))
    return f"SELECT {columns} FROM games_game WHERE id = %s {lock}"


@cache
def _writing(names: Sequence[str]) -> str:
    columns = ", ".join(f"{_field(Game, name).column} = %s" for name in names)
    return f"UPDATE games_game SET {columns} WHERE id = %s RETURNING seats_version"


@cache
def _converters(vendor: str) -> Sequence[tuple[int, Any, Sequence[Any]]]:
    """Return the converters from columns to values, for columns that need one."""
    found = []
    for place, field in enumerate(_fields(Game)):
        column = field.get_col("games_game")
        of_backend = connection.ops.get_db_converters(column)
        if converters := [*of_backend, *field.get_db_converters(connection)]:
            found.append((place, column, converters))
    return found


def _prepared(row: Any, field: Any) -> Any:
    value = getattr(row, field.attname)
    if type(value) in PLAIN and type(field) in NUMBERS_AND_WORDS:
        return value  # every database accepts it unchanged
    return field.get_db_prep_save(value, connection)
