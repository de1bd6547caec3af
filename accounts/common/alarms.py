"""Alarms: reminders that a Celery task is due.

A separate thread enqueues them: with a dead or silent broker a client waits for many seconds, and a
click must not. After a failure no alarms are tried for a while, and the sweep does the work
(docs/adr/0003). The sweep also serves distant deadlines, which a broker and its workers would have
to hold until then.
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
COOLDOWN = 5.0  # seconds without attempts after a failure
MAX_ETA = timedelta(minutes=10)  # alarms are not set for later times
_silent_until = 0.0


def enqueue(task: str, *args: object, at: datetime | None = None) -> None:
    """Queue a task by name, now or at a time, without waiting for the broker."""
    if settings.ALARM and (at is None or at <= timezone.now() + MAX_ETA):
        _sender(os.getpid()).submit(_send, task, args, at)


@cache
def _sender(process: int) -> Executor:
    """Return the process's sender thread; threads do not survive a fork."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="alarm")


def _send(task: str, args: tuple[object, ...], at: datetime | None) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task, args=args, eta=at, retry=False, ignore_result=True)
    except Exception:  # kombu raises its transports' own errors
        _silent_until = time.monotonic() + COOLDOWN
        logger.warning("alarm %s%r was lost", task, args, exc_info=True)
