"""Celery within the one process of the site: a worker and a beat in threads, on a broker in memory.

Either one that ends, by a fault or because it was stopped, is begun anew.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from celery import Celery
from celery.app import app_or_default
from celery.beat import Scheduler, Service

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds before one that ended is begun anew
GRACE = 2.0  # seconds for one that was told to end


class Part(Protocol):
    """A worker or a beat: `start` returns when it has ended."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


def worker(app: Celery) -> Part:
    """Return a worker; what tasks do is wait for the database, so threads are enough."""
    made: Part = app.WorkController(
        pool="threads",
        concurrency=3,  # one may wait for the mail server
        loglevel="WARNING",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    return made


def beat(app: Celery) -> Part:
    """Return a beat that keeps its schedule in memory."""
    made: Part = Service(app, scheduler_cls=Scheduler)
    return made


class RestartingThread:
    """A part in a thread of its own, which lasts as long as the process."""

    def __init__(self, app: Celery, name: str, make: Callable[[Celery], Part]) -> None:
        self._app, self._name, self._make = app, name, make
        self._part: Part | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin it, and see to it."""
        self._thread.start()

    def stop(self) -> None:
        """End it for good."""
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
            except BaseException:  # whatever it died of, it is needed
                logger.exception("%s died", self._name)
            if not self._stopping.wait(PAUSE):
                logger.warning("%s has ended and is begun anew", self._name)


@contextmanager
def tasks() -> Iterator[None]:
    """Do what Celery does elsewhere in threads of this process."""
    app = app_or_default()  # which another thread would not find
    app.finalize()  # a beat reads its timetable once
    with ExitStack() as running:
        for name, make in (("celery-worker", worker), ("celery-beat", beat)):
            part = RestartingThread(app, name, make)
            part.start()
            running.callback(part.stop)
        yield
