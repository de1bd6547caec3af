"""Who plays at which board of a match: what captains send, and organisers."""

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
from tournaments.forms.boards.line_ups import ChangeForm, LineUpForm
from tournaments.models import Entry, Match
from tournaments.pages.boards.shown import is_captain
from tournaments.pages.matches import MatchView
from tournaments.results.boards import (
    are_open,
    deadline_of,
    fetch_boards,
    named,
    sizes_of,
    usual_order,
)
from tournaments.services.boards import line_ups
from tournaments.services.entries.rosters import require_captain
from tournaments.views.finding import find_match_of_boards, person
from tournaments.views.refusal import answers_refusals, refuse, status_of
from tournaments.wording import refusals

ABOUT_THE_LINE_UP = ("line-up-not-whole", "not-of-the-roster", "plays-twice")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def line_up(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Let a captain, or an organiser, say who plays at which board."""
    view = find_match_of_boards(request, pk)
    team, side = _side(view, entry)
    if not is_captain(team, request.user):
        require_captain(team, person(request))
    fetch_boards([view.match])
    now = timezone.now()
    if are_open(view.match, now):
        raise RefusedError("line-ups-closed")
    form = _line_up_form(request, view.match, team, side)
    if request.method != "POST":
        return _line_up_page(request, view.match, team, form)
    code = "line-up-not-whole"
    if form.is_valid():
        try:
            seen = line_ups.name_line_up(
                match_id=pk, entry_id=entry, boards=form.asked(), actor=person(request), now=now
            )
        except RefusedError as refused:
            if refused.code not in ABOUT_THE_LINE_UP:
                raise
            code = refused.code
        else:
            messages.success(request, _seen() if seen else _hidden())
            return redirect("match", pk)
    form.add_error(None, refusals.refusal(code))
    return _line_up_page(request, view.match, team, form, status_of(code))


@require_POST
@signed_in
@answers_refusals
def close_line_ups(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the line-ups now, as an organiser may."""
    match = find_match_of_boards(request, pk).match
    line_ups.close_line_ups(match_id=match.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Las formaciones están a la vista."))
    return redirect("match", pk)


@require_POST
@signed_in
@answers_refusals
def change(request: HttpRequest, pk: int, entry: int, board: int) -> HttpResponse:
    """Let another of the roster play at a board that has not begun."""
    view, form = find_match_of_boards(request, pk), ChangeForm(request.POST)
    team, _number = _side(view, entry)
    if not form.is_valid():
        return refuse(request, "line-up-not-whole")
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
    """Return an entry that plays here with its side, or refuse: `not-in-entry`."""
    side = view.side_of(entry_id)
    if side is None or side.entry is None:
        raise RefusedError("not-in-entry")
    return side.entry, side.slot.side


def _line_up_form(request: HttpRequest, match: Match, team: Entry, side: int) -> LineUpForm:
    """Return the form with what its captain named before; others see the order of the list."""
    sizes = sizes_of(match)
    roster = sorted(team.roster.all(), key=lambda one: (one.reserve, one.number))
    known = next((one for one in match.line_ups.all() if one.side == side), None)
    there = usual_order(team, sizes)
    if known is not None and is_captain(team, request.user):
        boards = named(known)
        there = [boards[number] for number in sorted(boards)]
    data = request.POST if request.method == "POST" else None
    return LineUpForm(data, sizes=sizes, roster=roster, now_there=there)


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
    return render(request, "tournaments/line_up.html", context, status=status)


def _seen() -> str:
    return _("Las dos formaciones están: ya se ven.")


def _hidden() -> str:
    return _("Tu formación está presentada. Nadie la ve hasta que esté la otra o llegue la hora.")
