"""A migrated database and one that is synced from the models are the same, triggers included."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps
from django.db.models.signals import post_migrate
from psycopg.conninfo import make_conninfo

from games.models import triggers
from games.models.triggers import TRIGGERS
from tests.truco_site.upgrading.test_upgrade import run
from truco_site.operations.upgrades import (
    DEVELOPED,
    TOO_OLD,
    check_database_release,
    find_refusal,
    newer_migrations,
)

SCHEMA = ("-m", "tests.truco_site.schema")
KILLED = """
import os
import django
django.setup()
from django.core.management import call_command
from django.db import connection

def exit_at_the_records(execute, sql, *rest):
    if sql.startswith('INSERT INTO "django_migrations"'):
        print(len(connection.introspection.table_names()) > 100, flush=True)
        os._exit(0)
    return execute(sql, *rest)

with connection.execute_wrapper(exit_at_the_records):
    call_command("migrate", verbosity=0)
"""
TABLES = """
import django
django.setup()
from django.db import connection
print(connection.introspection.table_names())
"""


@contextmanager
def empty_database(folder: Path) -> Iterator[dict[str, str]]:
    """Return the environment of a site without tables."""
    folder.mkdir()
    environment = os.environ | {"VAR_DIR": str(folder)}
    environment["DJANGO_SETTINGS_MODULE"] = "truco_site.settings"
    if connection.vendor == "sqlite":
        yield environment
        return
    name = f"schema_{uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield environment | {"DATABASE_URL": make_conninfo(os.environ["DATABASE_URL"], dbname=name)}
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.on_change("migrations/*.py", "models/*.py", "schema.py", "requirements*.lock")
@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
def test_migrations_and_models_make_the_same_tables(tmp_path: Path) -> None:
    schemas = {}
    for way in ("migrated", "synced", "served"):
        with empty_database(tmp_path / way) as environment:
            schemas[way] = [tuple(row) for row in json.loads(run(environment, *SCHEMA, way))]
    migrated = set(schemas["migrated"])
    for way in ("synced", "served"):
        assert migrated ^ set(schemas[way]) == set()
    names = {name for row in migrated for name in row}
    assert {trigger.name for trigger in TRIGGERS} <= names
    assert len(migrated) > 800


@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled
def test_a_killed_creation_of_tables_leaves_none(tmp_path: Path) -> None:
    with empty_database(tmp_path / "site") as environment:
        assert run(environment, "-c", KILLED).strip() == "True", "the tables were there"
        assert run(environment, "-c", TABLES).strip() == "[]"


@pytest.mark.django_db
def test_migrate_with_nothing_to_apply_completes_the_last_one(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MIGRATION_MODULES = {}
    monkeypatch.delattr(post_migrate, "send")  # other tests skip the receivers
    monkeypatch.setattr(StateApps, "__init__", lambda *args: pytest.fail("models were rendered"))
    recorder = MigrationRecorder(connection)
    combined = {own for own, one in MigrationLoader(None).disk_migrations.items() if one.replaces}
    for app, name in combined:
        recorder.record_unapplied(app, name)
    Permission.objects.all().delete()
    triggers.remove("default")
    call_command("migrate", verbosity=0, interactive=False)
    assert combined
    assert combined <= recorder.applied_migrations().keys()
    assert Permission.objects.filter(codename="change_user").exists()
    assert {trigger.name for trigger in TRIGGERS} <= trigger_names()


def trigger_names() -> set[str]:
    """Return the triggers of the database."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            if is_sqlite
            else "SELECT tgname FROM pg_trigger"
        )
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("step", "message"), [("0001_initial", TOO_OLD), ("0079_time_bank", DEVELOPED)]
)
def test_a_database_between_two_releases_is_refused(settings: Any, step: str, message: str) -> None:
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app__in=("accounts", "games", "tournaments")).delete()
    assert find_refusal() == ""
    recorder.record_applied("tournaments", step)
    assert find_refusal() == message
    assert [error.msg for error in check_database_release(databases=["default"])] == [message]


@pytest.mark.django_db
def test_what_release_0_7_0_recorded_is_not_newer(settings: Any) -> None:
    """A site that 0.7.0 made has the names of its combined steps besides those of each step."""
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    for app, name in (
        ("accounts", "0001_squashed_0009_links"),
        ("games", "0001_squashed_0014_one_alarm"),
        ("tournaments", "0001_squashed_0033_awaited_rounds"),
    ):
        recorder.record_applied(app, name)
    assert newer_migrations() == []
    recorder.record_applied("games", "9999_later")
    assert newer_migrations() == ["games 9999_later"]
