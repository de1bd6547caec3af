"""A casual table before its first deal, and offers to end, resume or replay a game."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import make_rules
from games.house_rules import summary
from games.models import Game, Seat
from games.play import replay
from games.play.seat_names import TEAMS, Names, seats_on_device


class Proposal(NamedTuple):
    """A player's proposal to end the game in this hand, for the reader to answer."""

    hand: str
    asked_by: str


class AwaitedReturn(NamedTuple):
    """The players missing at a saved table."""

    missing: tuple[str, ...]


class RematchOffer(NamedTuple):
    """A rematch: its table, if a player has requested it; other partners, if any."""

    table: int | None
    may_change_partners: bool


def proposal(game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None) -> Proposal | None:
    """Return the proposal that this reader must answer; None if there is none or they answered."""
    if mine is None or wants_to_end(game, mine):
        return None
    asking = [seat for seat in seats if wants_to_end(game, seat)]
    if not asking:
        return None
    return Proposal(replay.current_hand_label(game), names.seat(asking[0].number))


def wants_to_end(game: Game, seat: Seat) -> bool:
    """Return whether a seat's proposal to end the game is open."""
    return (
        bool(seat.ends_in) and not game.is_over and seat.ends_in == replay.current_hand_label(game)
    )


def coming_back(
    game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None
) -> AwaitedReturn | None:
    """Return how this reader can resume a saved table; None if it is not saved, or not theirs."""
    if mine is None or game.status != Game.Status.SAVED:
        return None
    away = [seat for seat in seats if seat.user_id and seat.absent_since and seat is not mine]
    return AwaitedReturn(tuple(names.seat(seat.number) for seat in away))


def again(game: Game, mine: Seat | None, rematch: int | None) -> RematchOffer | None:
    """Return how this reader can play again; `rematch` is the table where others already wait."""
    if mine is None or not game.is_casual or not game.is_over:
        return None
    return RematchOffer(rematch, may_change_partners=game.rules.seats > len(TEAMS))


class Waiting(NamedTuple):
    """The reader's options while the seats are open.

    `free` is the first free seat, None if there is none. `changed` lists the rules that others
    changed after this reader sat down; it is empty once they have seen them.
    """

    is_seated: bool
    is_host: bool
    may_start: bool
    free: int | None
    changed: tuple[str, ...]


class SeatOffer(NamedTuple):
    """The reader's options for one seat: `take` it, move to it (`move`), or dismiss its robot."""

    take: bool = False
    move: bool = False
    dismiss: bool = False


NO_OFFER = SeatOffer()


def waiting(game: Game, seats: Sequence[Seat], mine: Seat | None) -> Waiting | None:
    """Return this reader's options; None unless the table is casual and its seats are open.

    A shared device has no other players to wait for.
    """
    if not game.is_open_casually or seats_on_device(seats):
        return None
    free = [seat.number for seat in seats if seat.is_free]
    seated = [seat for seat in seats if seat.user_id and seat.sat_at]
    is_host = mine is not None and game.host_id == mine.user_id
    is_seated = mine is not None and mine.sat_at is not None
    return Waiting(
        is_seated=is_seated,
        is_host=is_host,
        may_start=is_host and is_seated and all(seat.looked for seat in seated),
        free=free[0] if free else None,
        changed=_changed(game) if mine is not None and not mine.looked else (),
    )


def seat_offer(game: Game, seat: Seat, mine: Seat | None) -> SeatOffer:
    """Return this reader's options for a seat.

    Once the game is in play only a robot that keeps company gives way.
    """
    if game.is_casual and game.status in (Game.Status.LIVE, Game.Status.PAUSED):
        return SeatOffer(take=mine is None and seat.company)
    if not game.is_open_casually:
        return NO_OFFER
    is_kept_for_reader = mine is not None and mine.sat_at is None
    if mine is None or is_kept_for_reader:
        return SeatOffer(take=seat is mine or (seat.is_free and mine is None))
    return SeatOffer(move=seat.is_free, dismiss=seat.company and game.host_id == mine.user_id)


def _changed(game: Game) -> tuple[str, ...]:
    """Return the rules in words that differ from the former ones."""
    former = game.former_rules
    if former is None:
        return ()
    former_words = {
        clause.words for clause in summary(make_rules(former["preset"], former["options"]))
    }
    return tuple(clause.words for clause in summary(game.rules) if clause.words not in former_words)
