"""Heartbeats, outages, and the extension of deadlines after an outage.

Only Celery's sweep writes the heartbeat `celery`. While it is silent, web processes sweep
instead, one at a time: the row `web` is their lease. Every sweep writes `clock`, so a gap in it
is an outage of the whole site. Each process with open sockets has a heartbeat of its own, because
nobody records the end of the sockets of a killed process.

After a gap of more than five seconds every registered deadline is extended by the gap, to at
least twenty seconds from now, once and in one transaction, before anything acts. A clock that was
set back is a negative gap, under the same rule (docs/deploy.md, invariant I15).
"""

import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.db.models import Model, Q, QuerySet

from accounts.common.transactions import transactional
from games.models import Heartbeat, Outage
from truco_site import counters

CLOCK, CELERY, WEB = "clock", "celery", "web"
HEARTBEAT_INTERVAL = timedelta(seconds=1)  # a heartbeat younger than this is not written again
CELERY_TIMEOUT = timedelta(seconds=3)  # after this silence of Celery web processes sweep
LEASE = timedelta(seconds=3)  # the time for which a web process keeps the lease without renewing it


def record_celery_heartbeat(now: datetime) -> bool:
    """Record that Celery sweeps. Celery needs no lease."""
    if not Heartbeat.objects.filter(name=CELERY).update(at=now):
        Heartbeat.objects.get_or_create(name=CELERY, defaults={"at": now})
    return True


def is_celery_down(now: datetime) -> bool:
    """Return whether Celery has not swept for too long, or never has."""
    beats = Heartbeat.objects.filter(name=CELERY)
    return not beats.filter(at__range=(now - CELERY_TIMEOUT, now + CELERY_TIMEOUT)).exists()


def acquire_fallback_lease(now: datetime, *, holder: str) -> bool:
    """Return whether a web process may sweep now.

    It may if Celery is down and the lease is free.
    """
    return is_celery_down(now) and _leased(now, holder)


def _leased(now: datetime, holder: str) -> bool:
    is_held = Q(at__range=(now - LEASE, now + LEASE)) & ~Q(holder=holder)
    renewed = Heartbeat.objects.exclude(is_held).filter(name=WEB).update(at=now, holder=holder)
    if renewed:
        return True
    fresh = {"at": now, "holder": holder}
    return Heartbeat.objects.get_or_create(name=WEB, defaults=fresh)[1]


PROCESS = "process "  # begins the name of a process's heartbeat
PROCESS_INTERVAL = timedelta(seconds=30)  # a younger heartbeat of a process is not written again
PROCESS_KEPT = timedelta(hours=1)  # the heartbeat of a process that has ended


def process_name() -> str:
    """Return the name of this process: eight characters that no other process has."""
    return _name_of(os.getpid())


@cache
def _name_of(pid: int) -> str:
    """Return a new name; a forked process gets one of its own."""
    return secrets.token_hex(4)


def record_process(now: datetime) -> None:
    """Record that this process serves sockets, and forget processes that are long gone."""
    name = f"{PROCESS}{process_name()}"
    recent = (now - PROCESS_INTERVAL, now + PROCESS_INTERVAL)
    if not Heartbeat.objects.filter(name=name, at__range=recent).exists():
        Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
        _processes().filter(at__lt=now - PROCESS_KEPT).delete()


def living_processes(since: datetime) -> Sequence[str]:
    """Return the names of the processes that have served sockets since an instant."""
    names = _processes().filter(at__gt=since).values_list("name", flat=True)
    return [name.removeprefix(PROCESS) for name in names]


def _processes() -> QuerySet[Heartbeat]:
    return Heartbeat.objects.filter(name__startswith=PROCESS)


logger = logging.getLogger(__name__)
OUTAGE = timedelta(seconds=5)  # a longer gap between heartbeats counts as an outage
CREDIT = timedelta(seconds=20)  # minimum time left of every deadline after an outage
KEPT = timedelta(days=60)


@dataclass(frozen=True)
class Gap:
    """A gap between heartbeats, from `since` to `now`.

    `now` is earlier if the clock was set back.
    """

    since: datetime
    now: datetime

    @property
    def length(self) -> timedelta:
        """The time by which deadlines move; negative if the clock was set back."""
        return self.now - self.since

    @property
    def is_set_back(self) -> bool:
        """Whether the clock was set back."""
        return self.now < self.since

    @property
    def running_since(self) -> datetime:
        """Deadlines after this instant were still pending when the gap began."""
        return self.since - OUTAGE

    def extend_deadline(self, deadline: datetime, longest: timedelta | None = None) -> datetime:
        """Return the new time of a deadline; `longest` is its full duration, if known."""
        moved = max(deadline + self.length, self.now + CREDIT)
        return moved if longest is None else min(moved, self.now + longest + CREDIT)


Extend = Callable[[Gap], int]
_extensions: dict[str, Extend] = {}


def extends(*columns: str) -> Callable[[Extend], Extend]:
    """Register a function that moves these deadline columns (`app.Model.column`).

    The function returns the number of rows. It runs inside the heartbeat's transaction, in the
    order of registration, which is the lock order: games before matches.
    """

    def register(extend: Extend) -> Extend:
        for column in columns:
            assert column not in _extensions, f"{column} is registered twice"
            _extensions[column] = extend
        return extend

    return register


def registered() -> frozenset[str]:
    """Return the deadline columns that an outage extends."""
    return frozenset(_extensions)


def move_column(rows: QuerySet[Model], column: str, gap: Gap) -> int:
    """Extend a column of the rows with a pending deadline; return their number."""
    running = rows.select_for_update(of=("self",)).filter(**{f"{column}__gt": gap.running_since})
    moved = list(running.order_by("pk"))
    for row in moved:
        setattr(row, column, gap.extend_deadline(getattr(row, column)))
        row.save(update_fields=[column])
    return len(moved)


def credit_outage(
    *, now: datetime, elapsed: float | None = None, is_expected: bool = False
) -> bool:
    """Record the clock's heartbeat; after a gap, or a clock set back, extend every deadline.

    Call it before anything that acts for players or ends something. `elapsed` is the time in
    seconds of a clock that is never set (`time.monotonic`). `is_expected` marks an expected pause,
    as at a start. Return whether deadlines were moved.
    """
    beat = Heartbeat.objects.filter(name=CLOCK).first()
    if beat is not None and abs(now - beat.at) < HEARTBEAT_INTERVAL:
        return False
    outage = _beat_heart(now, time.monotonic() if elapsed is None else elapsed)
    if outage is None:
        return False
    _report(*outage, is_expected=is_expected)
    return True


@transactional
def _beat_heart(now: datetime, elapsed: float) -> tuple[Gap, int] | None:
    """Renew the heartbeat and extend deadlines after a gap.

    Return the gap and how many deadlines moved, or None if there was no gap. Only one caller sees
    the gap: the heartbeat row is locked until every deadline is extended.
    """
    rows = Heartbeat.objects.select_for_update()
    beat, _ = rows.get_or_create(name=CLOCK, defaults={"at": now})
    gap = Gap(beat.at, now)
    if gap.is_set_back and not _stands_ahead(beat.at, now, elapsed):
        return None
    beat.at = now
    beat.save(update_fields=["at"])
    if not gap.is_set_back and gap.length <= OUTAGE:
        return None
    _processes().update(at=now)  # players whose process ended have time to come back
    moved = sum(extend(gap) for extend in dict.fromkeys(_extensions.values()))
    if not gap.is_set_back:
        Outage.objects.create(since=gap.since, until=gap.now)
        Outage.objects.filter(until__lt=gap.now - KEPT).delete()
    return gap, moved


# a heartbeat in the future, and when it was first seen
_ahead: tuple[datetime, float] | None = None


def _stands_ahead(beat: datetime, now: datetime, elapsed: float) -> bool:
    """Return whether the clock was set back: a heartbeat in the future is five seconds old.

    If the clocks of several machines differ, the machine that is ahead continues to renew it.
    """
    global _ahead
    if beat - now <= OUTAGE:
        return False
    if _ahead is None or _ahead[0] != beat or elapsed < _ahead[1]:
        _ahead = (beat, elapsed)
    return elapsed - _ahead[1] > OUTAGE.total_seconds()


def _report(gap: Gap, moved: int, *, is_expected: bool) -> None:
    """Log and count a gap, once it is committed: a full disk refuses that again and again."""
    if gap.is_set_back:
        counters.CLOCK_SET_BACK.inc()
        logger.warning("the clock was set back by %s; %s deadlines follow", -gap.length, moved)
        return
    counters.OUTAGES.inc()
    level = logging.WARNING if moved and not is_expected else logging.INFO
    logger.log(level, "the site stood still for %s; %s deadlines are extended", gap.length, moved)


def time_lost(*, since: datetime, now: datetime) -> timedelta:
    """Return how long outages lasted since an instant, for deadlines without a column."""
    outages = Outage.objects.filter(until__gt=since, since__lt=now)
    lost = (until - max(began, since) for began, until in outages.values_list("since", "until"))
    return sum(lost, timedelta())
