"""Rows as JSON: written from the models of today, put in through those of a release."""

from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

MADE_BY_MIGRATE = ("contenttypes", "auth")

Rows = Mapping[str, Mapping[str, list[Any]]]


def written(apps: Apps) -> Rows:
    """Return all rows of all models, by label."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in MADE_BY_MIGRATE or model._meta.proxy:
            continue
        fields = _stored(model)
        lines = [[_field_value(field, row) for field in fields] for row in _all(model)]
        if lines:
            names = [field.attname for field in fields]
            found[model._meta.label] = {"fields": names, "rows": lines}
    return found


def put(apps: Apps, rows: Rows) -> None:
    """Insert them at once: what one refers to may come after it."""
    found = [apps.get_model(label) for label in rows]
    with transaction.atomic():
        for model, kept in zip(found, rows.values(), strict=True):
            fields = [model._meta.get_field(name) for name in kept["fields"]]
            assert not set(_stored(model)) - set(fields), model
            model._base_manager.bulk_create(
                model(
                    **{f.attname: f.to_python(value) for f, value in zip(fields, row, strict=True)}
                )
                for row in kept["rows"]
            )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)


def counted(apps: Apps, rows: Rows) -> dict[str, int]:
    """Return how many of these rows, by their keys, are there."""
    found = {}
    for label, kept in rows.items():
        model = apps.get_model(label)
        at = kept["fields"].index(model._meta.pk.attname)
        pks = [row[at] for row in kept["rows"]]
        found[label] = model._base_manager.filter(pk__in=pks).count()
    return found


def _stored(model: type[models.Model]) -> list[models.Field]:
    fields = model._meta.concrete_fields
    return [field for field in fields if not getattr(field, "generated", False)]


def _all(model: type[models.Model]) -> models.QuerySet:
    return model._base_manager.order_by("pk")


def _field_value(field: models.Field, row: models.Model) -> object:
    value = field.value_from_object(row)
    plain = isinstance(value, bool | int | float | str | list | dict | None)
    is_binary = isinstance(field, models.BinaryField)
    return field.value_to_string(row) if is_binary else value if plain else str(value)
