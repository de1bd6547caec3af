"""Addresses for machines: whether this process lives, whether it can serve, and its figures."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.access.network import client_address
from truco_site.celery import app
from truco_site.operation.figures import registry
from truco_site.operation.release import release

PATIENCE: Final = 1.0  # seconds
AWAY: Final = 503


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
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


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
    "migrations": _migrations,
    "layer": _layer,
    "broker": _broker,
}
_is_migrated = False


def _is_fine(look: Callable[[], None]) -> bool:
    try:
        look()
    except Exception:  # whatever a part that is away raises
        return False
    return True
