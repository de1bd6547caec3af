"""The fallback scheduler: web processes drive the clock while Celery is down.

Each web process checks once a second when Celery last swept. If that is too long ago, one of them
handles what is due at tables and in competitions until Celery is back. Rankings, e-mails and
everything else that can wait are left to Celery.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from games.play import clock, outages
from tournaments.tasks import call_ready_matches, close_sit_down_windows, ring_bells

logger = logging.getLogger(__name__)
LOOK = 1.0  # seconds between two checks
COMPETITIONS: Final[tuple[Callable[[], object], ...]] = (
    ring_bells,
    close_sit_down_windows,
    call_ready_matches,
)


def sweep_if_celery_is_down(
    *, holder: str, waited: float, read_clock: Callable[[], datetime] = timezone.now
) -> bool:
    """Sweep if Celery is down and this process holds the lease; return whether it did.

    `waited` is for how many seconds this process has checked: a Celery that starts at the same
    time gets its timeout too. They are of a clock that is never set back.
    """
    if waited < outages.CELERY_TIMEOUT.total_seconds():
        return False
    goes_on = partial(outages.acquire_fallback_lease, holder=holder)
    if not goes_on(read_clock()):
        return False
    clock.run_due(goes_on=goes_on, read_clock=read_clock)
    for see_to in COMPETITIONS:
        if goes_on(read_clock()):
            see_to()
    return True


class FallbackScheduler:
    """The thread of a web process that checks and sweeps."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fallback-scheduler", daemon=True)

    def start(self) -> None:
        """Start the thread, unless sweeps are off."""
        if settings.SWEEP:
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread; a sweep in progress ends with the process."""
        self._stopping.set()

    def _run(self) -> None:
        holder, since, did = uuid4().hex, monotonic(), False
        while not self._stopping.wait(LOOK):
            try:
                does = sweep_if_celery_is_down(holder=holder, waited=monotonic() - since)
                if does and not did:
                    logger.warning("Celery does not sweep: this web process does")
                did = does
                close_old_connections()
            except Exception:
                logger.exception("the clock could not be looked after")
                connections.close_all()
