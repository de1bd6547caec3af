"""What a room is shown and told: bulletins, the screen, the Wi-Fi, the score over a stream."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views.asked import signed_in
from tournaments.forms.screens import BulletinForm, NetworkForm
from tournaments.live.overlay import token_of
from tournaments.models import Competition, HallTable, Match
from tournaments.services.hall.bulletins import UNHEARD, send_bulletin, take_bulletin_back
from tournaments.services.hall.guest_network import network_of, set_network
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals

LISTED = 10  # bulletins, and matches to be streamed


@require_safe
@signed_in
@never_cache
@answers_refusals
def screens(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it all to an organiser."""
    return _page(request, find_organised(request, pk))


@posted_at_desk
@signed_in
@answers_refusals
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something to everybody."""
    competition, form = find_organised(request, pk), BulletinForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, bulletin_form=form)
    send_bulletin(competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Avisado: ya se ve en todos lados."))
    return redirect("competitions:screens", pk)


@posted_at_desk
@signed_in
@answers_refusals
def take_back(request: HttpRequest, pk: int, bulletin: int) -> HttpResponse:
    """Take a bulletin back."""
    competition = find_organised(request, pk)
    take_bulletin_back(bulletin_id=bulletin, actor=person(request), now=timezone.now())
    messages.success(request, _("El aviso ya no se ve."))
    return redirect("competitions:screens", competition.pk)


@posted_at_desk
@signed_in
@answers_refusals
def network(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep the Wi-Fi for guests."""
    competition, form = find_organised(request, pk), NetworkForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, network_form=form)
    set_network(competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:screens", pk)


def _page(request: HttpRequest, competition: Competition, **wrong: Any) -> HttpResponse:
    tables = HallTable.objects.filter(competitions=competition).order_by("number")
    called = Match.objects.of(competition.pk).filter(state=Match.State.CALLED).placed()
    context = {
        "competition": competition,
        "bulletin_form": BulletinForm(),
        "bulletins": competition.bulletins.select_related("by")[:LISTED],
        "can_say": competition.state not in UNHEARD,
        "now": timezone.now(),
        "network_form": NetworkForm(initial=_network(competition)),
        "tables": [(table, token_of("t", table.pk)) for table in tables],
        "matches": [(match, token_of("m", match.pk)) for match in called[:LISTED]],
        **wrong,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return render(request, "tournaments/screens.html", context, status=status)


def _network(competition: Competition) -> dict[str, object]:
    kept = network_of(competition)
    if kept is None:
        return {"of_club": True}
    return {
        "name": kept.name,
        "password": kept.password,
        "is_hidden": kept.is_hidden,
        "of_club": kept.competition_id is None,
    }
