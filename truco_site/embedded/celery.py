"""Celery inside the one process of the site: worker and beat in threads.

The broker is in memory unless `BROKER_URL` or `REDIS_URL` names one.
A thread that ends, by a fault or because it was stopped, is restarted.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from celery import Celery
from celery.app import app_or_default
from celery.beat import Service

from truco_site.embedded.timetable import Timetable

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds before a part is restarted
GRACE = 2.0  # seconds for a part to stop


class Part(Protocol):
    """A worker or a beat: `start` returns when it has ended."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


def worker(app: Celery) -> Part:
    """Return a worker; tasks mostly wait for the database, so threads suffice."""
    controller: Part = app.WorkController(
        pool="threads",
        concurrency=3,  # one may wait for the mail server
        loglevel="WARNING",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    return controller


def beat(app: Celery) -> Part:
    """Return a beat that keeps its timetable in memory."""
    service: Part = Service(app, scheduler_cls=Timetable)
    return service


class RestartingThread:
    """A part in its own thread, restarted as long as the process lives."""

    def __init__(self, app: Celery, name: str, make: Callable[[Celery], Part]) -> None:
        self._app, self._name, self._make = app, name, make
        self._part: Part | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, which restarts the part whenever it ends."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the part, and do not restart it."""
        self._stopping.set()
        if self._part is not None:
            self._part.stop()
        self._thread.join(GRACE)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._app.set_current()
                self._part = self._make(self._app)
                self._part.start()
            except BaseException:  # any failure: the part is needed
                logger.exception("%s died", self._name)
            if not self._stopping.wait(PAUSE):
                logger.warning("%s has ended and is begun anew", self._name)


@contextmanager
def tasks() -> Iterator[None]:
    """Run Celery's worker and beat in threads of this process."""
    app = app_or_default()  # another thread would not find the default app
    app.finalize()  # beat reads its schedule only once
    with ExitStack() as running:
        for name, make in (("celery-worker", worker), ("celery-beat", beat)):
            part = RestartingThread(app, name, make)
            part.start()
            running.callback(part.stop)
        yield
