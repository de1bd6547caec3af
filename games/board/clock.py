"""The table's clock as the browser counts it: server time and deadline in milliseconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.engine import View
from games.models import Game, Seat
from games.records.one_device import seats_on_device


@dataclass(frozen=True)
class Clock:
    """When the server acts next and how long the whole wait is; 0 where nobody counts."""

    now: int
    act_by: int = 0
    total: int = 0


def clock(game: Game, seats: Sequence[Seat], view: View | None, now: datetime) -> Clock:
    """Return the clock people are shown: none for a robot's thinking time, nor on one device."""
    seen = milliseconds(now)
    if game.act_by is None:
        return Clock(seen)
    if view is None:
        return Clock(seen, milliseconds(game.act_by))
    if view.over:
        return Clock(seen, milliseconds(game.act_by), settings.HAND_PAUSE * 1000)
    if not seats_on_device(seats) and any(seats[number].is_person for number in view.to_act):
        return Clock(seen, milliseconds(game.act_by), game.turn_seconds * 1000)
    return Clock(seen)


def milliseconds(moment: datetime) -> int:
    """Return an instant as browsers count it."""
    return int(moment.timestamp() * 1000)
