"""The page of one match: its sides, its games and the points it gave."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from accounts.models import User
from games.live.fragments import positioned_children
from tournaments.bulletins.queries import bulletin_for
from tournaments.club_matches import results
from tournaments.club_matches.forms import BoardForm
from tournaments.club_matches.queries import BoardsView, boards_shown
from tournaments.club_matches.standing import measure_of_board
from tournaments.club_matches.views import board_written
from tournaments.common.errors import (
    refusal,
    refuse,
    refused,
    signed_in_post,
    status_of,
)
from tournaments.competitions.describe import stakes
from tournaments.dashboard.matches import case_of
from tournaments.judging.queries import match_disputes
from tournaments.live.match import match_pieces
from tournaments.matches.lookups import find_match, find_match_of_boards
from tournaments.matches.queries import MatchView
from tournaments.models import AuditEvent, Match, PointsEntry, RevokedResult
from tournaments.people.contacts import Message, message_to_players
from tournaments.results.forms import ResultForm, write_pairs
from tournaments.results.labels import format_games
from tournaments.results.services import submit_result
from tournaments.schedule import services as schedule
from tournaments.schedule.emails import Reach, reach_of
from tournaments.schedule.errors import ClashError
from tournaments.schedule.forms import ProposalForm, SetTimeForm
from tournaments.schedule.next_match import next_match
from tournaments.schedule.queries import schedule_of
from tournaments.scorer_page.views import by_hand

ABOUT_THE_NUMBERS = (
    "badly-written",
    "impossible-score",
    "series-open",
    "game-after-the-end",
    "level-at-the-bell",
    "reason-missing",
    "slip-differs",
)
"""Refusals after which the form of a result is shown again, with what was typed."""


@require_safe
@never_cache
def show_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match with its games and points; organisers decide here what cards do not."""
    return match_page(request, find_match(request, pk))


def match_page(
    request: HttpRequest, view: MatchView, status: int = 200, **forms: Form | str
) -> HttpResponse:
    """Answer with the page of a match, and with what is wrong in a form of it."""
    now, zone = timezone.now(), timezone.get_current_timezone_name()
    competition = view.match.competition
    organises = _organises(view)
    hand = by_hand(view, request.user, organises=organises)
    boards = _boards(request, view, may_write=bool(hand.get("keeps_score")))
    pieces = positioned_children(match_pieces(view))
    context = {
        "case": case_of(view),
        "match_disputes": match_disputes(view, request.user, organises=organises, now=now),
        "view": view,
        "score": pieces["match-score"],
        "board_piece": pieces.get("match-boards", ""),
        "boards": boards,
        "penalties": pieces["match-penalties"],
        "match": view.match,
        "competition": competition,
        "organises": organises,
        "games": view.links,
        "points": _points(view.match),
        "stakes": stakes(competition) if competition else "",
        "revoked": _revoked(view.match),
        "log": _log(view),
        "schedule": schedule_of(view.match, request.user, now),
        "proposal_form": ProposalForm(zone=zone, now=now),
        "set_time_form": SetTimeForm(match=view.match, zone=zone, now=now),
        "message": _new_hour(view, request.user) if organises else None,
        **hand,
        **_what_follows(view, request.user, now),
        **forms,
    }
    return render(request, "tournaments/public_pages/match.html", context, status=status)


def _log(view: MatchView) -> list[AuditEvent]:
    """Return the log of a match; who has been hidden since is not named by its entries."""
    names = {entry.pk: entry.name for side in view.sides for entry in side.entries}
    log = list(view.match.audit.select_related("actor"))
    for event in log:
        if (name := names.get(event.after.get("entry_id"))) is not None:
            event.after["entry"] = name
    return log


def _organises(view: MatchView) -> bool:
    """Return whether the reader organises the match."""
    organises: bool = view.match.organised  # type: ignore[attr-defined]  # by `find_match`
    return organises


def _boards(request: HttpRequest, view: MatchView, *, may_write: bool) -> BoardsView | None:
    """Return the boards of a match with what its reader may do; None if it has one table."""
    organises = _organises(view)
    return boards_shown(
        view, timezone.now(), request.user, organises=organises, may_write=may_write
    )


def _new_hour(view: MatchView, reader: User | AnonymousUser) -> Message | None:
    """Return the hour of a match as a text for its players without an account."""
    match, competition = view.match, view.match.competition
    if match.scheduled_at is None or match.state != Match.State.READY or competition is None:
        return None
    with timezone.override(competition.club.zone):
        params = {
            "day": date_format(timezone.localtime(match.scheduled_at), "l j/n"),
            "at": date_format(timezone.localtime(match.scheduled_at), "H:i"),
        }
    names = " – ".join(side.name for side in view.sides)
    hour = _("Se juega el %(day)s a las %(at)s.") % params
    return message_to_players(match, f"{competition}: {names}. {hour}", reader)


def _what_follows(view: MatchView, user: User | AnonymousUser, now: datetime) -> dict[str, object]:
    """Return what one of its players has to play after it; until then it comes live."""
    if isinstance(user, AnonymousUser) or not _plays_in(view, user):
        return {}
    if not view.match.is_decided:
        return {"plays_here": True, "now": now}
    upcoming = {"next": next_match(user), "bulletin": bulletin_for(user, now)}
    return {"plays_here": True, "now": now, **upcoming}


def _plays_in(view: MatchView, user: User) -> bool:
    """Whether a person is in one of its rosters, which were fetched."""
    rosters = (entry.roster.all() for side in view.sides for entry in side.entries)
    return any(place.user_id == user.pk for roster in rosters for place in roster)


def _points(match: Match) -> Sequence[PointsEntry]:
    """Return the points of the match; a match that never had a result has none."""
    if not match.is_decided and not match.reopened:
        return ()
    return list(match.points.select_related("person__user", "user"))


def _revoked(match: Match) -> Sequence[tuple[RevokedResult, str]]:
    """Return the revoked results, each in figures if it was entered by hand."""
    if not match.reopened:
        return ()
    scores = {each.number: format_games(each.in_order) for each in match.submissions.all()}
    rows = match.revoked.select_related("revoked_by")
    return [(row, scores.get(row.number, "")) for row in rows]


@signed_in_post
def result(request: HttpRequest, pk: int) -> HttpResponse:
    """Write the result of a match by hand; what a slip denies is asked about first."""
    view = find_match(request, pk)
    if view.match.competition is None:
        raise Http404
    names = [side.name for side in view.sides]
    form = ResultForm(request.POST, measure=view.match.measure, sides=names)
    if not form.is_valid():
        return _ask_again(request, view, form, "badly-written")
    try:
        submit_result(match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    except RefusedError as refused:
        return _ask_again(request, view, form, refused.code)
    place = {"place": view.match.place}
    messages.success(request, _("%(place)s: el resultado está anotado.") % place)
    return redirect("match", pk)


def _ask_again(request: HttpRequest, view: MatchView, form: ResultForm, code: str) -> HttpResponse:
    """Show the form with its numbers and what is wrong with them, else the page of a refusal."""
    is_offered = "result_form" in by_hand(view, request.user, organises=_organises(view))
    if code not in ABOUT_THE_NUMBERS or not is_offered:
        return refuse(request, refused(code))
    form.add_error(None, refusal(code))
    denied = form.cleaned_data["games"] if code == "slip-differs" else ()
    return match_page(
        request,
        view,
        status_of(code),
        result_form=form,
        denied=write_pairs(denied),
        denied_in_figures=format_games(denied),
    )


@signed_in_post
def write_board(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Write the result of a board by hand."""
    view = find_match_of_boards(request, pk)
    names, measure = [side.name for side in view.sides], measure_of_board(view.match)
    form = BoardForm(request.POST, measure=measure, number=board, sides=names)
    if not form.is_valid():
        return _ask_board_again(request, view, form, "badly-written")
    try:
        results.write_board(
            match_id=pk,
            board=board,
            chicos=form.cleaned_data["games"],
            actor=person(request),
            now=timezone.now(),
        )
    except RefusedError as refused:
        return _ask_board_again(request, view, form, refused.code)
    return board_written(request, view.match, board)


def _ask_board_again(
    request: HttpRequest, view: MatchView, form: BoardForm, code: str
) -> HttpResponse:
    """Show the form of a board as `_ask_again` does, else the page of a refusal."""
    hand = by_hand(view, request.user, organises=_organises(view))
    boards = _boards(request, view, may_write=bool(hand.get("keeps_score")))
    offered = boards.to_write if boards else ()
    if code not in ABOUT_THE_NUMBERS or all(line.number != form.number for line in offered):
        return refuse(request, refused(code))
    form.add_error(None, refusal(code))
    return match_page(request, view, status_of(code), board_form=form)


@signed_in_post
def propose(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer the other side some hours; they are written on the reader's own clock."""
    view, now = find_match(request, pk), timezone.now()
    form = ProposalForm(request.POST, zone=timezone.get_current_timezone_name(), now=now)
    if not form.is_valid():
        return match_page(request, view, status=422, proposal_form=form)
    schedule.propose_times(match_id=pk, user=person(request), times=form.times(), now=now)
    messages.success(request, _("Listo: les avisamos. El partido cambia de hora cuando acepten."))
    return redirect("match", pk)


@signed_in_post
def set_time(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the hour as an organiser; it is written on the reader's own clock."""
    view, now = find_match(request, pk), timezone.now()
    zone = timezone.get_current_timezone_name()
    form = SetTimeForm(request.POST, match=view.match, zone=zone, now=now)
    if not form.is_valid():
        return match_page(request, view, status=422, set_time_form=form)
    try:
        schedule.set_time(match_id=pk, actor=person(request), now=now, **form.terms())
    except ClashError as error:
        for problem in error.problems:
            form.add_error("at", problem)
        return match_page(request, view, status=error.status, set_time_form=form)
    match reach_of(view.match):
        case Reach.ALL:
            words = _("El partido tiene hora nueva; avisamos a todos.")
        case Reach.SOME:
            words = _("El partido tiene hora nueva; avisamos a quienes tienen cuenta.")
        case Reach.NOBODY:
            words = _("El partido tiene hora nueva. Nadie tiene cuenta: avisales por tu lado.")
    messages.success(request, words)
    return redirect("match", pk)
