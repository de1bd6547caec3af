"""Counters for `/metrics`: clicks, sockets, lost hints, waiting tasks.

Processes that share `PROMETHEUS_MULTIPROC_DIR` all write there, and any of them can serve the
sum. No label names a person, a table or an address.
"""

from collections.abc import Callable
from functools import wraps
from time import perf_counter, time
from typing import Any, Final, ParamSpec, TypeVar

from celery import Task
from celery.signals import before_task_publish, task_prerun
from prometheus_client import Counter, Gauge, Histogram

P = ParamSpec("P")
R = TypeVar("R")
SENT_AT: Final = "sent_at"  # header of a message
STEPS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
CLICKS = Counter("truco_clicks", "Acts at tables, by what became of them", ["outcome"])
CLICK_SECONDS = Histogram("truco_click_seconds", "From an act to its commit", buckets=STEPS)
SOCKETS = Gauge("truco_sockets", "Open sockets", multiprocess_mode="livesum")
OUTAGES = Counter("truco_outages", "Times the whole site stood still for more than 5 s")
CLOCK_SET_BACK = Counter("truco_clock_set_back", "Times the system's clock was set back")
HINT_FAILURES = Counter("truco_hint_failures", "Hints to other processes that were lost")
QUEUE_AGE = Gauge(
    "truco_queue_age_seconds", "How long the last task had waited", multiprocess_mode="mostrecent"
)
_done, _refused, _failed = (CLICKS.labels(name) for name in ("done", "refused", "failed"))


def clicked(act: Callable[P, R]) -> Callable[P, R]:
    """Count and time actions at tables; refusals by the rules are not failures."""

    @wraps(act)
    def timed(*args: P.args, **kwargs: P.kwargs) -> R:
        began, outcome = perf_counter(), _failed
        try:
            result = act(*args, **kwargs)
            outcome = _done
        except ValueError:
            outcome = _refused
            raise
        finally:
            outcome.inc()
            CLICK_SECONDS.observe(perf_counter() - began)
        return result

    return timed


@before_task_publish.connect
def _note_sending(headers: dict[str, Any] | None = None, **more: Any) -> None:
    if headers is not None and not headers.get("eta"):  # alarms are meant to wait
        headers[SENT_AT] = time()


@task_prerun.connect
def _note_beginning(task: "Task[Any, Any]", **more: Any) -> None:
    sent_at = getattr(task.request, SENT_AT, None)
    if isinstance(sent_at, float):
        QUEUE_AGE.set(max(0.0, time() - sent_at))
