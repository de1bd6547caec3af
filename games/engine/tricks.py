"""Tricks: who wins one, who leads the next, who has won the hand (R-T, R-V1)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.engine.cards import Card
from games.engine.hand_end import end_hand
from games.engine.ranks import COVERED_STRENGTH
from games.engine.state import PARDA, Play, State, Trick, TrickWinner, replace


@cache
def hand_winner(winners: tuple[TrickWinner, ...], mano: int) -> int | None:
    """Return the team that has won the hand, as soon as that is certain (R-T5)."""
    won = [winner for winner in winners if isinstance(winner, int)]
    for team in won:
        if won.count(team) == 2:
            return team
    if won and PARDA in winners:
        return won[0]
    return mano % 2 if len(winners) == 3 else None


def best_seat(ranked: Sequence[tuple[int, int]]) -> int | None:
    """Return the seat that takes a trick; None if it is parda. `ranked` is in playing order.

    Equal best cards of one team are no parda: the one played first counts (R-T3).
    """
    best = max([strength for strength, _ in ranked])
    first, *others = [seat for strength, seat in ranked if strength == best]
    return None if any((other - first) % 2 for other in others) else first


def trick_winner(plays: Iterable[Play], strength: Mapping[Card, int]) -> int | None:
    """Return the seat whose card takes the trick."""
    return best_seat(
        [(COVERED_STRENGTH if play.covered else strength[play.card], play.seat) for play in plays]
    )


def beneath_trick(tied: Trick, strength: Mapping[Card, int]) -> Trick:
    """Return the last trick of a two-card tie, made of the cards beneath (R-V1)."""
    seat = best_seat([(_strength_beneath(play, strength), play.seat) for play in tied.plays])
    plays = tuple(
        Play(play.seat, play.beneath, play.covered)
        for play in tied.plays
        if play.beneath is not None
    )
    return Trick(tied.leader, plays, team_of(seat))


def _strength_beneath(play: Play, strength: Mapping[Card, int]) -> int:
    """A hidden card counts only if strictly lower than its cover; else it is void."""
    if play.beneath is None or play.covered:
        return COVERED_STRENGTH
    below = strength[play.beneath]
    return below if below < strength[play.card] else COVERED_STRENGTH


def team_of(seat: int | None) -> TrickWinner:
    """Return the winner of a complete trick as it is recorded."""
    return PARDA if seat is None else seat % 2


def next_leader(leader: int, taker: int | None) -> int:
    """R-T4: the winner leads; after a parda, the seat that led the tied trick leads again."""
    return leader if taker is None else taker


@cache
def seats_from(seats: tuple[int, ...], leader: int) -> tuple[int, ...]:
    """Return the seats in order of play from a leader on."""
    place = seats.index(leader)
    return seats[place:] + seats[:place]


def play_card(state: State, play: Play) -> State:
    """The seat puts its card, or its last two, on the table, and the next one is due."""
    trick = state.tricks[-1]
    laid_down = (play.card, play.beneath)
    held = tuple([card for card in state.held[play.seat] if card not in laid_down])
    following = _next_in(state, trick.leader, play.seat)
    laid = replace(
        state,
        held=(*state.held[: play.seat], held, *state.held[play.seat + 1 :]),
        tricks=(*state.tricks[:-1], Trick(trick.leader, (*trick.plays, play))),
        turn=play.seat if following is None else following,
    )
    return _take_in(laid) if following is None else laid


def skip_folded(state: State) -> State:
    """R-T6: the seat due to play has folded; perhaps it was the last the trick waited for."""
    trick = state.tricks[-1]
    following = _next_in(state, trick.leader, state.turn)
    if following is not None:
        return replace(state, turn=following)
    return _take_in(state)


def _next_in(state: State, leader: int, seat: int) -> int | None:
    """Return the next seat still in, in order of play, until the trick comes back to its leader."""
    order = seats_from(state.deal.seats, leader)
    for following in order[order.index(seat) + 1 :]:
        if following not in state.folded:
            return following
    return None


def _take_in(state: State) -> State:
    """The trick is complete: the hand is decided, or the next trick is led."""
    tricks, leader = _taken(state)
    winner = hand_winner(tuple([trick.winner for trick in tricks]), state.start.mano)
    if winner is not None:
        reason = "truco" if state.truco.level > 1 else "hand"
        return end_hand(replace(state, tricks=tricks), winner, reason)
    if leader in state.folded:
        leader = next(
            seat for seat in seats_from(state.deal.seats, leader) if seat not in state.folded
        )
    return replace(state, tricks=(*tricks, Trick(leader)), turn=leader)


def _taken(state: State) -> tuple[tuple[Trick, ...], int]:
    """Return the complete tricks, and who leads the next."""
    *earlier, trick = state.tricks
    strength = state.deal.ranking.strength
    seat = trick_winner(trick.plays, strength)
    closed = trick._replace(winner=team_of(seat))
    if seat is not None or trick.plays[0].beneath is None:
        return (*earlier, closed), next_leader(trick.leader, seat)
    last = beneath_trick(trick, strength)
    return (*earlier, closed, last), trick.leader
