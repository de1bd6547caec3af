"""How a casual game may end before its last point, and what comes after it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.board.names import TEAMS, Names
from games.models import Game, Seat
from games.services.tables import agreement


class Proposal(NamedTuple):
    """A player's proposal to end the game in this hand, awaiting the reader's answer."""

    hand: str
    asked_by: str


class Return(NamedTuple):
    """Going on with a saved table: who is still missing."""

    missing: tuple[str, ...]


class Again(NamedTuple):
    """A rematch: its table, if a player has asked for it; other partners, if any."""

    table: int | None
    may_change_partners: bool


def proposal(game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None) -> Proposal | None:
    """Return what this reader is asked to agree to; None if nobody asks or they have answered."""
    if mine is None or wants_to_end(game, mine):
        return None
    asking = [seat for seat in seats if wants_to_end(game, seat)]
    if not asking:
        return None
    return Proposal(agreement.hand_of(game), names.seat(asking[0].number))


def wants_to_end(game: Game, seat: Seat) -> bool:
    """Whether a seat's proposal to end the game is open."""
    return bool(seat.ends_in) and not game.is_over and seat.ends_in == agreement.hand_of(game)


def coming_back(
    game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None
) -> Return | None:
    """Return how this reader may go on with a saved table; None if it is not saved, or theirs."""
    if mine is None or game.status != Game.Status.SAVED:
        return None
    away = [seat for seat in seats if seat.user_id and seat.absent_since and seat is not mine]
    return Return(tuple(names.seat(seat.number) for seat in away))


def again(game: Game, mine: Seat | None, rematch: int | None) -> Again | None:
    """Return how this reader may play again; `rematch` is the table where others wait for it."""
    if mine is None or not game.is_casual or not game.is_over:
        return None
    return Again(rematch, may_change_partners=game.rules.seats > len(TEAMS))
