"""Two people on one device: whose hand it may show.

One of them signed in, or is a guest; the other is a name on a seat (`Seat.companion`). The device
shows the hand of the seat that `Game.in_hand` names, and none while nobody has said that they hold
the device: the cover.
"""

from collections.abc import Collection, Sequence

from games.engine import State
from games.models import Game, Seat


def seats_on_device(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the seats whose people share one device; none at any other table."""
    if not any(seat.companion for seat in seats):
        return ()
    return tuple(seat.number for seat in seats if seat.user_id or seat.companion)


def eyes_of(game: Game, seats: Sequence[Seat], seat: int | None) -> int | None:
    """Return the seat whose hand a reader is shown: their own, or on one device that in hand."""
    if seat is None or not seats_on_device(seats):
        return seat
    return game.in_hand


def due_on_device(seats: Sequence[Seat], due: Collection[int]) -> tuple[int, ...]:
    """Return who of the people on the device is awaited."""
    return tuple(number for number in seats_on_device(seats) if number in due)


def still_in_hand(game: Game, seats: Sequence[Seat], state: State) -> int | None:
    """Return whose hand stays open when a table comes to `state`.

    It is covered for the other person's turn, and at the end of the hand, which both look at.
    """
    if state.over:
        return None
    due = due_on_device(seats, state.to_act)
    return None if due and game.in_hand not in due else game.in_hand
