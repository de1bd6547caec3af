"""Health probes, `/metrics`, and the operators' page with the same figures.

The probes report whether this process is alive and whether it can serve.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.common.client_address import client_address
from games.models import Game, Heartbeat
from games.play.outages import CELERY_TIMEOUT, OUTAGE
from truco_site.celery import app
from truco_site.operations.backups import makes_backups
from truco_site.operations.metrics import (
    LEAST_FREE,
    OLDEST_BACKUP,
    SiteFigures,
    counted,
    free_disk,
    lacks_backup,
    newest_backup,
    read_site_figures,
    registry,
)
from truco_site.operations.release import release

SLOW = 0.25  # longest acceptable time of a click, in seconds
WAITS = 5.0  # longest acceptable wait of a task, in seconds


class HealthFigure(NamedTuple):
    """A figure for operators; `is_fine` is None if it is neither good nor bad."""

    title: str
    words: str
    is_fine: bool | None = None


@require_safe
@never_cache
def operators(request: HttpRequest) -> HttpResponse:
    """Show the site's condition to staff with a second factor; others get a 404."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
    if not request.user.may_operate:
        return redirect("mfa_index")
    now = timezone.now()
    context = {"told": list(_health_figures(read_site_figures(now), now)), "release": release()}
    return render(request, "operation/operators.html", context)


def _health_figures(figures: SiteFigures, now: datetime) -> Iterator[HealthFigure]:
    yield HealthFigure(_("Reloj de las mesas"), *_clock(figures))
    yield HealthFigure(_("Tareas (Celery)"), *_celery(figures))
    yield _queue()
    yield HealthFigure(_("Mesas"), _tables(figures), not figures.tables.get(Game.Status.FROZEN))
    yield HealthFigure(_("Conexiones en vivo"), localize(int(counted("truco_sockets"))))
    yield _clicks()
    lost = int(counted("truco_hint_failures_total"))
    yield HealthFigure(_("Avisos perdidos entre procesos"), localize(lost), not lost)
    if makes_backups():
        yield _backup(now)


def _clock(figures: SiteFigures) -> tuple[str, bool]:
    if figures.clock_lag < OUTAGE.total_seconds():
        return _("Al día."), True
    return _("Atrasado %(seconds)s s.") % {"seconds": localize(int(figures.clock_lag))}, False


def _celery(figures: SiteFigures) -> tuple[str, bool]:
    if figures.celery_silence is None:
        return _("Todavía no trabajó."), False
    if figures.celery_silence <= CELERY_TIMEOUT.total_seconds():
        return _("Trabajan."), True
    away = {"seconds": localize(int(figures.celery_silence))}
    return _("Paradas hace %(seconds)s s: el sitio mueve los relojes mientras tanto.") % away, False


def _queue() -> HealthFigure:
    age = counted("truco_queue_age_seconds")
    waited = _("La última esperó %(seconds)s s.") % {"seconds": localize(round(age, 1))}
    return HealthFigure(_("Cola de tareas"), waited, age < WAITS)


def _tables(figures: SiteFigures) -> str:
    counts = [f"{Game.Status(status).label}: {localize(n)}" for status, n in figures.tables.items()]
    return "; ".join(sorted(counts)) or _("Ninguna abierta.")


def _clicks() -> HealthFigure:
    number = int(counted("truco_click_seconds_count"))
    seconds = counted("truco_click_seconds_sum") / number if number else 0.0
    failed = int(counted("truco_clicks_total", outcome="failed"))
    values = {"number": localize(number), "ms": localize(round(1000 * seconds, 1))}
    words = ngettext(
        "%(number)s desde que arrancó, en %(ms)s ms.",
        "%(number)s desde que arrancó, en %(ms)s ms cada una.",
        number,
    )
    return HealthFigure(_("Jugadas"), words % values, seconds < SLOW and not failed)


def _backup(now: datetime) -> HealthFigure:
    newest = newest_backup()
    if newest is None:
        return HealthFigure(_("Última copia"), _("Todavía ninguna."), False)
    is_recent = now - newest < OLDEST_BACKUP
    return HealthFigure(_("Última copia"), localize(timezone.localtime(newest)), is_recent)


PATIENCE: Final = 1.0  # seconds
UNAVAILABLE: Final = 503
PROBE: Final = "probe"  # a heartbeat that is never committed
WHOLE_FOR: Final = 600.0  # seconds


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Report that this process answers, and its release, without further checks."""
    return JsonResponse({"status": "ok", **release()._asdict()})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Report whether pages and tables can be served, and which parts are missing."""
    parts = {name: _is_fine(look) for name, look in PARTS.items()}
    is_ready = all(parts.values())
    states = {name: "ok" if fine else "away" for name, fine in parts.items()}
    status = {"status": "ready" if is_ready else "not ready", **states}
    return JsonResponse(status, status=200 if is_ready else UNAVAILABLE)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to clients with the token, or from a permitted address."""
    if not may_read_figures(request):
        raise Http404
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def may_read_figures(request: HttpRequest) -> bool:
    """Return whether a request may read `/metrics`; without either setting none may."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and kind == "Bearer":
        return constant_time_compare(token, settings.METRICS_TOKEN)
    address = ip_address(client_address(request))
    return any(address in ip_network(each, strict=False) for each in settings.METRICS_ADDRESSES)


def _database() -> None:
    """Read, and write in a transaction that is rolled back, to detect a read-only database."""
    with transaction.atomic():
        Heartbeat.objects.create(name=PROBE, at=timezone.now())
        transaction.set_rollback(True)


def _is_whole() -> None:
    """Check the pages of SQLite's file at most every ten minutes; PostgreSQL has checksums."""
    global _whole_until
    if connection.vendor != "sqlite" or monotonic() < _whole_until:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        assert cursor.fetchone() == ("ok",)
    _whole_until = monotonic() + WHOLE_FOR


def _disk() -> None:
    assert free_disk() >= LEAST_FREE


def _check_backup() -> None:
    """Check for a backup of the last two days, if the site makes its own."""
    assert not makes_backups() or not lacks_backup(newest_backup())


def _migrations() -> None:
    """Check until the migrations are complete; they stay applied."""
    global _is_migrated
    if not _is_migrated:
        executor = MigrationExecutor(connection)
        assert not executor.migration_plan(executor.loader.graph.leaf_nodes())
        _is_migrated = True


def _layer() -> None:
    if url := settings.REDIS_URL:
        from redis import Redis  # takes 0.3 s, unnecessary in a single process

        waits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        with Redis.from_url(url, **waits) as redis:
            redis.ping()


def _broker() -> None:
    if settings.CELERY_BROKER_URL.startswith("memory"):
        return  # the broker is this process
    with app.connection_for_write(connect_timeout=PATIENCE) as broker:
        broker.ensure_connection(max_retries=1, timeout=int(PATIENCE))


PARTS: Final[dict[str, Callable[[], None]]] = {
    "database": _database,
    "integrity": _is_whole,
    "disk": _disk,
    "backup": _check_backup,
    "migrations": _migrations,
    "layer": _layer,
    "broker": _broker,
}
_is_migrated = False
_whole_until = 0.0


def _is_fine(look: Callable[[], None]) -> bool:
    try:
        look()
    except Exception:  # parts that are down raise anything
        return False
    return True
