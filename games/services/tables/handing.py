"""A seat changes hands in the middle of a game: from a robot to a person, or back; its cards stay.

Only a seat's holder is shown its hand: the socket of a person who gave it up is closed before
anything more is sent (`games.live.hub`).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Seat
from games.services import log
from games.services.retry import retrying
from games.services.tables.seating import close_if_full


@retrying
@transaction.atomic
def give_seat(*, game_id: int, number: int, user: User, now: datetime) -> None:
    """Make a robot's seat a person's; nothing if it is no robot's, or they sit there already.

    While the table waits they are awaited; at one that plays the robot goes on until they come.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    seat = seats[number]
    if game.is_over or not seat.robot or any(each.user_id == user.pk for each in seats):
        return
    is_waiting = game.status == Game.Status.WAITING
    seat.user, seat.robot, seat.company = user, False, False
    seat.automatic, seat.guest = not is_waiting, user.is_guest
    seat.sat_at = None if is_waiting else now
    seat.save(update_fields=["user", "robot", "company", "automatic", "guest", "sat_at"])
    _show(game, seats, number, now)


@retrying
@transaction.atomic
def take_seat_away(*, game_id: int, user: User, now: datetime) -> None:
    """Give a person's seat to a robot, at once; nothing if they have none at this table."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    seat = next((each for each in seats if each.user_id == user.pk), None)
    if game.is_over or seat is None:
        return
    seat.user, seat.robot, seat.sat_at = None, True, seat.sat_at or now
    seat.automatic, seat.guest, seat.timeouts, seat.looked = False, False, 0, True
    seat.absent_since, seat.signed_at = None, None
    seat.socket = seat.sign = seat.ends_in = seat.missed = ""
    if game.status == Game.Status.WAITING:
        seat.corte_hash = ""  # nobody is there to open it
    seat.save()
    _show(game, seats, seat.number, now)


def _show(game: Game, seats: Sequence[Seat], number: int, now: datetime) -> None:
    if game.status == Game.Status.WAITING:
        close_if_full(game, now)
    elif game.status == Game.Status.LIVE:
        log.reassign(game, seats, number, now)
    else:
        log.tell_watchers(game)
