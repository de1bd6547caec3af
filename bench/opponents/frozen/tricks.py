"""Tricks by strength only: the card to play, and the outcome if every seat plays by it."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.state import PARDA, TrickWinner
from games.engine.tricks import hand_winner

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


@cache
def order(seats: tuple[int, ...], table: int, leader: int) -> tuple[int, ...]:
    """Return the seats in order of play; if the leader has folded, the next seat leads (R-T6)."""
    return tuple(sorted(seats, key=lambda seat: (seat - leader) % table))


def lay(trick: Trick, seat: int, strength: int) -> Trick:
    """Return the trick with one more card; of a team's equal cards the first counts (R-T3)."""
    leader, waiting, best, by = trick
    team = seat % 2
    if strength <= best[team]:
        return Trick(leader, waiting[1:], best, by)
    if team:
        return Trick(leader, waiting[1:], (best[0], strength), (by[0], seat))
    return Trick(leader, waiting[1:], (strength, best[1]), (seat, by[1]))


def throw(hand: Hand, trick: Trick, winners: tuple[TrickWinner, ...]) -> int:
    """Return the strength that the next seat plays.

    Win the trick with the cheapest card that can, leave it to a partner who is winning it, or keep
    the rest. A parda is better than a lost trick unless the rivals have won one already (R-T5).
    """
    team = trick.waiting[0] % 2
    ours, theirs = trick.best[team], trick.best[1 - team]
    if max(ours, theirs) == NOTHING:
        return lead(hand, winners, team)
    enough = theirs if team in winners else theirs + 1
    if ours >= enough and (ours >= SAFE or not _rivals_to_come(trick)):
        return hand[0]
    for strength in hand:
        if strength >= enough and strength > ours:
            return strength
    saves = theirs in hand and 1 - team not in winners
    return theirs if saves else hand[0]


def _rivals_to_come(trick: Trick) -> bool:
    team = trick.waiting[0] % 2
    return any(seat % 2 != team for seat in trick.waiting)


def lead(hand: Hand, winners: tuple[TrickWinner, ...], team: int) -> int:
    """Lead high if the trick decides, low after a won first trick, else from the middle."""
    if team in winners:
        return hand[0]
    return hand[-1] if winners else hand[len(hand) // 2]


def play_out(position: Position, hands: Mapping[int, Hand]) -> int:
    """Return the winning team if every seat plays its hand by `throw`; consumes the hands."""
    seats, table, mano, winners, trick = position
    while True:
        for seat in trick.waiting:
            strength = throw(hands[seat], trick, winners)
            hands[seat].remove(strength)
            trick = lay(trick, seat, strength)
        winner = trick.winner
        winners = (*winners, winner)
        team = hand_winner(winners, mano % 2)
        if team is not None:
            return team
        leader = trick.by[winner] if isinstance(winner, int) else trick.leader
        trick = Trick(leader, order(seats, table, leader))
