"""Upgrade of a database to this release, and the databases that it refuses."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from truco_site.operations.backups import (
    BackupError,
    Migrations,
    RestoredDamagedError,
    backup,
    require_room,
    restore,
)
from truco_site.operations.release import release

OURS = ("accounts", "games", "tournaments")
# Release 0.7.0 recorded these besides the steps that they replaced. Its steps were combined anew
# since, so no file has these names.
COMBINED_BY_0_7_0: Final = frozenset(
    {
        ("accounts", "0001_squashed_0009_links"),
        ("games", "0001_squashed_0014_one_alarm"),
        ("tournaments", "0001_squashed_0033_awaited_rounds"),
    }
)
# The last step of the release after it. Until it is applied the database is of 0.7.0, which reads a
# column that these steps remove, so it cannot use the upgraded database.
AFTER_0_7_0: Final = ("tournaments", "0003_claims_and_vouchers")
TOO_OLD: Final = (
    "This database was last used by a release before 0.7.0."
    " Check out release 0.7.0, start it once or run its `manage.py migrate`,"
    " and then start this release again (docs/deploy.md)."
)
DEVELOPED: Final = (
    "This database was last used by a development version after 0.7.0 whose migrations were"
    " combined since. Check out the last commit that has"
    " tournaments/migrations/0080_venue_town.py, run its `manage.py migrate`,"
    " and then start this version again."
)
WAY_BACK: Final = "Way back: start the release before, or restore {copy} with it."
WAY_BACK_TO_0_7_0: Final = (
    "Way back to release 0.7.0: restore {copy} with it (manage.py restore in its clone);"
    " it cannot use the upgraded database."
)
TOO_NEW: Final = (
    "A newer release used this database (it has {newest}): this one does not change it."
    " Start the newer release again, or stop the site and restore a backup of this one."
)


class UpgradeError(Exception):
    """The upgrade failed; the message says what state the database is in."""


def upgrade(now: datetime) -> str:
    """Back up and migrate the database of a stopped site; return the way back, in a sentence.

    A failure restores the backup. Each migration is one transaction, so after an interruption
    the same call continues. Raises UpgradeError and BackupError.
    """
    if refusal := find_refusal():
        raise UpgradeError(refusal)
    if newer := newer_migrations():
        raise UpgradeError(TOO_NEW.format(newest=newer[-1]))
    folder = Path(settings.VAR) / "upgrades"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"before-{release().version}-{now:%Y%m%d-%H%M%S}.backup"
    require_room(folder, copies=2)  # the second is SQLite's log of a restored database
    backup(copy)
    way_back = WAY_BACK_TO_0_7_0 if _is_of_0_7_0() else WAY_BACK
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except Exception as error:  # whatever stopped it, nothing half done stays
        message = str(error).partition("\n")[0]
        raise UpgradeError(f"{message} {_bring_back(copy)}") from error
    return way_back.format(copy=copy)


def _is_of_0_7_0() -> bool:
    """Return whether release 0.7.0 used the database last; an empty database is of no release."""
    applied = MigrationRecorder(connection).applied_migrations()
    return any(app in OURS for app, _ in applied) and AFTER_0_7_0 not in applied


def _bring_back(copy: Path) -> str:
    """Restore the backup of a failed upgrade; return what state the database is in."""
    try:
        restore(copy)
    except (BackupError, RestoredDamagedError) as error:
        message = str(error).partition("\n")[0].rstrip(".")
        return (
            f"Then the backup could not be restored: {message}. The database may be of neither"
            f" release: do not start the site, see to the cause and run truco restore {copy} with"
            " the release before, or truco upgrade again."
        )
    return f"The database is as it was before; {copy} is kept."


def newer_migrations() -> list[str]:
    """Return the applied migrations of our apps that this release does not have."""
    return _newer(MigrationRecorder(connection).applied_migrations().keys())


def _newer(applied: Migrations) -> list[str]:
    loader = _migrations_on_disk()
    known = COMBINED_BY_0_7_0 | set(loader.disk_migrations)
    known |= {step for each in loader.disk_migrations.values() for step in each.replaces}
    return sorted(
        f"{app} {name}"
        for app, name in applied
        if app in OURS and app in loader.migrated_apps and (app, name) not in known
    )


def _migrations_on_disk() -> MigrationLoader:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return loader


def pending_migrations() -> list[str]:
    """Return the migrations that the database lacks."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def find_refusal(using: str = "default") -> str:
    """Return why this release cannot migrate a database, or an empty string if it can."""
    return _too_old(MigrationRecorder(connections[using]).applied_migrations().keys())


def refuse_restoring(applied: Migrations) -> str:
    """Return why this release cannot use a backup with these migrations, or an empty string."""
    if newer := _newer(applied):
        return TOO_NEW.format(newest=newer[-1])
    return _too_old(applied)


def _too_old(applied: Migrations) -> str:
    """Return the refusal: a migration goes on from all steps that it replaces, or from none."""
    for (app, _), migration in sorted(_migrations_on_disk().disk_migrations.items()):
        applied_steps = [step in applied for step in migration.replaces]
        if app in OURS and any(applied_steps) and not all(applied_steps):
            return TOO_OLD if migration.initial else DEVELOPED
    return ""


@register(Tags.database)
def check_database_release(
    databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Stop `migrate` on a database that this release cannot migrate."""
    refusals = [find_refusal(using) for using in databases or ()]
    return [Error(refusal, id="truco.E001") for refusal in refusals if refusal]
