"""The embedded database as the site opens it: nothing that was committed is lost."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db.utils import ConnectionHandler

from truco_site import environment

pytestmark = pytest.mark.django_db  # or pytest-django blocks all connections

FULL = 2  # https://www.sqlite.org/pragma.html#pragma_synchronous


@pytest.fixture
def embedded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ConnectionHandler:
    """The database of a site that was told nothing."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return ConnectionHandler({"default": environment.database(tmp_path)})


def pragma(databases: ConnectionHandler, name: str) -> object:
    """Return a pragma's value in this thread's own connection."""
    connection = databases["default"]
    try:
        with connection.cursor() as cursor:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]
    finally:
        connection.close()


@pytest.mark.feature("Operation", "A commit is on the disk before it is acknowledged")
def test_every_connection_waits_until_a_commit_is_on_the_disk(embedded: ConnectionHandler) -> None:
    """Also those of other threads, where clicks, alarms and sweeps are seen to."""
    assert pragma(embedded, "synchronous") == FULL
    with ThreadPoolExecutor(max_workers=1) as threads:
        assert threads.submit(pragma, embedded, "synchronous").result() == FULL


def test_readers_do_not_wait_for_a_writer(embedded: ConnectionHandler) -> None:
    assert pragma(embedded, "journal_mode") == "wal"
