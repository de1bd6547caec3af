"""How people end a casual game by agreement, put it aside, and play again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from games.services.tables import agreement, rematch, saving
from games.views import arriving
from games.views.answering import CONFLICT, FORBIDDEN, answer, done, is_part, viewpoint_of


@require_POST
@signed_in
@never_cache
def vote(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose, agree or refuse to end the game: `ends` is 1 or 0, `hand` the one they see."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    try:
        agreement.vote_to_end(
            game_id=pk,
            seat=viewpoint.seat,
            hand=request.POST.get("hand", ""),
            ends=request.POST.get("ends") == "1",
            now=timezone.now(),
        )
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    return done(request, viewpoint)


@require_POST
@signed_in
@never_cache
def save(request: HttpRequest, pk: int) -> HttpResponse:
    """Put the game aside, and go to the other tables."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    try:
        saving.save_table(game_id=pk, now=timezone.now())
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    lobby = redirect("tables:lobby")
    return HttpResponseClientRedirect(lobby.url) if is_part(request) else lobby


@require_POST
@signed_in
@never_cache
def go_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Come back to a game that was put aside; with `without`, do not wait for the others."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    try:
        saving.go_on(
            game_id=pk,
            seat=viewpoint.seat,
            without_others="without" in request.POST,
            now=timezone.now(),
        )
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    return done(request, viewpoint)


@require_POST
@signed_in
@never_cache
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Go to the table of the rematch, which is opened by whoever asks first."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    try:
        game = rematch.open_rematch(
            game_id=pk, change_partners="change" in request.POST, now=timezone.now()
        )
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    led = arriving.lead_to(request, game)
    return HttpResponseClientRedirect(led["Location"]) if is_part(request) else led
