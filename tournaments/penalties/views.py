"""Views of a match's penalties for judges, and of a club's list of penalties.

Anyone can read the list; only organisers edit it.
"""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common.errors import RefusedError
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club
from tournaments.common import errors
from tournaments.common.errors import (
    NotOrganiserError,
    NotScorerError,
    NotWithCardsError,
    answers_refusals,
    signed_in_page,
    status_of,
)
from tournaments.common.permissions import may_judge, may_score
from tournaments.matches.lookups import find_competition_match
from tournaments.models import Match
from tournaments.penalties.forms import CorrectionForm, PenaltyForm, RuleForm
from tournaments.penalties.queries import Offered, given_in, listed_by, offered_by
from tournaments.penalties.services import add_penalty, change_penalty, correct_score, give_penalty
from tournaments.score_sheets.queries import ACTION_BYTES, scorecard_of


@signed_in_page
def penalties(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the penalties to scorers; judges can give them."""
    return _page(request, _scored(request, pk))


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a penalty of the club's list."""
    return _act(request, pk, PenaltyForm(request.POST), give_penalty)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Replace the points of the current chico, as a judge."""
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
        raise NotScorerError()
    assert match.competition is not None, "found with its competition"
    if not match.competition.with_cards:
        raise NotWithCardsError()
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
        "notice": errors.refusal(code) if code else "",
    }
    status = status_of(code) if code else HTTPStatus.OK
    return render(request, "tournaments/penalties/penalties.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def penalty_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list; an organiser changes a line (`ident`) or adds one."""
    club = get_object_or_404(Club, slug=slug)
    if request.method == "POST":
        return _change(request, club)
    return _list_page(request, club)


@login_required_keep_post
def _change(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    ident = request.POST.get("ident", "")
    form = RuleForm(request.POST, prefix=ident or "new")
    if not form.is_valid():
        return _list_page(request, club, ident, form)
    cleaned = dict(form.cleaned_data)
    is_on = cleaned.pop("is_on")
    if ident:
        change_penalty(
            club_id=club.pk, actor=person(request), ident=ident, is_off=not is_on, **cleaned
        )
    else:
        add_penalty(club_id=club.pk, actor=person(request), **cleaned)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("penalty_list", club.slug)


def _list_page(
    request: HttpRequest, club: Club, ident: str = "", wrong: RuleForm | None = None
) -> HttpResponse:
    organises = club.can_organise(request.user)
    context = {
        "club": club,
        "organises": organises,
        "lines": [
            (offered, _form(offered, ident, wrong) if organises else None)
            for offered in listed_by(club.pk)
            if organises or not offered.line.is_off
        ],
        "new": wrong if wrong is not None and not ident else RuleForm(prefix="new"),
        "is_wrong": wrong is not None and not ident,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong is not None else HTTPStatus.OK
    return render(request, "tournaments/penalties/penalty_list.html", context, status=status)


def _form(offered: Offered, ident: str, wrong: RuleForm | None) -> RuleForm:
    line = offered.line
    if wrong is not None and line.ident == ident:
        return wrong
    initial = {
        "name": offered.name,
        "article": line.article,
        "effect": line.effect.value,
        "points": line.points,
        "is_on": not line.is_off,
    }
    return RuleForm(initial=initial, prefix=line.ident)
