"""System check for databases that this release cannot upgrade: those from before 0.7.0."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

OURS = ("accounts", "games", "tournaments")
TOO_OLD = (
    "This database was last used by a release before 0.7.0."
    " Install release 0.7.0, start it once or run its `manage.py migrate`,"
    " and then start this release again (docs/deploy.md)."
)


def is_too_old(using: str = "default") -> bool:
    """Return whether only some of the migrations before 0.7.0 were applied."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    applied = MigrationRecorder(connections[using]).applied_migrations()
    steps = [
        [step in applied for step in first.replaces]
        for (app, _), first in loader.disk_migrations.items()
        if app in OURS and first.replaces
    ]
    return any(any(found) and not all(found) for found in steps)


@register(Tags.database)
def check_database_release(
    databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Stop `migrate` on a database that is too old."""
    return [Error(TOO_OLD, id="truco.E001") for using in databases or () if is_too_old(using)]
