"""Views for line-ups and board results of club matches."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from tournaments.club_matches import line_ups, results
from tournaments.club_matches.errors import (
    LineUpNotWholeError,
    LineUpsClosedError,
    NoSuchBoardError,
)
from tournaments.club_matches.forms import (
    AwardForm,
    BoardCorrectionForm,
    ChangeForm,
    LineUpForm,
)
from tournaments.club_matches.queries import is_captain
from tournaments.club_matches.standing import fetch_boards, measure_of_board, named, usual_order
from tournaments.common import errors
from tournaments.common.errors import (
    BadlyWrittenError,
    NotInEntryError,
    refuse,
    signed_in_form,
    signed_in_post,
    status_of,
)
from tournaments.common.permissions import require_organiser
from tournaments.competitions.board_labels import board_title
from tournaments.entries.rosters import require_captain
from tournaments.matches.lookups import find_match_of_boards
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Entry, Match
from tournaments.models.club_matches import are_open, deadline_of, sizes_of
from tournaments.results.cascade import Cascade
from tournaments.results.forms import SHOWN_IN_FORM
from tournaments.results.services import preview_reopening


@signed_in_post
def award(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Award a board to the side that was present, or to neither."""
    match, form = find_match_of_boards(request, pk).match, AwardForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    results.award_board(
        match_id=pk, board=board, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    return board_written(request, match, board)


@signed_in_form
def correct(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Show which results depend on a board, then replace its result."""
    view = find_match_of_boards(request, pk)
    assert view.match.competition is not None, "only matches of competitions have boards"
    require_organiser(view.match.competition, person(request))
    if not view.match.boards.standing().filter(board=board).exists():
        raise NoSuchBoardError()
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
            if refused.code not in SHOWN_IN_FORM:
                raise
            code = refused.code
    form.add_error(None, errors.refusal(code))
    return _correction_page(request, view, form, status_of(code))


def _correct(
    request: HttpRequest, match: Match, board: int, form: BoardCorrectionForm
) -> HttpResponse:
    cleaned = form.cleaned_data
    results.correct_board(
        match_id=match.pk,
        board=board,
        right=cleaned["right"],
        reason=cleaned["reason"],
        seen=cleaned["mark"],  # empty if the match was open when the page was rendered
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
        "board": board_title(form.number, is_tie_break=form.number == tie_break),
        "form": form,
    }
    if match.state in Match.WITH_RESULT:
        cascade = preview_reopening(match_id=match.pk, actor=person(request))
        context |= {"cascade": cascade, **_falling(cascade)}
    return render(request, "tournaments/club_matches/board_correction.html", context, status=status)


def _falling(cascade: Cascade) -> dict[str, object]:
    rows = Match.objects.filter(pk__in=[match.pk for match in cascade.matches]).order_by("pk")
    views = {view.match.pk: view for view in read_matches(rows)}
    return {
        "results": [views[each.pk] for each in cascade.results],
        "tables": [views[each.pk] for each in cascade.tables],
    }


def board_written(request: HttpRequest, match: Match, board: int) -> HttpResponse:
    """Say that a board has its result."""
    tie_break = len(sizes_of(match)) + 1
    title = board_title(board, is_tie_break=board == tie_break)
    messages.success(request, _("%(board)s: el resultado está anotado.") % {"board": title})
    return redirect("match", match.pk)


ABOUT_THE_LINE_UP = ("line-up-not-whole", "not-of-the-roster", "plays-twice")


@signed_in_form
def line_up(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show and save the line-up of a side, for its captain or an organiser."""
    view = find_match_of_boards(request, pk)
    team, side = _side(view, entry)
    if not is_captain(team, request.user):
        require_captain(team, person(request))
    fetch_boards([view.match])
    now = timezone.now()
    if are_open(view.match, now):
        raise LineUpsClosedError()
    form = _line_up_form(request, view.match, team, side)
    if request.method != "POST":
        return _line_up_page(request, view.match, team, form)
    code = "line-up-not-whole"
    if form.is_valid():
        try:
            is_revealed = line_ups.name_line_up(
                match_id=pk,
                entry_id=entry,
                boards=form.chosen_boards(),
                actor=person(request),
                now=now,
            )
        except RefusedError as refused:
            if refused.code not in ABOUT_THE_LINE_UP:
                raise
            code = refused.code
        else:
            messages.success(request, _line_ups_revealed() if is_revealed else _hidden())
            return redirect("match", pk)
    form.add_error(None, errors.refusal(code))
    return _line_up_page(request, view.match, team, form, status_of(code))


@signed_in_post
def close_line_ups(request: HttpRequest, pk: int) -> HttpResponse:
    """Reveal the line-ups now, for an organiser."""
    match = find_match_of_boards(request, pk).match
    line_ups.close_line_ups(match_id=match.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Las formaciones están a la vista."))
    return redirect("match", pk)


@signed_in_post
def change(request: HttpRequest, pk: int, entry: int, board: int) -> HttpResponse:
    """Substitute a player at a board that has not started."""
    view, form = find_match_of_boards(request, pk), ChangeForm(request.POST)
    team, _number = _side(view, entry)
    if not form.is_valid():
        return refuse(request, LineUpNotWholeError())
    line_ups.change_place(
        match_id=pk,
        entry_id=team.pk,
        board=board,
        actor=person(request),
        now=timezone.now(),
        **form.cleaned_data,
    )
    messages.success(request, _("El cambio está hecho."))
    return redirect("match", pk)


def _side(view: MatchView, entry_id: int) -> tuple[Entry, int]:
    """Return an entry of this match and its side, or refuse with `not-in-entry`."""
    side = view.side_of(entry_id)
    if side is None or side.entry is None:
        raise NotInEntryError()
    return side.entry, side.slot.side


def _line_up_form(request: HttpRequest, match: Match, team: Entry, side: int) -> LineUpForm:
    """Return the form with the captain's earlier line-up; others see the default order."""
    sizes = sizes_of(match)
    roster = sorted(team.roster.all(), key=lambda one: (one.reserve, one.number))
    stored = next((one for one in match.line_ups.all() if one.side == side), None)
    places = usual_order(team, sizes)
    if stored is not None and is_captain(team, request.user):
        boards = named(stored)
        places = [boards[number] for number in sorted(boards)]
    data = request.POST if request.method == "POST" else None
    return LineUpForm(data, sizes=sizes, roster=roster, current=places)


def _line_up_page(
    request: HttpRequest, match: Match, team: Entry, form: LineUpForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "match": match,
        "competition": match.competition,
        "team": team,
        "form": form,
        "deadline": deadline_of(match),
    }
    return render(request, "tournaments/club_matches/line_up.html", context, status=status)


def _line_ups_revealed() -> str:
    return _("Las dos formaciones están: ya se ven.")


def _hidden() -> str:
    return _("Tu formación está presentada. Nadie la ve hasta que esté la otra o llegue la hora.")
