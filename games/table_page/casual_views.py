"""Views of a casual table: seats, robots and rules before the deal; ending, saving, rematch."""

from dataclasses import replace
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.errors import RefusedError
from accounts.common.requests import htmx_redirect, login_required_keep_post, person
from games.casual import arrival, host_actions
from games.casual import services as casual
from games.common.errors import BadlyWrittenError, refusal
from games.house_rules import fit_to_preset, refit_if_preset_changed, summary
from games.invitations.views import path_to_join
from games.live.admission import Viewpoint, viewpoint_of
from games.models import Game
from games.play import saved_games
from games.table_page.forms import RulesForm, SeatForm
from games.table_page.responses import done, posted_at_table, seat_of


@posted_at_table
def vote(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Propose, accept or refuse to end the game: `ends` is 1 or 0, `hand` the visible one."""
    casual.vote_to_end(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint),
        hand=request.POST.get("hand", ""),
        ends=request.POST.get("ends") == "1",
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def save(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Save the game, and redirect to the other tables."""
    seat_of(viewpoint)
    saved_games.save_table(game_id=viewpoint.game_id, now=timezone.now())
    return htmx_redirect(request, redirect("tables:lobby"))


@posted_at_table
def go_on(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Return to a saved game; with `without`, do not wait for the others."""
    saved_games.resume_table(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint),
        without_others="without" in request.POST,
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def again(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Redirect to the table of the rematch; the first request opens it.

    Whoever stood up there comes back as by its invitation.
    """
    seat_of(viewpoint)
    game = casual.open_rematch(
        game_id=viewpoint.game_id,
        change_partners="change" in request.POST,
        now=timezone.now(),
    )
    redirection = arrival.redirect_to_table(request, game)
    if not game.seats.filter(user=person(request)).exists():
        redirection = redirect(path_to_join(game.pk))
    return htmx_redirect(request, redirection)


@posted_at_table
def change_seat(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Move to another seat."""
    number = _named_seat(request)
    host_actions.change_seat(
        game_id=viewpoint.game_id, user=person(request), number=number, now=timezone.now()
    )
    return done(request, replace(viewpoint, seat=number))


@posted_at_table
def seat_robot(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Assign a seat to a robot."""
    host_actions.seat_robot(
        game_id=viewpoint.game_id,
        user=person(request),
        number=_named_seat(request),
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def dismiss_robot(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Free a seat that a robot holds."""
    host_actions.dismiss_robot(
        game_id=viewpoint.game_id, user=person(request), number=_named_seat(request)
    )
    return done(request, viewpoint)


@posted_at_table
def start(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Start before all players have come."""
    host_actions.start_now(game_id=viewpoint.game_id, user=person(request), now=timezone.now())
    return done(request, viewpoint)


@posted_at_table
def accept_rules(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Mark the changed rules as seen by the reader."""
    host_actions.accept_rules(game_id=viewpoint.game_id, user=person(request), now=timezone.now())
    return done(request, viewpoint)


@posted_at_table
def leave(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Leave the seat, and redirect to the other tables."""
    host_actions.leave_table(game_id=viewpoint.game_id, user=person(request), now=timezone.now())
    return htmx_redirect(request, redirect("tables:lobby"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@never_cache
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the rules of a waiting table; htmx requests the form again at every change."""
    viewpoint_of(request, pk)
    game = get_object_or_404(Game, pk=pk)
    current = {"preset": game.preset, **game.options, "seats": str(game.rules.seats)}
    if request.method != "POST":
        chosen = {**current, **request.GET.dict()}
        fitted = {**fit_to_preset(chosen["preset"], chosen), "seats": current["seats"]}
        return _rules_page(request, game, RulesForm(fitted))
    sent = {**request.POST.dict(), "seats": current["seats"]}
    form = RulesForm({**refit_if_preset_changed(sent), "seats": current["seats"]})
    if not form.is_valid():
        return _rules_page(request, game, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        host_actions.change_rules(
            game_id=pk, user=person(request), rules=form.cleaned_data["rules"]
        )
    except RefusedError as error:
        return _rules_page(request, game, form, error.code, status=HTTPStatus.CONFLICT)
    return redirect("tables:table", pk)


def _rules_page(
    request: HttpRequest, game: Game, form: RulesForm, refused: str = "", status: int = 200
) -> HttpResponse:
    clauses = summary(form.cleaned_data["rules"]) if form.is_valid() else ()
    reason = refusal(refused, game.preset) if refused else ""
    context = {"game": game, "form": form, "clauses": clauses, "refused": reason}
    return render(request, "games/table_page/change_rules.html", context, status=status)


def _named_seat(request: HttpRequest) -> int:
    """Return the seat number in the form; raises RefusedError if it is missing."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    return int(form.cleaned_data["seat"])
