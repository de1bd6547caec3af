"""Two people on one device: whose hand it shows, and whose turn it is to take it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.board.names import Names
from games.engine import View
from games.models import Game, Seat
from games.records.one_device import due_on_device, seats_on_device


class Taker(NamedTuple):
    """Who may take the device, to see the hand of their seat."""

    seat: int
    name: str


class Sharing(NamedTuple):
    """A device that two people share.

    `acting` is the seat whose hand it shows, None while it is covered; `takers` are then those of
    its people who are awaited, `backs` how many cards the first of them holds.
    """

    acting: int | None
    takers: tuple[Taker, ...]
    backs: int


def sharing(game: Game, seats: Sequence[Seat], view: View | None, names: Names) -> Sharing | None:
    """Return how the device is shared; None at any other table."""
    if not seats_on_device(seats):
        return None
    is_covered = game.status == Game.Status.LIVE and game.in_hand is None
    due = due_on_device(seats, view.to_act) if view and is_covered else ()
    return Sharing(
        acting=game.in_hand,
        takers=tuple(Taker(number, names.first(number)) for number in due),
        backs=view.counts[due[0]] if view and due else 0,
    )
