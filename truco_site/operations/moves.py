"""Move of all rows between SQLite and PostgreSQL.

Rows are copied table by table as Django's fields read and write them, in one transaction on each
side, into the empty tables of this release. Counts are compared before the commit.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models import triggers
from truco_site.operations.upgrades import find_refusal, newer_migrations, pending_migrations

SOURCE: Final = "default"
TARGET: Final = "target"
BATCH: Final = 1000


class MoveError(Exception):
    """The move failed and the source is as it was; the message gives the reason."""


def move(database: dict[str, Any]) -> dict[str, int]:
    """Copy every row to an empty database; return the number of rows of each table."""
    if find_refusal() or newer_migrations() or pending_migrations():
        raise MoveError("The database is not of this release: run truco upgrade first.")
    absent = {"HOST": "", "PORT": "", "USER": "", "PASSWORD": ""}
    connections.settings = connections.configure_settings(
        {**connections.settings, TARGET: {**absent, **database}}
    )
    target = connections[TARGET]
    try:
        if target.introspection.table_names():
            raise MoveError(f"The database to move to is not empty: {_way_out(target)}.")
        call_command("migrate", database=TARGET, verbosity=0, interactive=False)
        return _copy_rows(target)
    except DatabaseError as error:
        message = str(error).partition("\n")[0]
        raise MoveError(f"{message} Nothing was moved: empty the new database.") from error
    finally:
        target.close()
        del connections[TARGET]
        del connections.settings[TARGET]


def _way_out(target: BaseDatabaseWrapper) -> str:
    if target.vendor != "sqlite":
        return "make a new one"
    file = target.settings_dict["NAME"]
    return f"move {file} aside, with {file}-wal and {file}-shm if they are there"


def _copy_rows(target: BaseDatabaseWrapper) -> dict[str, int]:
    triggers.remove(TARGET)
    moved = {}
    unchecked = target.constraint_checks_disabled()  # SQLite: outside of a transaction alone
    with transaction.atomic(SOURCE), unchecked, transaction.atomic(TARGET):
        tables = _models()
        for model in reversed(tables):
            _execute(target, f"DELETE FROM {_quoted(target, model._meta.db_table)}")
        for model in tables:
            moved[model._meta.db_table] = _copy_table(model, target)
        _require_equal(moved, target)
        target.check_constraints()
        for statement in target.ops.sequence_reset_sql(no_style(), tables):
            _execute(target, statement)
    triggers.install(TARGET)
    return moved


def _models() -> list[type[models.Model]]:
    """Return the models with a table of their own, those they refer to first where possible."""
    candidates = apps.get_models(include_auto_created=True)
    return [model for model in candidates if model._meta.managed and not model._meta.proxy]


def _copy_table(model: type[models.Model], target: BaseDatabaseWrapper) -> int:
    fields = [each for each in model._meta.local_concrete_fields if not each.generated]
    columns = ", ".join(_quoted(target, str(each.column)) for each in fields)
    places = ", ".join(["%s"] * len(fields))
    table = _quoted(target, model._meta.db_table)
    insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"
    number = 0
    with target.cursor() as cursor:
        for rows in _batches(model, [each.attname for each in fields]):
            cursor.executemany(
                insert,
                [
                    [
                        field.get_db_prep_save(value, connection=target)
                        for field, value in zip(fields, row, strict=True)
                    ]
                    for row in rows
                ],
            )
            number += len(rows)
    return number


def _batches(model: type[models.Model], names: list[str]) -> Iterator[list[tuple[Any, ...]]]:
    queryset = model._base_manager.using(SOURCE).order_by("pk").values_list(*names)
    rows = queryset.iterator(chunk_size=BATCH)
    while batch := list(islice(rows, BATCH)):
        yield batch


def _require_equal(moved: dict[str, int], target: BaseDatabaseWrapper) -> None:
    for table, number in moved.items():
        with target.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {_quoted(target, table)}")
            (arrived,) = cursor.fetchone()
        if arrived != number:
            raise MoveError(f"{table} has {number} rows, and {arrived} arrived: nothing was moved.")


def _execute(database: BaseDatabaseWrapper, statement: str) -> None:
    with database.cursor() as cursor:
        cursor.execute(statement)


def _quoted(database: BaseDatabaseWrapper, name: str) -> str:
    return str(database.ops.quote_name(name))
