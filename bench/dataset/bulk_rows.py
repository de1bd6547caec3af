"""Insertion of many rows into SQLite, with a fraction of the work of `bulk_create`.

A dataset has millions of values. Values of most columns are passed to the database as they are;
only those that SQLite stores in another form are converted.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from django.db import connection
from django.db.models import DateTimeField, DurationField, Field, JSONField, Max, Model
from django.db.models.expressions import DatabaseDefault

M = TypeVar("M", bound=Model)
Converter = Callable[[Any], Any]


def next_key(model: type[Model]) -> int:
    """Return the next primary key of a model."""
    return (model._default_manager.aggregate(last=Max("pk"))["last"] or 0) + 1


def number_rows(rows: Iterable[M]) -> list[M]:
    """Give new rows of one model the next primary keys, so that others can refer to them."""
    instances = list(rows)
    if instances:
        for key, row in enumerate(instances, start=next_key(type(instances[0]))):
            row.pk = key
    return instances


def insert_rows(rows: Iterable[M]) -> list[M]:
    """Store new rows of one model, and give those without a primary key the next ones.

    Rows that they refer to have primary keys already. Columns that are left to the database are the
    same in all rows.
    """
    instances = list(rows)
    if not instances:
        return instances
    if instances[0].pk is None:
        instances = number_rows(instances)
    columns = _columns(instances[0])
    values = map(attrgetter(*(field.attname for field in columns)), instances)
    _execute(type(instances[0]), columns, map(list, values))
    for row in instances:
        row._state.adding, row._state.db = False, connection.alias
    return instances


def insert_values(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Store new rows, each given by its values, and return their primary keys.

    Instances take twice as long. All rows name the same columns; the others get their defaults.
    """
    dicts, key = list(rows), str(model._meta.pk.attname)
    if not dicts:
        return []
    if key not in dicts[0]:
        dicts = [{**row, key: number} for number, row in enumerate(dicts, start=next_key(model))]
    usual = model(**dicts[0])
    columns = _columns(usual)
    values = {field.attname: getattr(usual, field.attname) for field in columns}
    _execute(model, columns, ([*{**values, **row}.values()] for row in dicts))
    return [row[key] for row in dicts]


def _columns(row: Model) -> list["Field[Any, Any]"]:
    """Return the columns of a row that are not left to the database."""
    return [
        field
        for field in row._meta.local_concrete_fields
        if not isinstance(getattr(row, field.attname), DatabaseDefault)
    ]


def _execute(
    model: type[Model], columns: Sequence["Field[Any, Any]"], rows: Iterable[list[Any]]
) -> None:
    special = [
        (place, converter)
        for place, field in enumerate(columns)
        if (converter := _converter(field)) is not None
    ]
    quoted = ", ".join(connection.ops.quote_name(str(field.column)) for field in columns)
    marks = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({quoted}) VALUES ({marks})",
            [_converted(row, special) for row in rows],
        )


def _converted(row: list[Any], special: Iterable[tuple[int, Converter]]) -> list[Any]:
    for place, converter in special:
        if row[place] is not None:
            row[place] = converter(row[place])
    return row


def _converter(field: "Field[Any, Any]") -> Converter | None:
    """Return what makes a value of a column one that SQLite stores, if anything is needed."""
    if isinstance(field, JSONField):
        return json.dumps
    if isinstance(field, DateTimeField):
        return connection.ops.adapt_datetimefield_value
    if isinstance(field, DurationField):
        return lambda value: field.get_db_prep_value(value, connection)
    return None
