"""What people do at a casual table before its first deal: each view calls one service."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.views.asked import signed_in
from games.board.words import refusal
from games.house_rules import fitting, summary
from games.models import Game
from games.services.refusals import RefusedError
from games.services.tables import hosting
from games.views.answering import (
    CONFLICT,
    UNPROCESSABLE,
    answer,
    done,
    is_part,
    person,
    viewpoint_of,
)
from games.views.forms import RulesForm, SeatForm


@require_POST
@signed_in
@never_cache
def change_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Move to another seat."""
    return _at_seat(
        request,
        pk,
        lambda number: hosting.change_seat(
            game_id=pk, user=person(request), number=number, now=timezone.now()
        ),
    )


@require_POST
@signed_in
@never_cache
def seat_robot(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a robot keep a seat."""
    return _at_seat(
        request,
        pk,
        lambda number: hosting.seat_robot(
            game_id=pk, user=person(request), number=number, now=timezone.now()
        ),
    )


@require_POST
@signed_in
@never_cache
def dismiss_robot(request: HttpRequest, pk: int) -> HttpResponse:
    """Free a seat that a robot keeps."""
    return _at_seat(
        request,
        pk,
        lambda number: hosting.dismiss_robot(game_id=pk, user=person(request), number=number),
    )


@require_POST
@signed_in
@never_cache
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Start before everybody has come."""
    return _answered(
        request,
        pk,
        lambda: hosting.start_now(game_id=pk, user=person(request), now=timezone.now()),
    )


@require_POST
@signed_in
@never_cache
def accept_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one has seen the rules that changed."""
    return _answered(
        request,
        pk,
        lambda: hosting.accept_rules(game_id=pk, user=person(request), now=timezone.now()),
    )


@require_POST
@signed_in
@never_cache
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Give one's seat up, and go to the other tables."""
    viewpoint = viewpoint_of(request, pk)
    try:
        hosting.leave_table(game_id=pk, user=person(request), now=timezone.now())
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    lobby = redirect("tables:lobby")
    return HttpResponseClientRedirect(lobby.url) if is_part(request) else lobby


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose other rules for a table that waits; htmx asks again at every change."""
    viewpoint_of(request, pk)
    game = get_object_or_404(Game, pk=pk)
    held = {"preset": game.preset, **game.options, "seats": str(game.rules.seats)}
    if request.method != "POST":
        chosen = {**held, **request.GET.dict()}
        return _rules_page(request, game, RulesForm(fitting(chosen["preset"], chosen)))
    form = RulesForm({**request.POST.dict(), "seats": held["seats"]})
    if not form.is_valid():
        return _rules_page(request, game, form, status=UNPROCESSABLE)
    try:
        hosting.change_rules(game_id=pk, user=person(request), rules=form.cleaned_data["rules"])
    except RefusedError as error:
        return _rules_page(request, game, form, error.code, status=CONFLICT)
    return redirect("tables:table", pk)


def _rules_page(
    request: HttpRequest, game: Game, form: RulesForm, refused: str = "", status: int = 200
) -> HttpResponse:
    clauses = summary(form.cleaned_data["rules"]) if form.is_valid() else ()
    reason = refusal(refused, game.preset) if refused else ""
    context = {"game": game, "form": form, "clauses": clauses, "refused": reason}
    return render(request, "games/change_rules.html", context, status=status)


def _at_seat(request: HttpRequest, pk: int, act: Callable[[int], None]) -> HttpResponse:
    form = SeatForm(request.POST)
    if not form.is_valid():
        return answer(request, viewpoint_of(request, pk), UNPROCESSABLE, "badly-written")
    number = form.cleaned_data["seat"]
    return _answered(request, pk, lambda: act(number))


def _answered(request: HttpRequest, pk: int, act: Callable[[], None]) -> HttpResponse:
    """Do it, and show the table from wherever the reader sits then."""
    viewpoint = viewpoint_of(request, pk)
    try:
        act()
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    return done(request, viewpoint_of(request, pk))
