"""Transactions: hooks after a commit, alarms that run a Celery task, and retries of conflicts.

An alarm is only a reminder, so a separate thread enqueues it: with a dead or silent broker a
client waits for many seconds, and a click must not. After a failure no alarms are tried for a
while, and the sweep does the work (docs/adr/0003). The sweep also serves distant deadlines, which
a broker and its workers would have to hold until then.
"""

import functools
import logging
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import ParamSpec, TypeVar

from celery import current_app
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.utils import timezone

logger = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")
COOLDOWN = 5.0  # seconds without attempts after a failure
MAX_ETA = timedelta(minutes=10)  # alarms are not set for later times
_silent_until = 0.0


@dataclass(frozen=True)
class Hook:
    """A call to make after the commit. Its exceptions are logged and not propagated."""

    function: Callable[..., object]
    args: tuple[object, ...]
    kwargs: Mapping[str, object]

    def __call__(self) -> None:
        try:
            self.function(*self.args, **self.kwargs)
        except Exception:
            logger.exception("%s failed after the commit", _name_of(self.function))


def on_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call `function` after the commit, or immediately outside a transaction.

    An exception is logged with the function's name and not propagated, so that the hooks after it
    run. Django's `robust=True` reads `__qualname__`, which a partial lacks, and logs the
    exception's text.
    """
    hook = Hook(function, args, kwargs)
    transaction.on_commit(hook, robust=True)  # noqa: TID251  # the one place


def _name_of(function: Callable[..., object]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__}.{name}"


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


MAX_ATTEMPTS = 3
DEADLOCK, SERIALIZATION_FAILURE = "40P01", "40001"


def retry_on_conflict(service: Callable[P, R]) -> Callable[P, R]:
    """Retry a transactional service at most twice after a deadlock or serialization failure.

    This works only outside a transaction: inside one, its owner must repeat all of it.
    """

    @functools.wraps(service)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> R:
        for tries in reversed(range(MAX_ATTEMPTS)):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if not tries or connection.in_atomic_block or not _is_a_matter_of_timing(error):
                    raise
        raise AssertionError("the last try returns or raises")

    return attempt


def transactional(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in a transaction, again after a conflict; inside another one, as part of it."""
    return retry_on_conflict(transaction.atomic(service))


def _is_a_matter_of_timing(error: OperationalError) -> bool:
    state = getattr(error.__cause__, "sqlstate", None)
    return state in {DEADLOCK, SERIALIZATION_FAILURE} or "locked" in str(error)
