"""Views of the grid of results; with JavaScript each row is saved on its own."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.common.errors import RefusedError
from accounts.common.requests import is_part, login_required_keep_post, person
from accounts.models import User
from tournaments.club_matches.queries import read_board_matches
from tournaments.common.errors import (
    NotScorerError,
    answers_refusals,
    signed_in_form,
    signed_in_page,
    status_of,
)
from tournaments.common.lookups import WHOLE, find_competition
from tournaments.common.permissions import scored_by
from tournaments.dashboard.live import DeskFrame
from tournaments.models import Competition, Match, ResultSubmission
from tournaments.models.competitions import run_by
from tournaments.models.matches import COMPETITION
from tournaments.result_grid.result_file import (
    MAX_BYTES,
    ResultFileError,
    ResultFileForm,
    save_file,
)
from tournaments.results import labels as result_labels
from tournaments.results.forms import GridRowForm, GridTapForm, Pair, write_pairs
from tournaments.results.queries import EVERY, Draft, read_current_matches, read_grid, read_rows
from tournaments.results.services import read_ending, save_row
from tournaments.score_sheets.conflicts import store_conflicting_result

OK = HTTPStatus.OK
RECORD_STANDS = ("saved-meanwhile", "wrong-state", "match-not-open")
"""Refusals after which a row shows what is stored, not what was typed."""
FOR_ORGANISERS = ("has-consequences", "wrong-state")
DIGITS = 19  # of a longer number no row is


@signed_in_page
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the results of the rounds that are played, those that are missing first."""
    competition = _scored(request, pk)
    if competition.boards:
        return _by_boards(request, competition)
    page = _read(request, competition, request.GET.get("show", ""), _read_drafts(request))
    if is_part(request):
        page["grid"] = page["grid"].unlike(_read_known_versions(request))
    return _page(request, page)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def save(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Save one row, or store a tapped winner and ask for the other side's points."""
    row = _find_row(request, pk, match)
    form = GridRowForm(request.POST, measure=row.measure)
    if not form.is_valid():
        return _unread(request, row, form)
    typed = form.typed()
    if typed.won is not None:
        return _continue_row(request, row, typed.games, typed.won)
    try:
        saved = save_row(
            match_id=match,
            games=typed.games,
            seen=typed.seen,
            actor=person(request),
            now=timezone.now(),
            against=typed.against,
        )
    except RefusedError as refused:
        if refused.code == "series-open" and "lost" in request.POST:
            return _continue_row(request, row, typed.games, None)
        code = refused.code
        if code == "saved-meanwhile":
            code = _store_conflict(person(request), row, typed.games)
        return _refused(request, row, code, typed.games)
    if is_part(request):
        return _row(request, row, Draft(), saved=saved)
    return redirect("competitions:results", pk)


@signed_in_form
def results_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Take results from a CSV file, and say of each row that was not saved why."""
    competition = _scored(request, pk)
    if competition.boards:
        raise Http404
    form, outcome = ResultFileForm(request.POST or None, request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        try:
            outcome = save_file(
                competition_id=pk,
                data=form.cleaned_data["file"].read(MAX_BYTES + 1),
                actor=person(request),
                now=timezone.now(),
            )
        except ResultFileError as error:
            form.add_error("file", str(error))
    is_read = request.method != "POST" or outcome is not None
    context = {"competition": competition, "form": form, "written": outcome}
    status = OK if is_read else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/result_grid/results_file.html", context, status=status)


def _by_boards(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the matches that are played, each of which is written board by board on its page."""
    matches = scored_by(request.user).of(competition.pk)
    context = {
        "competition": competition,
        "matches": read_board_matches(matches, timezone.now()),
        "desk": DeskFrame.of(competition) if competition.organised else None,  # type: ignore[attr-defined]
    }
    return render(request, "tournaments/result_grid/board_matches.html", context)


def _store_conflict(actor: User, match: Match, games: Sequence[Pair]) -> str:
    """Put what was typed before the desk; return why it was not written."""
    try:
        store_conflicting_result(match_id=match.pk, games=games, actor=actor, now=timezone.now())
    except RefusedError as refused:
        return refused.code
    return "saved-meanwhile"


def _scored(request: HttpRequest, pk: int) -> Competition:
    """Return a competition whose results the reader enters, or refuse."""
    competition = find_competition(request, pk)
    organises = competition.organised  # type: ignore[attr-defined]  # annotated
    if not organises and not scored_by(request.user).of(pk).exists():
        raise NotScorerError()
    return competition


def _find_row(request: HttpRequest, pk: int, match_id: int) -> Match:
    """Return a match with its competition, and whether the reader runs that (`organised`).

    It is 404 or refused as `_scored` does; what a scorer may write, the service checks.
    """
    own = Competition.objects.filter(run_by(request.user), pk=OuterRef(COMPETITION))
    rows = Match.objects.of(pk).select_related(WHOLE).annotate(organised=Exists(own))
    match = rows.filter(pk=match_id).first()
    if match is None or not match.organised:  # type: ignore[attr-defined]  # annotated
        _scored(request, pk)
    if match is None:
        raise Http404
    return match


def _read_known_versions(request: HttpRequest) -> dict[int, str]:
    """Return the versions of the rows that the asking page has: `12.5ce5c8a0,13.7f0c1d22`."""
    marks = (mark.partition(".") for mark in request.GET.get("known", "").split(","))
    return {int(pk): version for pk, __, version in marks if pk.isdecimal() and len(pk) < DIGITS}


def _read_drafts(request: HttpRequest) -> dict[int, Draft]:
    """Return the row that is being filled in tap by tap, as the address tells it."""
    form = GridTapForm(request.GET)
    if not form.is_valid():
        return {}
    return {form.cleaned_data["row"]: Draft(form.pairs(), won=form.winner())}


def _continue_row(
    request: HttpRequest, row: Any, games: Sequence[Pair], won: int | None
) -> HttpResponse:
    """Ask for the next score of a row; a complete result is cleared and started again.

    After the bell a winner may have any points: both numbers are typed.
    """
    if won is not None and row.is_time_up(timezone.now()):
        return _refused(request, row, "bell-rang", games)
    try:
        read_ending(row, games, timezone.now())
        games = ()
    except RefusedError:
        pass
    query = {"row": row.pk, "games": write_pairs(games), **({} if won is None else {"won": won})}
    page = reverse("competitions:results", args=(row.competition.pk,))
    return redirect(f"{page}?{urlencode(query)}#m{row.pk}")


def _refused(request: HttpRequest, row: Any, code: str, games: Sequence[Pair]) -> HttpResponse:
    """Show on the row why it was not saved; a newer result by another person replaces the input."""
    timed = row.competition.round_minutes is not None
    words = result_labels.refusal(code, games, row.measure, timed=timed)
    typed = ", ".join(f"{first}–{second}" for first, second in games)
    is_stale = code in RECORD_STANDS
    draft = Draft(
        games=() if is_stale else games,
        refused=words,
        typed=typed if is_stale else "",
        code=code,
        is_for_organiser=code in FOR_ORGANISERS and not row.organised,
    )
    return _unsaved(request, row, draft)


def _unread(request: HttpRequest, row: Any, form: GridRowForm) -> HttpResponse:
    """Show which input is not a number or is missing; what was typed and tapped stays."""
    words = result_labels.unread(form.no_number, row.measure)
    won = form.cleaned_data.get("won", "")
    draft = Draft(
        sent=form.sent, won=None if won == "" else won, refused=words, code="badly-written"
    )
    return _unsaved(request, row, draft)


def _unsaved(request: HttpRequest, row: Any, draft: Draft) -> HttpResponse:
    status = status_of(draft.code)
    if is_part(request):
        return _row(request, row, draft, status)
    competition = find_competition(request, row.competition.pk)
    return _page(request, _read(request, competition, EVERY, {row.pk: draft}), status)


def _row(
    request: HttpRequest,
    match: Match,
    draft: Draft,
    status: int = OK,
    saved: ResultSubmission | None = None,
) -> HttpResponse:
    (row,) = read_rows(Match.objects.filter(pk=match.pk), {match.pk: draft}, saved)
    context = {"row": row, "organises": match.organised}  # type: ignore[attr-defined]  # annotated
    return render(request, "tournaments/result_grid/_result_row.html", context, status=status)


def _read(
    request: HttpRequest, competition: Competition, show: str, drafts: Mapping[int, Draft]
) -> dict[str, Any]:
    """Read the grid; organisers score all of it and see the desk around it."""
    matches = scored_by(request.user).of(competition.pk)
    organises = competition.organised  # type: ignore[attr-defined]  # annotated
    desk = DeskFrame.of(competition) if organises else None
    now = timezone.now()
    at_hand = desk.snapshot.at_hand if desk else read_current_matches(matches, competition, now)
    if competition.is_dated and not at_hand.is_missing_any:
        ahead = read_current_matches(matches, competition, now, ahead=True)
        at_hand = ahead if ahead.current else at_hand
    grid = read_grid(matches, at_hand, show=show, drafts=drafts)
    page = {"competition": competition, "grid": grid, "organises": organises}
    return page | ({"desk": desk} if desk else {})


def _page(request: HttpRequest, page: dict[str, Any], status: int = OK) -> HttpResponse:
    template = (
        "tournaments/result_grid/_results.html"
        if is_part(request)
        else "tournaments/result_grid/results.html"
    )
    return render(request, template, page, status=status)
