"""Metrics of the site: the counters of its processes, and figures from its database."""

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from accounts.models import OutgoingMail, User
from games.models import Game, Heartbeat
from games.play.outages import CELERY
from truco_site.operations.backup_places import BACKUPS

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
LEAST_FREE: Final = 100 * 1024**2  # bytes of disk; with fewer the site is not ready
OLDEST_BACKUP: Final = timedelta(days=2)


@dataclass(frozen=True)
class SiteFigures:
    """Figures from the database at one instant; durations in seconds."""

    tables: Mapping[str, int]  # unfinished tables, by status
    clock_lag: float  # of the table that has waited longest for the server
    celery_silence: float | None  # between now and its last sweep; None if it never swept
    mail_waiting: int  # e-mails in the outbox
    mail_oldest: float  # the longest wait in the outbox


def read_site_figures(now: datetime) -> SiteFigures:
    """Read the figures from the database."""
    unfinished = Game.objects.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))
    by_status = unfinished.values_list("status").annotate(Count("pk")).order_by()
    due = Game.objects.filter(status__in=Game.TIMED).aggregate(at=Min("act_by"))["at"]
    swept = Heartbeat.objects.filter(name=CELERY).values_list("at", flat=True).first()
    mail = OutgoingMail.objects.aggregate(number=Count("pk"), oldest=Min("queued_at"))
    return SiteFigures(
        mail_waiting=mail["number"],
        mail_oldest=max(0.0, (now - mail["oldest"]).total_seconds()) if mail["oldest"] else 0.0,
        tables=dict(by_status),
        clock_lag=max(0.0, (now - due).total_seconds()) if due else 0.0,
        celery_silence=abs((now - swept).total_seconds()) if swept else None,
    )


class SiteCollector(Collector):
    """Collector of the database figures for Prometheus."""

    def collect(self) -> Iterator[Metric]:
        """Read the current figures from the database."""
        figures = read_site_figures(timezone.now())
        tables = GaugeMetricFamily("truco_tables", "Unfinished tables", labels=["status"])
        for status, number in sorted(figures.tables.items()):
            tables.add_metric([status], number)
        yield tables
        lag = "How late the server is at the table that waits longest"
        yield GaugeMetricFamily("truco_clock_lag_seconds", lag, figures.clock_lag)
        waiting = "E-mails in the outbox"
        yield GaugeMetricFamily("truco_mail_waiting", waiting, figures.mail_waiting)
        oldest = "How long the oldest e-mail of the outbox has waited"
        yield GaugeMetricFamily("truco_mail_oldest_seconds", oldest, figures.mail_oldest)
        free = "Bytes free where the site keeps its files"
        yield GaugeMetricFamily("truco_disk_free_bytes", free, free_disk())
        if (newest := newest_backup()) is not None:
            age = "Age of the newest backup in VAR_DIR"
            seconds = (timezone.now() - newest).total_seconds()
            yield GaugeMetricFamily("truco_backup_age_seconds", age, seconds)
        if figures.celery_silence is not None:
            silence = "Since Celery swept last"
            yield GaugeMetricFamily("truco_celery_silence_seconds", silence, figures.celery_silence)


def registry() -> CollectorRegistry:
    """Return the metrics of this process, or of all processes that share a folder."""
    collected = CollectorRegistry()
    collected.register(SiteCollector())
    if folder := os.environ.get(SHARED):
        _forget_ended(Path(folder))
        MultiProcessCollector(collected, path=folder)  # type: ignore[no-untyped-call]  # untyped
    else:
        collected.register(REGISTRY)  # a registry has the interface of a collector
    return collected


def counted(name: str, **labels: str) -> float:
    """Return one figure summed over all processes; 0 if none has counted."""
    return registry().get_sample_value(name, labels) or 0.0


def newest_backup() -> datetime | None:
    """Return the time of the newest backup in embedded mode, but for those of the future."""
    copies, now = (settings.VAR / "backups").glob(BACKUPS), timezone.now().timestamp()
    times = [time for copy in copies if (time := copy.stat().st_mtime) <= now]
    return datetime.fromtimestamp(max(times), tz=timezone.get_current_timezone()) if times else None


def free_disk() -> int:
    """Return the free bytes of the site's file system."""
    return shutil.disk_usage(settings.VAR).free


def oldest_account() -> datetime | None:
    """Return since when the site has something to lose; None also without a database."""
    try:
        return User.objects.order_by("pk").values_list("date_joined", flat=True).first()
    except DatabaseError:
        return None


def lacks_backup(newest: datetime | None) -> bool:
    """Return whether the newest backup is too old, or there is none after as long a time."""
    since = newest or oldest_account()
    return since is not None and timezone.now() - since >= OLDEST_BACKUP


def _forget_ended(folder: Path) -> None:
    """Remove the sockets of ended processes from the sum."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path("/proc", str(pid)).exists():
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # the same
