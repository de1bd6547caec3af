"""Setting an alarm: a Celery task that will look at the database when something may be due.

An alarm is only a reminder, so it is handed to a thread of its own: a broker that is dead or silent
keeps clients waiting for many seconds, and a click must not wait with them. After a failure the
next alarms are not even tried for a while, and the sweep does the work (docs/adr/0003). So it does
for instants that are far away: a broker has to keep what is sent now, and a worker to remember it.
"""

import logging
import os
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cache

from celery import current_app
from django.conf import settings
from django.utils import timezone

logger = logging.getLogger(__name__)

REST = 5.0  # seconds without trying after a failure
FARTHEST = timedelta(minutes=10)  # no alarm is set for a later instant

_silent_until = 0.0


def enqueue(task: str, *args: object, at: datetime | None = None) -> None:
    """Ask for a task by name, now or at an instant, and return at once."""
    if settings.ALARM and (at is None or at <= timezone.now() + FARTHEST):
        _sender(os.getpid()).submit(_send, task, args, at)


@cache
def _sender(process: int) -> Executor:
    """One thread per process, since threads do not survive a fork."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="alarm")


def _send(task: str, args: tuple[object, ...], at: datetime | None) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task, args=args, eta=at, retry=False, ignore_result=True)
    except Exception:  # kombu raises its transports' own errors
        _silent_until = time.monotonic() + REST
        logger.warning("alarm %s%r was lost", task, args, exc_info=True)
