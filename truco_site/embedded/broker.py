"""The connection to Celery's broker: it retries within seconds and without limit.

Celery itself waits two seconds longer after each failure, up to half a minute, and gives up after
a hundred; worker and beat would stay down long after the broker is back. A waiting worker also
notices within a fraction of a second that it must stop.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from celery.app.amqp import AMQP
from kombu import Connection

SOON, LATER, LATEST = 1, 1, 2  # seconds: first pause, increment, longest pause
LOOK_UP = 0.2  # seconds in which a waiting worker notices that it must stop


class PatientConnection(Connection):
    """A connection that worker and beat regain within seconds."""

    def ensure_connection(
        self,
        errback: Callable[..., Any] | None = None,
        max_retries: int | None = None,
        interval_start: int = SOON,
        interval_step: int = LATER,
        interval_max: int = LATEST,
        *more: Any,
        **kwargs: Any,
    ) -> Self:
        """Connect, with our own pauses unless the caller passes some; None means no limit."""
        pauses = (interval_start, interval_step, interval_max)
        tries: Any = max_retries  # None: without limit; the stubs accept only numbers
        connected: Self = super().ensure_connection(errback, tries, *pauses, *more, **kwargs)
        return connected

    def drain_events(self, *, timeout: float | None = None, **more: Any) -> None:
        """Wait for a message, at most as long as a worker may take to stop."""
        super().drain_events(timeout=None if timeout is None else min(timeout, LOOK_UP), **more)

    def maybe_close_channel(self, channel: Any) -> None:
        """Close a channel, even one whose connection was cut while its worker held alarms.

        To requeue them kombu asks the cut connection for its address, which ends the worker.
        """
        with suppress(AttributeError):
            super().maybe_close_channel(channel)


class PatientAMQP(AMQP):
    """Celery's AMQP interface, with such connections."""

    Connection = PatientConnection
