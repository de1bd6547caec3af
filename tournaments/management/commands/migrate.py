"""Bring the tables of the database to this release."""

from typing import Any, Final

from django.apps import apps
from django.core.management.commands.migrate import Command as Migrate
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

PARTIAL: Final = ("app_label", "fake", "plan", "check_unapplied", "run_syncdb")


class Command(Migrate):
    """`truco migrate`"""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the tables of an empty database from the models; migrate any other.

        Without a migration to apply, and without output, nothing is rendered: Django would make
        classes of all models twice. The receivers of `post_migrate` run all the same.
        """
        database = options["database"]
        is_whole = not any(options[name] for name in PARTIAL)
        if is_whole and not connections[database].introspection.table_names():
            create_tables(database)
        executor = MigrationExecutor(connections[database])
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan or options["verbosity"] or not is_whole:
            super().handle(*args, **options)
        else:
            executor.check_replacements()
            emit_post_migrate_signal(0, options["interactive"], database, apps=apps, plan=plan)


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
