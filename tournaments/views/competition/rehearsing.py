"""Rehearsals: one tap makes a made-up evening, one tap deletes it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from tournaments.services.competition import rehearsing
from tournaments.views.competition.home_club import club_asked_for, club_to_open
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals


@require_POST
@signed_in
@answers_refusals
def rehearse(request: HttpRequest) -> HttpResponse:
    """Make an evening to rehearse with, in the club asked for or one that is opened on the way."""
    actor = person(request)
    home = club_asked_for(request, request.POST) or club_to_open(actor)
    made = rehearsing.rehearse(actor=actor, home=home, now=timezone.now())
    messages.success(request, _("Tu mesa de prueba está lista: sorteá, y probá lo que quieras."))
    return redirect("competitions:manage", made.pk)


@require_POST
@signed_in
@answers_refusals
def forget(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a rehearsal."""
    competition = find_organised(request, pk)
    rehearsing.forget_rehearsal(competition_id=competition.pk, actor=person(request))
    messages.success(request, _("El ensayo se borró: no quedó nada."))
    return redirect("competitions:setup")
