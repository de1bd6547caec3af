"""Coming and going: which socket holds a seat, whose connection is lost, who takes a seat back."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import Game, Seat
from games.services import log
from games.services.retry import retrying
from games.services.tables import desertion, missed


def name_of_socket(opened: int) -> str:
    """Return a new name for a socket opened at an instant (nanoseconds since 1970).

    Names sort by that instant, in whatever process: the greatest is the newest.
    """
    return f"s{opened:016x}{secrets.token_hex(4)}"


@retrying
@transaction.atomic
def arrive(*, game_id: int, seat: int, user_id: int, socket: str, now: datetime) -> None:
    """A socket of the seat's person opened: it holds the seat now, and the robot lets go.

    A companion on the same device comes along. A no-op if the seat now belongs to another person,
    or if a newer socket was faster: arrivals are written in any order.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    place = seats[seat]
    if place.user_id != user_id or socket < place.socket:
        return
    was_automatic = place.automatic
    place.socket, place.absent_since = socket, None
    missed.give_back(game, place)
    place.save(update_fields=["socket", "absent_since", *missed.WRITTEN])
    if any(each.companion for each in seats):
        game.seats.exclude(companion="").update(socket=socket, absent_since=None)
    if was_automatic:
        _go_on(game, seats, seat, now)
    else:
        log.tell_watchers(game)


@retrying
@transaction.atomic
def leave(*, game_id: int, socket: str, now: datetime) -> None:
    """A socket closed: if it held a seat, its person is absent from now on."""
    game = Game.objects.select_for_update().get(pk=game_id)
    gone = game.seats.filter(socket=socket).update(socket="", absent_since=now)
    if gone:
        log.tell_watchers(game)


@retrying
@transaction.atomic
def take_back(*, game_id: int, user_id: int, now: datetime) -> None:
    """Give an automatic seat back to its person; nothing if it is not automatic."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    mine = next((seat for seat in seats if seat.user_id == user_id and seat.automatic), None)
    if mine is None:
        return
    missed.give_back(game, mine)
    mine.save(update_fields=missed.WRITTEN)
    _go_on(game, seats, mine.number, now)


def _go_on(game: Game, seats: Sequence[Seat], number: int, now: datetime) -> None:
    """A person is back: a table that waited for that resumes, at any other they get their time."""
    if desertion.waits_for_people(game):
        desertion.resume(game, seats, now)
    elif game.status == Game.Status.LIVE:
        log.reassign(game, seats, number, now)
    else:
        log.tell_watchers(game)
