"""`python -m tests.truco_site.schema migrated|synced|served`: the schema of our tables, as JSON.

`migrated` comes from the migrations, `synced` from the models alone (`pytest --nomigrations`),
`served` is what `truco migrate` and the first start of a site make. The database of the
environment must be empty.
"""

import json
import os
import re
import sys
from typing import Any

OURS = ("accounts_", "games_", "tournaments_")
POSTGRESQL = {
    "columns": """
        SELECT table_name, column_name, data_type, character_maximum_length, is_nullable,
               column_default, is_identity, generation_expression
        FROM information_schema.columns WHERE table_schema = 'public'
    """,
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    """,
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": """
        SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid), p.prosrc
        FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid WHERE NOT tgisinternal
    """,
}


def main() -> None:
    """Make the tables and print what they are."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command

    if sys.argv[1] == "synced":
        settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    if sys.argv[1] == "served":
        call_command("migrate", verbosity=0, interactive=False)
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)
    sys.stdout.write(json.dumps(read_schema()))


def read_schema() -> list[list[Any]]:
    """Return a row for each column, constraint, index and trigger of our tables, sorted."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT tbl_name, type, name, sql FROM sqlite_master")
            found = [
                [table, kind, name, part]
                for table, kind, name, sql in cursor.fetchall()
                for part in _parts(sql or "", kind)
            ]
        else:
            found = []
            for kind, statement in POSTGRESQL.items():
                cursor.execute(statement)
                found += [[table, kind, *rest] for table, *rest in cursor.fetchall()]
    return sorted((row for row in found if row[0].startswith(OURS)), key=str)


def _parts(sql: str, kind: str) -> list[str]:
    """Split a table into its columns and constraints: their order means nothing."""
    if kind != "table":
        return [sql]
    return re.split(r', (?=")|, (?=CONSTRAINT)', sql[sql.index("(") + 1 : -1])


if __name__ == "__main__":
    main()
