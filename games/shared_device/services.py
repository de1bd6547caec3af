"""Services for two people on one device: show the holder's hand, and erase a companion.

When a hand is covered again follows from the actions played (`games.play.seat_names`).
"""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from accounts.names.display import ERASED
from games.common.errors import (
    ClosedError,
    NotInHandError,
    NotYourSeatError,
    NotYourTurnError,
    StaleError,
)
from games.models import Game, Seat
from games.play import log, record_signatures
from games.play.replay import DealSource, current_state
from games.play.seat_names import due_on_device, seats_on_device


@transactional
def show_hand(*, game_id: int, seat: int, seen_version: int, now: datetime) -> None:
    """Show the hand of this seat on the device, after its awaited player confirms holding it.

    Do nothing if it is already shown. Raises RefusedError `not-your-seat` (not of this device),
    `closed`, `not-in-hand` (the other player has it) or `not-your-turn`, StaleError when the table
    has changed.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    if seat not in seats_on_device(seats):
        raise NotYourSeatError()
    if game.in_hand == seat:
        return
    if game.status != Game.Status.LIVE:
        raise ClosedError()
    if game.version != seen_version:
        raise StaleError(game.version)
    if game.in_hand is not None:
        raise NotInHandError()
    state = current_state(game, DealSource(game, seats))
    if seat not in due_on_device(seats, state.to_act):
        raise NotYourTurnError()
    game.in_hand = seat
    log.advance(game, seats, state, now)


def forget_companions(*, user: User) -> None:
    """Erase the names of companions on a person's device; called where the person is erased.

    The name is stored at the seat, and in the record.
    """
    for seat in Seat.objects.filter(game__seats__user=user).exclude(companion=""):
        Seat.objects.filter(pk=seat.pk).update(companion=ERASED)
        record_signatures.forget_seat(seat)
