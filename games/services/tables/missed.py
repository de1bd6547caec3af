"""What was played for a person until they came back: kept until they act, or cards are dealt."""

from enum import StrEnum

from games.models import Action, Game, Seat
from games.services.tables.agreement import hand_of

WRITTEN = ("automatic", "timeouts", "missed", "missed_in")  # by `give_back`


class Missed(StrEnum):
    """Their time ran out; a robot played for them; it folded the hand that is still played."""

    TIME = "time"
    ROBOT = "robot"
    MAZO = "mazo"


def give_back(game: Game, seat: Seat) -> None:
    """Make a seat its person's again; what was played for them is news until they act."""
    if seat.timeouts or seat.automatic:
        seat.missed, seat.missed_in = _played_for(game, seat), hand_of(game)
    seat.automatic, seat.timeouts = False, 0


def missed_by(seat: Seat, hand: str) -> str:
    """Return what is still told of a seat; nothing while a robot plays on for its person."""
    if seat.automatic:
        return ""
    if seat.timeouts:
        return Missed.TIME
    return seat.missed if seat.missed_in == hand else ""


def _played_for(game: Game, seat: Seat) -> str:
    own = game.actions.filter(seat=seat.number)
    last = own.filter(by=Action.By.PERSON).order_by("seq").last()
    since = own.filter(by=Action.By.CLOCK, seq__gt=last.seq if last else -1)
    done = list(since.values_list("hand", "token"))
    if (hand_of(game), Missed.MAZO) in done:
        return Missed.MAZO
    if len(done) > seat.timeouts:
        return Missed.ROBOT
    return Missed.TIME if seat.timeouts else ""
