"""Who is in a team and who leads it: a button for each act of the team's page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.values.qr import qr
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.teams import PersonForm
from tournaments.services.teams import joining, leading
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals
from tournaments.views.teams.finding import find_team


@require_POST
@signed_in
@never_cache
@answers_refusals
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link into the team and show it, this once."""
    team = find_team(pk)
    token = joining.invite(team_id=team.pk, actor=person(request), now=timezone.now())
    link = request.build_absolute_uri(reverse("teams:join", args=[token]))
    days = joining.INVITES_FOR.days
    context = {"team": team, "link": link, "qr": qr(link), "days": days}
    return render(request, "tournaments/teams/link.html", context)


@require_POST
@signed_in
@answers_refusals
def stop_inviting(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the link lead nowhere."""
    joining.stop_inviting(team_id=pk, actor=person(request))
    return _back(request, pk, _("El enlace ya no sirve."))


@require_POST
@signed_in
@answers_refusals
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave the team."""
    joining.leave(team_id=pk, user=person(request), now=timezone.now())
    return _back(request, pk, _("Ya no estás en el equipo."))


@require_POST
@signed_in
@answers_refusals
def take_out(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Take somebody out of it."""
    acting: Any = {"team_id": pk, "actor": person(request), "now": timezone.now()}
    joining.take_out(player_id=player, **acting)
    return _back(request, pk, _("Ya no está en el equipo."))


@require_POST
@signed_in
@answers_refusals
def name_vice(request: HttpRequest, pk: int) -> HttpResponse:
    """Name its vice, or nobody."""
    return _named(request, pk, leading.name_vice)


@require_POST
@signed_in
@answers_refusals
def offer_captaincy(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer somebody to be its captain, or take that back."""
    return _named(request, pk, leading.offer_captaincy)


@require_POST
@signed_in
@answers_refusals
def take_captaincy(request: HttpRequest, pk: int) -> HttpResponse:
    """Be its captain."""
    leading.take_captaincy(team_id=pk, user=person(request))
    return _back(request, pk, _("Ahora sos capitán del equipo."))


@require_POST
@signed_in
@answers_refusals
def dissolve(request: HttpRequest, pk: int) -> HttpResponse:
    """End the team."""
    leading.dissolve(team_id=pk, actor=person(request), now=timezone.now())
    return _back(request, pk, _("El equipo está disuelto. Lo que tiene empezado, se juega."))


def _named(request: HttpRequest, pk: int, act: Callable[..., None]) -> HttpResponse:
    form = PersonForm(request.POST)
    if not form.is_valid():
        raise RefusedError("badly-written")
    act(team_id=pk, user_id=form.cleaned_data["user"], actor=person(request))
    return _back(request, pk, _("Listo, guardamos tus cambios."))


def _back(request: HttpRequest, pk: int, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("teams:team", pk)
