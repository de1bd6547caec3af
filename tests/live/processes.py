"""Real processes of the site for tests, on the very database of the test."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Self
from uuid import uuid4

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from tests.live.site import HOST
from tests.runner.ports import free_port

PATIENCE = float(os.environ.get("PATIENCE", "60"))  # seconds a process may take for anything
KILLED = -signal.SIGKILL
FAULTY = ("-m", "tests.live.faulty")


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to become true; fail when it does not in time."""
    deadline, never = time.monotonic() + seconds, threading.Event()
    while not condition():
        assert time.monotonic() < deadline, f"{condition} stayed false for {seconds} s"
        never.wait(0.05)


class Process:
    """One process of the site; its output is kept in a file."""

    def __init__(
        self, folder: Path, arguments: Sequence[str], within: Sequence[str] = (), **environment: str
    ) -> None:
        """Start it; `within` is the command that runs it elsewhere than on this machine."""
        self._log = folder / f"{uuid4().hex}.log"
        with self._log.open("a") as output:
            self._process = subprocess.Popen(
                [*within, sys.executable, *arguments],
                cwd=settings.BASE_DIR,
                env=_environment(folder) | environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.is_running:
            self.stop()

    @property
    def output(self) -> str:
        """Return the output so far."""
        return self._log.read_text()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; return its exit status, negative for a signal."""
        return self._process.wait(seconds)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, as an operator does; return its exit status."""
        self._process.send_signal(how)
        return self.ended()

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait()


class Serving(Process):
    """The site in one process, with a fault if one is named; it answers, or has died of it.

    `command` starts another server than the site's own.
    """

    def __init__(
        self,
        folder: Path,
        fault: str = "",
        port: int = 0,
        command: Sequence[str] = (),
        **environment: str,
    ) -> None:
        self.port = port or free_port()
        own = (*(FAULTY if fault else ("manage.py",)), "serve")
        arguments = (*(command or own), "--port", str(self.port))
        super().__init__(folder, arguments, FAULT=fault, **environment)
        try:
            until(lambda: not self.is_running or self._answers())
        except AssertionError:
            self.kill()
            raise
        assert self.is_running or self.ended() == KILLED, self.output

    @property
    def authority(self) -> str:
        """Host and port, as browsers name them."""
        return f"{HOST}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    def _answers(self) -> bool:
        line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            line.request("GET", "/accounts/login/")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment that differs from an operator's only in where the database is."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
        "VAR_DIR": str(folder),
        "SECRET_KEY": settings.SECRET_KEY,
        "DEAL_KEYS": ",".join(settings.DEAL_KEYS),
        "RECORD_KEYS": ",".join(settings.RECORD_KEYS),
        "VAPID_KEY": settings.VAPID_KEY,
        "ALARM": "1",
        "SWEEP": "1",
        "DEMO": "0",
    }
    name = connection.settings_dict["NAME"]
    if connection.vendor == "postgresql":
        environment["DATABASE_URL"] = make_conninfo(os.environ["DATABASE_URL"], dbname=name)
    elif not (link := folder / "truco.sqlite3").is_symlink():
        link.symlink_to(name)
    return environment
