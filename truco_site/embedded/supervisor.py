"""The supervisor of several web processes that share a port, and of Celery's processes.

They communicate through Redis or Valkey; the sockets of a table go to one of them
(`truco_site.server.socket_affinity`). A process that ends is restarted: web processes by uvicorn,
Celery's here. While Celery is down the web processes drive the clock
(`truco_site.embedded.fallback_scheduler`).
"""

import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import uvicorn
from django.conf import settings
from uvicorn.supervisors import Multiprocess, multiprocess

from truco_site.operations.metrics import SHARED
from truco_site.server.socket_affinity import FOLDER, WebProcess

logger = logging.getLogger(__name__)
CELERY = (sys.executable, "-m", "celery", "-A", "truco_site")
QUIETLY = ("--loglevel", "WARNING")
WORKER = (*CELERY, "worker", "--pool", "threads", "--concurrency", "4", *QUIETLY)
BEAT = (*CELERY, "beat", *QUIETLY)
PAUSE = 1.0  # seconds before a process is restarted
LONGEST = 100  # characters of a folder with sockets: a path has 108 bytes (unix(7))
GRACE = 5.0  # seconds for a process to stop


def serve(config: uvicorn.Config, sock: socket.socket) -> None:
    """Serve at a bound port from the configured number of processes, until stopped."""
    _share_figures()
    with celery(), tempfile.TemporaryDirectory(prefix="truco-processes-") as folder:
        if len(folder) < LONGEST:
            os.environ[FOLDER] = f"{folder}:{config.workers}"
        multiprocess.Process = WebProcess  # type: ignore[misc]  # there is no option for it
        Multiprocess(config, sockets=[sock]).run()


def _share_figures() -> None:
    """Make all processes count in one folder, from which any of them serves `/metrics`."""
    folder = settings.VAR / "metrics"
    shutil.rmtree(folder, ignore_errors=True)  # of earlier processes
    folder.mkdir(parents=True)
    os.environ[SHARED] = str(folder)


@contextmanager
def celery() -> Iterator[None]:
    """Run a worker and a beat in processes next to this one."""
    with ExitStack() as running:
        for command in (WORKER, BEAT):
            running.callback(SupervisedProcess(command).end)
        yield


class SupervisedProcess:
    """A process that is restarted as long as it is needed."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command, self._is_over = command, threading.Event()
        self._process = subprocess.Popen(command)
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def end(self) -> None:
        """Stop the process, and do not restart it."""
        self._is_over.set()
        self._process.terminate()
        self._keeper.join(GRACE)
        if self._process.poll() is None:
            self._process.kill()

    def _keep(self) -> None:
        while True:
            self._process.wait()
            if self._is_over.wait(PAUSE):
                return
            logger.warning("%s has ended and is begun anew", self._command[5])
            self._process = subprocess.Popen(self._command)
