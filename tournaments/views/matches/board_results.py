"""Results of a match of several boards, board by board: written, given, corrected."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.boards.results import AwardForm, BoardCorrectionForm, BoardForm
from tournaments.models import Match
from tournaments.pages.matches import MatchView, read_matches
from tournaments.results.boards import measure_of_board, sizes_of
from tournaments.results.cascade import Cascade
from tournaments.services.boards import results
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.matches.corrections import preview_reopening
from tournaments.views.finding import find_match_of_boards, person
from tournaments.views.refusal import answers_refusals, refuse, status_of
from tournaments.wording import by_boards as wording
from tournaments.wording import refusals

ABOUT_THE_BOARD = (
    "changed-meanwhile",
    "impossible-score",
    "series-open",
    "game-after-the-end",
    "reason-missing",
)


@require_POST
@signed_in
@answers_refusals
def write(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Write down how a board ended."""
    match = find_match_of_boards(request, pk).match
    form = BoardForm(request.POST, measure=measure_of_board(match), number=board)
    if not form.is_valid():
        return refuse(request, "badly-written")
    results.write_board(
        match_id=pk,
        board=board,
        chicos=form.cleaned_data["games"],
        actor=person(request),
        now=timezone.now(),
    )
    return _written(request, match, board)


@require_POST
@signed_in
@answers_refusals
def award(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Give a board to the side that came, or to nobody."""
    match, form = find_match_of_boards(request, pk).match, AwardForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    results.award_board(
        match_id=pk, board=board, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    return _written(request, match, board)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def correct(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Show what falls with the result of a board, then write the right one in its place."""
    view = find_match_of_boards(request, pk)
    assert view.match.competition is not None, "only matches of competitions have boards"
    require_organiser(view.match.competition, person(request))
    if not view.match.boards.standing().filter(board=board).exists():
        raise RefusedError("no-such-board")
    form = BoardCorrectionForm(
        request.POST or None,
        measure=measure_of_board(view.match),
        number=board,
        sides=(view.sides[0].name, view.sides[1].name),
    )
    if request.method != "POST":
        return _correction_page(request, view, form)
    code = "badly-written"
    if form.is_valid():
        try:
            return _correct(request, view.match, board, form)
        except RefusedError as refused:
            if refused.code not in ABOUT_THE_BOARD:
                raise
            code = refused.code
    form.add_error(None, refusals.refusal(code))
    return _correction_page(request, view, form, status_of(code))


def _correct(
    request: HttpRequest, match: Match, board: int, form: BoardCorrectionForm
) -> HttpResponse:
    said = form.cleaned_data
    results.correct_board(
        match_id=match.pk,
        board=board,
        right=said["right"],
        reason=said["reason"],
        seen=said["mark"],  # nothing, if the match was open as the page was made
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("%(place)s: corregido.") % {"place": match.place})
    return redirect("match", match.pk)


def _correction_page(
    request: HttpRequest, view: MatchView, form: BoardCorrectionForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    match = view.match
    tie_break = len(sizes_of(match)) + 1
    context = {
        "match": match,
        "view": view,
        "competition": match.competition,
        "board": wording.title(form.number, is_tie_break=form.number == tie_break),
        "form": form,
    }
    if match.state in Match.WITH_RESULT:
        cascade = preview_reopening(match_id=match.pk, actor=person(request))
        context |= {"cascade": cascade, **_falling(cascade)}
    return render(request, "tournaments/board_correction.html", context, status=status)


def _falling(cascade: Cascade) -> dict[str, object]:
    rows = Match.objects.filter(pk__in=[match.pk for match in cascade.matches]).order_by("pk")
    views = {view.match.pk: view for view in read_matches(rows)}
    return {
        "results": [views[each.pk] for each in cascade.results],
        "tables": [views[each.pk] for each in cascade.tables],
    }


def _written(request: HttpRequest, match: Match, board: int) -> HttpResponse:
    tie_break = len(sizes_of(match)) + 1
    title = wording.title(board, is_tie_break=board == tie_break)
    messages.success(request, _("%(board)s: el resultado está anotado.") % {"board": title})
    return redirect("match", match.pk)
