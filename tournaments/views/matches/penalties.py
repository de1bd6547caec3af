"""A judge's page of a match with real cards: penalties and corrections, and those given."""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.penalties import CorrectionForm, PenaltyForm
from tournaments.models import Match
from tournaments.pages.organisers.penalties_page import given_in, offered_by
from tournaments.pages.organisers.score_page import ACTION_BYTES, scorecard_of
from tournaments.services.judging.penalties import correct_score, give_penalty
from tournaments.services.judging.permissions import may_judge, may_score
from tournaments.views.finding import find_competition_match, person
from tournaments.views.refusal import answers_refusals, status_of
from tournaments.wording import refusals


@require_safe
@signed_in
@never_cache
@answers_refusals
def penalties(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what judges gave to who keeps the score; judges may give."""
    return _page(request, _scored(request, pk))


@require_POST
@signed_in
@never_cache
@answers_refusals
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a penalty of the club's list."""
    return _act(request, pk, PenaltyForm(request.POST), give_penalty)


@require_POST
@signed_in
@never_cache
@answers_refusals
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Write the points anew."""
    return _act(request, pk, CorrectionForm(request.POST), correct_score)


def _act(request: HttpRequest, pk: int, form: Form, service: Callable[..., object]) -> HttpResponse:
    match = _scored(request, pk)
    if not form.is_valid():
        return _page(request, match, "badly-written")
    try:
        service(match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    except RefusedError as error:
        return _page(request, _scored(request, pk), error.code)
    messages.success(request, _("%(place)s: quedó en la planilla.") % {"place": match.place})
    return redirect("score", pk)


def _scored(request: HttpRequest, pk: int) -> Match:
    """Return a match with real cards whose sheet concerns this reader."""
    match = find_competition_match(request, pk)
    if not may_score(match, request.user):
        raise RefusedError("not-scorer")
    assert match.competition is not None, "found with its competition"
    if not match.competition.with_cards:
        raise RefusedError("not-with-cards")
    return match


def _page(request: HttpRequest, match: Match, code: str = "") -> HttpResponse:
    assert match.competition is not None, "found with its competition"
    scorecard = scorecard_of(match)
    context: dict[str, Any] = {
        "match": match,
        "competition": match.competition,
        "scorecard": scorecard,
        "given": given_in(match, scorecard.names),
        "offered": offered_by(match.competition.club_id),
        "judges": may_judge(match, request.user),
        "correction_id": secrets.token_urlsafe(ACTION_BYTES),
        "undo_id": secrets.token_urlsafe(ACTION_BYTES),
        "wrote": request.POST,
        "notice": refusals.refusal(code) if code else "",
    }
    status = status_of(code) if code else HTTPStatus.OK
    return render(request, "tournaments/penalties.html", context, status=status)
