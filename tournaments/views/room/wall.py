"""The screen in the hall: opened from a link by whoever runs it, and left alone from then on."""

from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.values.qr import qr
from accounts.views.asked import signed_in
from tournaments.live.competition import Shown
from tournaments.models import Competition, Match
from tournaments.pages.people.names import read_names
from tournaments.pages.round_clock import round_clocks
from tournaments.pages.screens.round_told import round_told
from tournaments.pages.screens.signs import screen_signs, with_bulletin
from tournaments.pages.screens.wall import leaves
from tournaments.services.names.door import is_open
from tournaments.views.addresses import names_address
from tournaments.views.finding import find_organised
from tournaments.views.refusal import answers_refusals
from truco_site.htmx import is_part

_signer = Signer(salt="tournaments.wall", sep="~")


@require_safe
@signed_in
@answers_refusals
def open_wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead an organiser to the screen; its address may be passed on to another computer."""
    return redirect("wall", _signer.sign(str(find_organised(request, pk).pk)))


@require_safe
@never_cache
def wall(request: HttpRequest, token: str) -> HttpResponse:
    """Show a leaf (`?leaf=`, counted from 0 and around); to the screen's own script alone.

    With `?known=`, the mark that it has, it answers nothing (204) as long as no round is published.
    """
    try:
        pk = int(_signer.unsign(token))
    except BadSignature as forged:
        raise Http404 from forged
    found = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    played = _played(found)
    if request.GET.get("known") == played:
        return HttpResponse(status=204)
    template = "tournaments/_wall.html" if is_part(request) else "tournaments/wall.html"
    return render(request, template, {**_context(request, found), "played": played})


def _played(found: Competition) -> str:
    """Return a mark of what is drawn: another one once a round is published, or it ends."""
    newest = Match.objects.of(found.pk).aggregate(newest=Max("pk"))["newest"]
    return f"{found.state}-{newest or 0}"


def _context(request: HttpRequest, found: Competition) -> dict[str, Any]:
    shown = Shown.of(found)
    entries = [line.entry for line in shown.entries]
    names = read_names(found) if is_open(found) else None
    with timezone.override(found.club.zone):
        shown_leaves = leaves(shown.event, entries, shown.podium, names)
    signs = screen_signs(found, request.build_absolute_uri)
    turning = with_bulletin([*shown_leaves, *signs], shown.bulletin, found.club.zone)
    asked = request.GET.get("leaf", "")
    number = int(asked) % len(turning) if asked.isascii() and asked.isdigit() else 0
    address = names_address(found) if names else reverse("short", args=[found.code])
    follow = request.build_absolute_uri(address)
    clock, now = next((each for each in round_clocks(found) if each.clock), None), timezone.now()
    return {
        "competition": found,
        "leaf": turning[number],
        "number": number + 1,
        "numbers": range(1, len(turning) + 1),
        "round": round_told(shown.event),
        "clock": clock,
        "has_rung": clock is not None and clock.bell_at is not None and clock.bell_at <= now,
        "host": request.get_host(),
        "address": address,
        "qr": qr(follow),
        "now": now,
    }
