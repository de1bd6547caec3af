"""Tricks by strength only: the card to play, and the outcome if every seat plays so."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.rules import TieLeader
from games.engine.state import PARDA, TrickWinner
from games.engine.tricks import TRICKS, hand_winner, leader_after_tie

NOTHING: Final = -1
"""The strength on the table of a team that has played no card."""
SAFE: Final = 10
"""A three. A partner's card of at least this strength is left to win, even if rivals still play."""
Hand = list[int]
"""Strengths in ascending order."""


class Trick(NamedTuple):
    """An open trick: each team's best card and its seat, and the seats still to play."""

    leader: int
    waiting: tuple[int, ...]
    best: tuple[int, int] = (NOTHING, NOTHING)
    by: tuple[int, int] = (NOTHING, NOTHING)

    @property
    def winner(self) -> TrickWinner:
        """The team that is winning the trick."""
        even, odd = self.best
        return PARDA if even == odd else int(odd > even)


class Position(NamedTuple):
    """The state of a hand between two cards; `table` is the number of seats at the table."""

    seats: tuple[int, ...]
    table: int
    mano: int
    winners: tuple[TrickWinner, ...]
    trick: Trick
    tied: int | None
    """The team that wins three tied tricks (R-T7)."""
    tie_leader: TieLeader


@cache
def order(seats: tuple[int, ...], table: int, leader: int) -> tuple[int, ...]:
    """Return the seats in order of play; if the leader has folded, the next seat leads (R-T6)."""
    return tuple(sorted(seats, key=lambda seat: (seat - leader) % table))


def add_card(trick: Trick, seat: int, strength: int) -> Trick:
    """Return the trick with one more card; of a team's equal cards the first counts (R-T3)."""
    leader, waiting, best, by = trick
    team = seat % 2
    if strength <= best[team]:
        return Trick(leader, waiting[1:], best, by)
    if team:
        return Trick(leader, waiting[1:], (best[0], strength), (by[0], seat))
    return Trick(leader, waiting[1:], (strength, best[1]), (seat, by[1]))


def next_throw(hand: Hand, trick: Trick, winners: tuple[TrickWinner, ...]) -> int:
    """Return the strength that the next seat plays.

    Win the trick with the cheapest card that can, leave it to a partner who is winning it, or keep
    the better cards. A parda is better than a lost trick unless the rivals have won one (R-T5).
    """
    waiting, best = trick.waiting, trick.best
    team = waiting[0] % 2
    ours, theirs = best[team], best[1 - team]
    if ours == theirs == NOTHING:
        return lead(hand, winners, team)
    enough = theirs if team in winners else theirs + 1
    if ours >= enough and (ours >= SAFE or not _rivals_to_come(waiting, team)):
        return hand[0]
    least = max(enough, ours + 1)
    for strength in hand:
        if strength >= least:
            return strength
    saves = theirs in hand and 1 - team not in winners
    return theirs if saves else hand[0]


def _rivals_to_come(waiting: tuple[int, ...], team: int) -> bool:
    """Seats of the two teams alternate, except those that folded."""
    return len(waiting) > 1 and (waiting[1] % 2 != team or any(s % 2 != team for s in waiting))


def lead(hand: Hand, winners: tuple[TrickWinner, ...], team: int) -> int:
    """Lead high if the trick decides, low after a won first trick, else from the middle."""
    if team in winners:
        return hand[0]
    return hand[-1] if winners else hand[len(hand) // 2]


def play_out(position: Position, hands: Mapping[int, Hand]) -> int | None:
    """Return the winning team, if any, if every seat plays by `next_throw`; consumes the hands."""
    seats, table, mano, winners, trick, tied, tie_leader = position
    while True:
        for seat in trick.waiting:
            strength = next_throw(hands[seat], trick, winners)
            hands[seat].remove(strength)
            trick = add_card(trick, seat, strength)
        winner = trick.winner
        winners = (*winners, winner)
        team = hand_winner(winners, tied)
        if team is not None or len(winners) == TRICKS:
            return team
        if isinstance(winner, int):
            leader = trick.by[winner]
        else:
            best = order(trick.by, table, trick.leader)
            leader = leader_after_tie(tie_leader, trick.leader, mano, best)
        trick = Trick(leader, order(seats, table, leader))
