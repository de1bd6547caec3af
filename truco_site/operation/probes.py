"""Addresses for machines: whether this process lives, whether it can serve, and its figures."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from time import monotonic, time
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.access.network import client_address
from games.models import Heartbeat
from truco_site.celery import app
from truco_site.operation.figures import free_disk, newest_backup, registry
from truco_site.operation.release import release

PATIENCE: Final = 1.0  # seconds
AWAY: Final = 503
PROBE: Final = "probe"  # a heartbeat that is never committed
LEAST_FREE: Final = 100 * 1024 * 1024  # bytes
OLDEST_BACKUP: Final = timedelta(days=2)
WHOLE_FOR: Final = 600.0  # seconds


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Say that this process answers, and what it runs; nothing else is asked."""
    return JsonResponse({"status": "ok", **release()._asdict()})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether pages and tables can be served, and what is missing."""
    found = {name: _is_fine(look) for name, look in PARTS.items()}
    is_ready = all(found.values())
    told = {name: "ok" if fine else "away" for name, fine in found.items()}
    status = {"status": "ready" if is_ready else "not ready", **told}
    return JsonResponse(status, status=200 if is_ready else AWAY)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Serve the metrics to clients with the token, or from an address that may read them."""
    if not may_read_figures(request):
        raise Http404
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def may_read_figures(request: HttpRequest) -> bool:
    """Whether a request may read `/metrics`; with neither setting nobody may."""
    kind, _, given = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and kind == "Bearer":
        return constant_time_compare(given, settings.METRICS_TOKEN)
    address = ip_address(client_address(request))
    return any(address in ip_network(each, strict=False) for each in settings.METRICS_ADDRESSES)


def _database() -> None:
    """Read, and write what is rolled back: a read-only database serves nobody."""
    with transaction.atomic():
        Heartbeat.objects.create(name=PROBE, at=timezone.now())
        transaction.set_rollback(True)


def _is_whole() -> None:
    """Check the pages of SQLite's file, every ten minutes at most; PostgreSQL has checksums."""
    global _whole_until
    if connection.vendor != "sqlite" or monotonic() < _whole_until:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        assert cursor.fetchone() == ("ok",)
    _whole_until = monotonic() + WHOLE_FOR


def _disk() -> None:
    assert free_disk() >= LEAST_FREE


def _backup() -> None:
    """Ask for a backup of the last two days where the site makes its own."""
    if not (settings.EMBEDDED and connection.vendor == "sqlite"):
        return
    newest = newest_backup()
    if newest is None:  # the first is made within a minute
        made = (settings.VAR / "secrets.json").stat().st_mtime if _has_secrets() else time()
        newest = datetime.fromtimestamp(made, UTC)
    assert timezone.now() - newest < OLDEST_BACKUP


def _has_secrets() -> bool:
    return (settings.VAR / "secrets.json").exists()


def _migrations() -> None:
    """Look until they are complete; what was applied stays."""
    global _is_migrated
    if not _is_migrated:
        executor = MigrationExecutor(connection)
        assert not executor.migration_plan(executor.loader.graph.leaf_nodes())
        _is_migrated = True


def _layer() -> None:
    if url := settings.REDIS_URL:
        from redis import Redis  # 0.3 s, which one process alone does without

        waits = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
        with Redis.from_url(url, **waits) as redis:
            redis.ping()


def _broker() -> None:
    if settings.CELERY_BROKER_URL.startswith("memory"):
        return  # it is this very process
    with app.connection_for_write(connect_timeout=PATIENCE) as broker:
        broker.ensure_connection(max_retries=1, timeout=int(PATIENCE))


PARTS: Final[dict[str, Callable[[], None]]] = {
    "database": _database,
    "integrity": _is_whole,
    "disk": _disk,
    "backup": _backup,
    "migrations": _migrations,
    "layer": _layer,
    "broker": _broker,
}
_is_migrated = False
_whole_until = 0.0


def _is_fine(look: Callable[[], None]) -> bool:
    try:
        look()
    except Exception:  # whatever a part that is away raises
        return False
    return True
