"""Views of the scorer's page, and of results that organisers enter by hand."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.common.errors import RefusedError
from accounts.common.requests import is_part, login_required_keep_post, person
from accounts.models import User
from tournaments.common import errors
from tournaments.common.errors import (
    MatchOfBoardsError,
    NotScorerError,
    NotWithCardsError,
    answers_refusals,
    signed_in_page,
    signed_in_post,
    status_of,
)
from tournaments.common.permissions import may_score
from tournaments.matches.lookups import find_competition_match
from tournaments.matches.queries import MatchView
from tournaments.models import Competition, HeldMarks, Match, Slip, SlipClaim
from tournaments.results.forms import ResultForm
from tournaments.results.labels import format_games
from tournaments.results.services import current_submission
from tournaments.score_sheets import conflicts
from tournaments.score_sheets import services as score_sheets
from tournaments.score_sheets.queries import names_of, scorecard_of
from tournaments.scorer_page.forms import HeldForm, MarkForm
from tournaments.scorer_page.queries import next_to_score


class MarksHeldError(RefusedError):
    code = "marks-held"
    message = gettext_lazy(
        "Mientras no tenías señal, otra persona anotó en esta planilla. Tus marcas no se "
        "mezclaron: las decide la mesa de control. Así está la planilla ahora."
    )


OK = HTTPStatus.OK


@signed_in_page
def score(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a scorer the sheet of a match; htmx gets the sheet alone."""
    match = _scored(request, pk)
    return _answer(request, match)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def mark(request: HttpRequest, pk: int) -> HttpResponse:
    """Add one mark to a sheet; a page that was out of date gets the current sheet."""
    match = _scored(request, pk)
    form = MarkForm(request.POST)
    if not form.is_valid():
        return _answer(request, match, "badly-written")
    try:
        score_sheets.keep_score(
            match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
        )
    except RefusedError as error:
        return _answer(request, _scored(request, pk), error.code)
    if not is_part(request):
        return redirect("score", pk)
    return _answer(request, _scored(request, pk))


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def hold(request: HttpRequest, pk: int) -> HttpResponse:
    """Take marks that were made without a line and do not fit the sheet to the desk."""
    match = _scored(request, pk)
    form = HeldForm(request.POST)
    if not form.is_valid():
        return _answer(request, match, "badly-written")
    conflicts.store_conflicting_marks(
        match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    return _answer(request, match, "marks-held", status=OK)


@signed_in_post
def resolve_conflict(request: HttpRequest, pk: int, held: int) -> HttpResponse:
    """Accept or discard marks that were made on an outdated sheet."""
    marks = get_object_or_404(HeldMarks, pk=held, match__in=Match.objects.of(pk))
    counts = request.POST.get("counts") == "yes"
    conflicts.resolve_conflict(
        held_id=marks.pk, actor=person(request), counts=counts, now=timezone.now()
    )
    if marks.games:
        message = (
            _("El resultado está cambiado.") if counts else _("El resultado queda como estaba.")
        )
    else:
        message = _("Las marcas cuentan.") if counts else _("La planilla queda como estaba.")
    messages.success(request, message)
    return redirect("competitions:manage", pk)


def by_hand(view: MatchView, reader: User | AnonymousUser, *, organises: bool) -> dict[str, object]:
    """Return the by-hand score of a match page, and the actions its reader may take."""
    match, competition = view.match, view.match.competition
    context: dict[str, object] = {"written": view.written}
    if (
        competition is None
        or match.state not in Match.PLAYABLE
        or competition.state not in Competition.GOING
    ):
        return context
    if competition.with_cards and match.state == Match.State.CALLED:
        keeps_score = organises or may_score(match, reader)
        context["keeps_score"] = keeps_score
        context["has_to_tell"] = not keeps_score
        context["has_slip"] = not keeps_score and Slip.objects.valid().filter(match=match).exists()
    if organises and not competition.boards:
        names = view.sides[0].name, view.sides[1].name
        context["result_form"] = ResultForm(measure=match.measure, sides=names)
        context["slip_claims"] = slip_claims(match)
    return context


def slip_claims(match: Match) -> list[tuple[str, str]]:
    """Return what slips say of an open match: the side, and its figures."""
    claims = SlipClaim.objects.last_by_match([match.pk]).get(match.pk, [])
    names = names_of(match) if claims else ("", "")
    return [(names[claim.side], format_games(claim.games)) for claim in claims]


def _result(match: Match) -> str:
    """Return the result of a match without a score sheet in figures; empty before its end."""
    submission = current_submission(match)
    if submission is None:
        return ""
    return format_games(submission.in_order)


def _scored(request: HttpRequest, pk: int) -> Match:
    """Return a match with real cards whose points this reader may keep."""
    match = find_competition_match(request, pk)
    if not may_score(match, request.user):
        raise NotScorerError()
    if match.competition is None or not match.competition.with_cards:
        raise NotWithCardsError()
    if match.competition.boards:
        raise MatchOfBoardsError()
    return match


def _answer(
    request: HttpRequest, match: Match, code: str = "", status: int | None = None
) -> HttpResponse:
    """Show the sheet as it is, and why the tap did not count if it did not."""
    is_fragment = is_part(request)
    context = {
        "scorecard": scorecard_of(match),
        "match": match,
        "competition": match.competition,
        "notice": errors.refusal(code) if code else "",
        "result": _result(match),
        "slip_claims": [] if match.is_decided else slip_claims(match),
        "next": next_to_score(match, person(request)) if match.is_decided else None,
    }
    page = (
        "tournaments/scorer_page/_sheet.html"
        if is_fragment
        else "tournaments/scorer_page/score.html"
    )
    fitting = status_of(code) if code else OK
    return render(request, page, context, status=status or fitting)
