"""Setting an alarm: a Celery task that will look at the database when something may be due.

An alarm is only a reminder. If the broker is dead it is lost after at most a second, the following
ones are not even tried for a while, and the sweep does the work (DESIGN 5).
"""

import logging
import time
from datetime import datetime

from celery import current_app
from django.conf import settings

logger = logging.getLogger(__name__)

REST = 5.0  # seconds without trying after a failure

_silent_until = 0.0


def enqueue(task: str, *args: object, at: datetime | None = None) -> None:
    """Ask for a task by name, now or at an instant."""
    global _silent_until
    if not settings.ALARM or time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task, args=args, eta=at, retry=False, ignore_result=True)
    except Exception:  # kombu raises its transports' own errors
        _silent_until = time.monotonic() + REST
        logger.warning("alarm %s%r was lost", task, args, exc_info=True)
