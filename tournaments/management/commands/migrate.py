"""Bring the tables of the database to this release."""

from typing import Any, Final

from django.core.management.commands.migrate import Command as Migrate

from truco_site.operations.tables import create_tables, is_empty

PARTIAL: Final = ("app_label", "fake", "plan", "check_unapplied", "run_syncdb")


class Command(Migrate):
    """`truco migrate`"""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the tables of an empty database from the models; migrate any other."""
        is_whole = not any(options[name] for name in PARTIAL)
        if is_whole and is_empty(options["database"]):
            create_tables(options["database"])
        super().handle(*args, **options)
