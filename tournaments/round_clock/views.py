"""View for organisers to start, pause, resume or extend the clock of a round."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from accounts.common.requests import person
from tournaments.common.errors import BadlyWrittenError, refuse
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.models import Round
from tournaments.round_clock import services as round_clock

ACTS: Final[dict[str, Callable[..., Any]]] = {
    "start": round_clock.start_clock,
    "pause": round_clock.pause_clock,
    "resume": round_clock.resume_clock,
}
LONGEST = 3  # digits


@posted_at_desk
def set_clock(request: HttpRequest, pk: int, round_id: int) -> HttpResponse:
    """Do one thing to a clock, or give its round more minutes."""
    competition = find_organised(request, pk)
    row = get_object_or_404(Round, pk=round_id, group__stage__competition=competition)
    common: dict[str, Any] = {"actor": person(request), "now": timezone.now()}
    act, minutes = request.POST.get("act", ""), request.POST.get("minutes", "")
    if act in ACTS:
        ACTS[act](round_id=row.pk, **common)
    elif minutes.isascii() and minutes.isdigit() and len(minutes) <= LONGEST:
        round_clock.add_time(round_id=row.pk, minutes=int(minutes), **common)
    else:
        return refuse(request, BadlyWrittenError())
    return redirect("competitions:manage", pk)
