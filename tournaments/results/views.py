"""View to revoke a result: shows the dependent results, asks for the reason, revokes it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from tournaments.common.errors import NoCompetitionError, refuse, signed_in_form
from tournaments.matches.lookups import find_match
from tournaments.matches.queries import read_matches
from tournaments.models import Match, MatchQuerySet
from tournaments.results import services as result_services
from tournaments.results.cascade import Cascade
from tournaments.results.forms import RESULT, SHOWN_IN_FORM, CorrectionForm, TapResultForm


@signed_in_form
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview the consequences of revoking a result; once the organiser confirms, revoke it."""
    match = find_match(request, pk).match
    if match.competition is None:
        return refuse(request, NoCompetitionError())
    if request.method != "POST":
        return _preview(request, match, _form_for(request, match))
    form = CorrectionForm(request.POST, **_about(match))
    if not form.is_valid():
        return _preview(request, match, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        _correct(request, match, form)
    except RefusedError as refused:
        if refused.code not in SHOWN_IN_FORM:
            raise
        form.add_error(None, refused.message)
        return _preview(request, match, form, refused.status)
    messages.success(request, _("%(place)s: corregido.") % {"place": match.place})
    return redirect("match", pk)


def _form_for(request: HttpRequest, match: Match) -> CorrectionForm:
    """Return the form; what was typed into the grid of results comes along in the address."""
    typed = TapResultForm(request.GET)
    games = typed.pairs() if typed.is_valid() else []
    return CorrectionForm(initial=CorrectionForm.initial_of(games), **_about(match))


def _about(match: Match) -> dict[str, Any]:
    assert match.competition is not None, "only results of competitions are taken back"
    return {
        "measure": match.measure,
        "with_cards": match.competition.with_cards,
        "by_boards": bool(match.competition.boards),
    }


def _correct(request: HttpRequest, match: Match, form: CorrectionForm) -> None:
    """Apply the form to the cascade that the organiser has seen."""
    cleaned = form.cleaned_data
    act = {
        "match_id": match.pk,
        "actor": person(request),
        "reason": cleaned["reason"],
        "seen": cleaned["mark"],
        "now": timezone.now(),
    }
    if cleaned["then"] == RESULT:
        result_services.correct_result(**act, games=form.games())
    else:
        result_services.reopen_match(**act)


def _preview(
    request: HttpRequest, match: Match, form: CorrectionForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show what would fall now."""
    cascade = result_services.preview_reopening(match_id=match.pk, actor=person(request))
    views = {view.match.pk: view for view in read_matches(_all_of(cascade))}
    context = {
        "match": match,
        "view": views[match.pk],
        "competition": match.competition,
        "cascade": cascade,
        "results": [views[each.pk] for each in cascade.results],
        "tables": [views[each.pk] for each in cascade.tables],
        "form": form,
    }
    return render(request, "tournaments/results/reopen.html", context, status=status)


def _all_of(cascade: Cascade) -> MatchQuerySet:
    return Match.objects.filter(pk__in=[match.pk for match in cascade.matches]).order_by("pk")
