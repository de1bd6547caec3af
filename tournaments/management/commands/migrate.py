"""Bring the tables of the database to this release."""

from typing import Any, Final

from django.apps import apps
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

PARTIAL: Final = ("app_label", "fake", "plan", "check_unapplied", "run_syncdb")


class Command(Migrate):
    """`truco migrate`"""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the tables of an empty database from the models; migrate any other."""
        database = options["database"]
        is_whole = not any(options[name] for name in PARTIAL)
        if is_whole and not connections[database].introspection.table_names():
            create_tables(database)
        super().handle(*args, **options)


def create_tables(database: str) -> None:
    """Create every table and record all migrations as applied, in one transaction.

    The migrations lead to the same tables (`tests/truco_site/test_migrations.py`), but take 10 s
    of CPU instead of 0.3 s: those of libraries render all models again after each change.
    """
    recorder = MigrationRecorder(connections[database])
    with connections[database].schema_editor() as editor:
        editor.create_model(recorder.Migration)
        for model in apps.get_models():
            if model._meta.can_migrate(database):
                editor.create_model(model)
        recorder.migration_qs.bulk_create(
            recorder.Migration(app=app, name=name)
            for own, migration in MigrationLoader(None).disk_migrations.items()
            for app, name in (own, *migration.replaces)
        )
