"""What the table says of people for whom it played, until they act again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from accounts.values.looked_up import gettext as _
from games.board.names import Names
from games.board.prompt import Prompt
from games.engine import View
from games.models import Seat
from games.services.tables.missed import Missed

TOLD: Final[Mapping[str, str]] = {
    Missed.TIME: gettext_noop("%(name)s: se acabó el tiempo, se juega lo mínimo"),
    Missed.ROBOT: gettext_noop("%(name)s: hasta la vuelta jugó un robot"),
    Missed.MAZO: gettext_noop("%(name)s: hasta la vuelta jugó un robot, y se fue al mazo"),
}
OWN: Final[Mapping[str, str]] = {
    Missed.TIME: gettext_noop("Se te acabó el tiempo: se jugó lo mínimo"),
    Missed.ROBOT: gettext_noop("Jugó un robot por vos"),
    Missed.MAZO: gettext_noop("Un robot te mandó al mazo"),
}


def late(view: View, seats: Sequence[Seat], names: Names) -> tuple[str, ...]:
    """Say whose time ran out, and for whom a robot played until they came back."""
    return tuple(_lines(view, seats, names))


def reminded(awaited: Prompt, view: View | None, mine: Seat | None) -> Prompt:
    """Remind a person who came back of what was played for them; the price of a call is first."""
    if view is None or mine is None or awaited.is_urgent or mine.missed_in != view.label:
        return awaited
    missed = _missed(mine, view)
    return awaited._replace(hint=_(OWN[missed])) if missed else awaited


def _lines(view: View, seats: Sequence[Seat], names: Names) -> Iterator[str]:
    for seat in seats:
        if missed := _missed(seat, view):
            yield _(TOLD[missed]) % {"name": names.seat(seat.number)}


def _missed(seat: Seat, view: View) -> str:
    """Return what is still told of a seat; nothing while a robot plays on for its person."""
    if seat.automatic:
        return ""
    if seat.timeouts:
        return Missed.TIME
    return seat.missed if seat.missed_in == view.label else ""
