"""How people end a casual game by agreement, put it aside, and play again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from games.live.admission import Viewpoint
from games.services.tables import agreement, rematch, saving
from games.views import arriving
from games.views.answering import at_table, done, seat_of
from games.views.htmx import leave_for


@require_POST
@signed_in
@never_cache
@at_table
def vote(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Propose, agree or refuse to end the game: `ends` is 1 or 0, `hand` the one they see."""
    agreement.vote_to_end(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint),
        hand=request.POST.get("hand", ""),
        ends=request.POST.get("ends") == "1",
        now=timezone.now(),
    )
    return done(request, viewpoint)


@require_POST
@signed_in
@never_cache
@at_table
def save(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Put the game aside, and go to the other tables."""
    seat_of(viewpoint)
    saving.save_table(game_id=viewpoint.game_id, now=timezone.now())
    return leave_for(request, redirect("tables:lobby"))


@require_POST
@signed_in
@never_cache
@at_table
def go_on(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Come back to a game that was put aside; with `without`, do not wait for the others."""
    saving.go_on(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint),
        without_others="without" in request.POST,
        now=timezone.now(),
    )
    return done(request, viewpoint)


@require_POST
@signed_in
@never_cache
@at_table
def again(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Go to the table of the rematch; the first request opens it."""
    seat_of(viewpoint)
    game = rematch.open_rematch(
        game_id=viewpoint.game_id,
        change_partners="change" in request.POST,
        now=timezone.now(),
    )
    return leave_for(request, arriving.lead_to(request, game))
