"""Presence at a table: connections, seats taken back, and turns missed meanwhile.

Missed turns are shown until the player acts or new cards are dealt.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from accounts.common.transactions import transactional
from games.models import Action, Game, Seat
from games.play import abandonment, log
from games.play.outages import process_name
from games.play.replay import current_hand_label

SKEW = timedelta(seconds=5)  # by which clocks of the site's machines may differ
WRITTEN = ("automatic", "timeouts", "missed", "missed_in")  # by `return_missed_turns`


class MissedTurns(StrEnum):
    """A timeout; a turn played by a robot; a hand folded by the robot that is still in progress."""

    TIME = "time"
    ROBOT = "robot"
    MAZO = "mazo"


def return_missed_turns(game: Game, seat: Seat) -> None:
    """Return a seat to its player; the turns played for them are shown until they act."""
    if seat.timeouts or seat.automatic:
        seat.missed, seat.missed_in = _played_for(game, seat), current_hand_label(game)
    seat.automatic, seat.timeouts = False, 0


def missed_turns_of(seat: Seat, hand: str) -> str:
    """Return the missed turns to show for a seat; none while a robot still plays for it."""
    if seat.automatic:
        return ""
    if seat.timeouts:
        return MissedTurns.TIME
    return seat.missed if seat.missed_in == hand else ""


def _played_for(game: Game, seat: Seat) -> str:
    own = game.actions.filter(seat=seat.number)
    last = own.filter(by=Action.By.PERSON).order_by("seq").last()
    since = own.filter(by=Action.By.CLOCK, seq__gt=last.seq if last else -1)
    turns = list(since.values_list("hand", "token"))
    if (current_hand_label(game), MissedTurns.MAZO) in turns:
        return MissedTurns.MAZO
    if len(turns) > seat.timeouts:
        return MissedTurns.ROBOT
    return MissedTurns.TIME if seat.timeouts else ""


def name_of_socket(opened: int) -> str:
    """Return a new name for a socket of this process opened at an instant (ns since 1970).

    Names sort by that instant across processes: the greatest is the newest, unless a clock was set
    back since. They end with the name of their process.
    """
    return f"s{opened:016x}{secrets.token_hex(2)}{process_name()}"


@transactional
def arrive(*, game_id: int, seat: int, user_id: int, socket: str, now: datetime) -> None:
    """Record a newly opened socket of the seat's player: it holds the seat, and the robot stops.

    A companion on the same device comes back too. Do nothing if the seat now belongs to another
    player or if a newer socket was recorded first: arrivals can be written in any order. A recorded
    name from the future is not newer: the clock was set back since.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    place = seats[seat]
    limit = name_of_socket(int((now + SKEW).timestamp() * 1e9))
    if place.user_id != user_id or socket < place.socket < limit:
        return
    was_automatic = place.automatic
    place.socket, place.absent_since = socket, None
    return_missed_turns(game, place)
    place.save(update_fields=["socket", "absent_since", *WRITTEN])
    if any(each.companion for each in seats):
        game.seats.exclude(companion="").update(socket=socket, absent_since=None)
    if was_automatic:
        _go_on(game, seats, seat, now)
    else:
        log.broadcast_to_spectators(game)


@transactional
def leave(*, game_id: int, socket: str, now: datetime) -> None:
    """Record a closed socket: if it held a seat, its player is absent from now on."""
    game = Game.objects.select_for_update().get(pk=game_id)
    released = game.seats.filter(socket=socket).update(socket="", absent_since=now)
    if released:
        log.broadcast_to_spectators(game)


@transactional
def take_back(*, game_id: int, user_id: int, now: datetime) -> None:
    """Return an automatic seat to its player, who is present again; do nothing if it is manual."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    mine = next((seat for seat in seats if seat.user_id == user_id and seat.automatic), None)
    if mine is None:
        return
    return_missed_turns(game, mine)
    mine.absent_since = None
    mine.save(update_fields=["absent_since", *WRITTEN])
    _go_on(game, seats, mine.number, now)


def _go_on(game: Game, seats: Sequence[Seat], number: int, now: datetime) -> None:
    """Resume a table that waited for this player; elsewhere renew the deadline of their turn."""
    if abandonment.waits_for_people(game):
        abandonment.resume_abandoned(game, seats, now)
    elif game.status == Game.Status.LIVE:
        log.recompute_deadline(game, seats, number, now)
    else:
        log.broadcast_to_spectators(game)
