"""The page of the site's staff: the same figures as `/metrics`, in words."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.services.heartbeats import AWAY
from games.services.outages import OUTAGE
from truco_site.operation.figures import House, counted, house, newest_backup
from truco_site.operation.release import release

SLOW = 0.25  # seconds that a click may take
WAITS = 5.0  # seconds that a task may wait


class Told(NamedTuple):
    """One thing that operators look at; `is_fine` is None for what is neither good nor bad."""

    title: str
    words: str
    is_fine: bool | None = None


@require_safe
@never_cache
def operators(request: HttpRequest) -> HttpResponse:
    """Tell the site's staff, who need a second factor, how it does; for others there is no page."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
    if not request.user.may_operate:
        return redirect("mfa_index")
    now = timezone.now()
    context = {"told": list(_told(house(now), now)), "release": release()}
    return render(request, "operation/operators.html", context)


def _told(found: House, now: datetime) -> Iterator[Told]:
    yield Told(_("Reloj de las mesas"), *_clock(found))
    yield Told(_("Tareas (Celery)"), *_celery(found))
    yield _queue()
    yield Told(_("Mesas"), _tables(found), not found.tables.get(Game.Status.FROZEN))
    yield Told(_("Conexiones en vivo"), localize(int(counted("truco_sockets"))))
    yield _clicks()
    lost = int(counted("truco_hint_failures_total"))
    yield Told(_("Avisos perdidos entre procesos"), localize(lost), not lost)
    if settings.EMBEDDED and connection.vendor == "sqlite":
        yield _backup(now)


def _clock(found: House) -> tuple[str, bool]:
    if found.clock_lag < OUTAGE.total_seconds():
        return _("Al día."), True
    return _("Atrasado %(seconds)s s.") % {"seconds": localize(int(found.clock_lag))}, False


def _celery(found: House) -> tuple[str, bool]:
    if found.celery_silence is None:
        return _("Todavía no trabajó."), False
    if found.celery_silence <= AWAY.total_seconds():
        return _("Trabajan."), True
    away = {"seconds": localize(int(found.celery_silence))}
    return _("Paradas hace %(seconds)s s: el sitio mueve los relojes mientras tanto.") % away, False


def _queue() -> Told:
    age = counted("truco_queue_age_seconds")
    waited = _("La última esperó %(seconds)s s.") % {"seconds": localize(round(age, 1))}
    return Told(_("Cola de tareas"), waited, age < WAITS)


def _tables(found: House) -> str:
    named = [f"{Game.Status(status).label}: {localize(n)}" for status, n in found.tables.items()]
    return "; ".join(sorted(named)) or _("Ninguna abierta.")


def _clicks() -> Told:
    number = int(counted("truco_click_seconds_count"))
    seconds = counted("truco_click_seconds_sum") / number if number else 0.0
    failed = int(counted("truco_clicks_total", outcome="failed"))
    told = {"number": localize(number), "ms": localize(round(1000 * seconds, 1))}
    words = ngettext(
        "%(number)s desde que arrancó, en %(ms)s ms.",
        "%(number)s desde que arrancó, en %(ms)s ms cada una.",
        number,
    )
    return Told(_("Jugadas"), words % told, seconds < SLOW and not failed)


def _backup(now: datetime) -> Told:
    newest = newest_backup()
    if newest is None:
        return Told(_("Última copia"), _("Todavía ninguna."), False)
    return Told(_("Última copia"), localize(timezone.localtime(newest)), (now - newest).days < 2)
