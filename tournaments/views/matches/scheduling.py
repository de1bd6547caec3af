"""Agreeing on the hour of a match, and setting it: translate, call one service, go back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from tournaments.forms.schedule import AnswerForm, ProposalForm, SetTimeForm
from tournaments.models import TimeProposal
from tournaments.services.matches import proposals
from tournaments.services.matches.letters import Reach, reach_of
from tournaments.views.finding import find_match, person
from tournaments.views.matches.matches import match_page
from tournaments.views.refusal import answers_refusals, refuse


@require_POST
@signed_in
@answers_refusals
def propose(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer the other side some hours; they are written on the reader's own clock."""
    view, now = find_match(request, pk), timezone.now()
    form = ProposalForm(request.POST, zone=timezone.get_current_timezone_name(), now=now)
    if not form.is_valid():
        return match_page(request, view, status=422, proposal_form=form)
    proposals.propose_times(match_id=pk, user=person(request), times=form.times(), now=now)
    messages.success(request, _("Listo: les avisamos. El partido cambia de hora cuando acepten."))
    return redirect("match", pk)


@require_POST
@signed_in
@answers_refusals
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one of the hours on offer."""
    find_match(request, pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    offer = get_object_or_404(TimeProposal, pk=form.cleaned_data["proposal"], match=pk)
    proposals.accept_time(proposal_id=offer.pk, user=person(request), now=timezone.now())
    messages.success(request, _("Quedó acordado. La mesa se abre sola a esa hora."))
    return redirect("match", pk)


@require_POST
@signed_in
@answers_refusals
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Take none of them."""
    find_match(request, pk)
    proposals.decline_times(match_id=pk, user=person(request), now=timezone.now())
    messages.success(request, _("Les avisamos que no. El partido sigue a su hora."))
    return redirect("match", pk)


@require_POST
@signed_in
@answers_refusals
def set_time(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the hour as an organiser; it is written on the reader's own clock."""
    view, now = find_match(request, pk), timezone.now()
    form = SetTimeForm(request.POST, zone=timezone.get_current_timezone_name(), now=now)
    if not form.is_valid():
        return match_page(request, view, status=422, set_time_form=form)
    proposals.set_time(match_id=pk, actor=person(request), now=now, **form.cleaned_data)
    match reach_of(view.match):
        case Reach.ALL:
            words = _("El partido tiene hora nueva; avisamos a todos.")
        case Reach.SOME:
            words = _("El partido tiene hora nueva; avisamos a quienes tienen cuenta.")
        case Reach.NOBODY:
            words = _("El partido tiene hora nueva. Nadie tiene cuenta: avisales por tu lado.")
    messages.success(request, words)
    return redirect("match", pk)
