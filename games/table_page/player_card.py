"""The card of a player at a table: who sits there, their record, and what the reader can do."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.friends.services import ties
from accounts.guests.views import guest_of
from accounts.models import User
from games.chat.queries import seat_voice
from games.common.hooks import player_figures
from games.engine import signals
from games.live.admission import Viewpoint, viewpoint_of
from games.models import Game, Seat
from games.play import table_cache
from games.play.seat_names import names_for, seats_on_device
from games.table_view.faces import seat_faces
from games.table_view.seats import robot_in_words


@require_safe
@never_cache
def card(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show who sits at a seat, as a part of the table's page."""
    viewpoint = viewpoint_of(request, pk)
    game = Game.objects.get(pk=pk)
    seats = table_cache.cached_seats(game)
    if number >= len(seats) or seats[number].is_free:
        raise Http404
    seat, names = seats[number], names_for(seats, None)
    context = {
        "game": game,
        "number": number,
        "name": names.people[number],
        "face": seat_faces(seats, names.people)[number],
        "robot": robot_in_words(seat, game) if seat.robot else "",
        "is_own": viewpoint.seat == number,
        "watching": _watching(viewpoint, seats, number, game),
        "voice": "" if seat.companion else seat_voice(seat),
        **_account(request, seat),
    }
    return render(request, "games/table_page/_card.html", context)


def _watching(
    viewpoint: Viewpoint, seats: Sequence[Seat], number: int, game: Game
) -> dict[str, bool] | None:
    """Return whether the reader looks at this rival's face; None where that means nothing."""
    own = viewpoint.seat
    if own is None or number % 2 == own % 2 or seats_on_device(seats):
        return None
    if not (game.signs_caught and signals(game.rules) and not game.is_over):
        return None
    return {"is_on": seats[own].watches == number}


def _account(request: HttpRequest, seat: Seat) -> dict[str, object]:
    """Return the record of a player with an account, and the reader's tie to them."""
    player = seat.user
    if player is None or player.is_guest or not player.is_active:
        return {"is_guest": player is not None and player.is_guest}
    reader = None if guest_of(request) else request.user
    answers = player_figures.send(User, player=player, reader=reader, now=timezone.now())
    context: dict[str, object] = {
        "person": player,
        "figures": next((figures for _receiver, figures in answers), None),
    }
    if isinstance(reader, User) and reader != player:
        context |= {"tie": ties(reader, [player.pk])[player.pk], "has_account": True}
    return context
