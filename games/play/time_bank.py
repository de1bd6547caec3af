"""The time bank: how long each seat may think in a whole game, against stalling.

It is an option of a table (`Game.bank_seconds`). A turn still has its limit; what a player thinks
is taken from the seat's bank, and once that is empty the seat's turns last `SHORT_TURN` only. The
clock then plays the least that is legal, as at any timeout, so nobody loses by time alone. Pauses,
outages, the time between two hands and the turns of robots are not counted. The caller of each
function holds the game's lock and saves `COLUMNS`.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.models import Game

COLUMNS: Final = ("thought", "turn_at")
SHORT_TURN: Final = timedelta(seconds=10)
FEWEST, MOST = 2, 60  # minutes
NOTHING: Final = timedelta()


def time_left(game: Game, seat: int) -> timedelta:
    """Return what a seat has left in its bank, as of its last act; the game has a bank."""
    thought = game.thought[seat] if seat < len(game.thought) else 0
    return max(NOTHING, timedelta(seconds=game.bank_seconds or 0, milliseconds=-thought))


def turn_length(game: Game, seats: Iterable[int]) -> timedelta:
    """Return the time for a turn of these seats, any of which may act."""
    whole = timedelta(seconds=game.turn_seconds)
    if game.bank_seconds is None:
        return whole
    most = max(time_left(game, seat) for seat in seats)
    return min(whole, max(SHORT_TURN, most))


def charge_turn(game: Game, seat: int, now: datetime) -> None:
    """Take the time of a turn from the bank of the seat that acted, or was too late."""
    if game.bank_seconds is None or game.turn_at is None:
        return
    spent = max(NOTHING, now - game.turn_at)
    thought = [*game.thought, *[0] * (game.rules.seats - len(game.thought))]
    thought[seat] += spent // timedelta(milliseconds=1)
    game.thought = thought


def begin_turn(game: Game, now: datetime) -> tuple[str, ...]:
    """Begin the next turn now; return the columns to save, none at a table without a bank."""
    if game.bank_seconds is None:
        return ()
    game.turn_at = now
    return COLUMNS
