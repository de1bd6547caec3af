"""Tricks by strength alone: which card to throw, and how a hand goes if every seat throws so."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.engine.state import PARDA, TrickWinner
from games.engine.tricks import hand_winner

NOTHING: Final = -1
"""The strength on the table of a team that has played no card yet."""
SAFE: Final = 10
"""A three: a partner's card from here on is left alone although rivals are still to play."""

Hand = list[int]
"""Strengths in ascending order."""


class Trick(NamedTuple):
    """A trick under way: the best card of each team, who laid it, and who is still to play."""

    leader: int
    waiting: tuple[int, ...]
    best: tuple[int, int] = (NOTHING, NOTHING)
    by: tuple[int, int] = (NOTHING, NOTHING)

    @property
    def winner(self) -> TrickWinner:
        """The team that has the trick as it lies."""
        even, odd = self.best
        return PARDA if even == odd else int(odd > even)


class Position(NamedTuple):
    """Where a hand stands between two cards; `table` is the number of chairs."""

    seats: tuple[int, ...]
    table: int
    mano: int
    winners: tuple[TrickWinner, ...]
    trick: Trick


@cache
def order(seats: tuple[int, ...], table: int, leader: int) -> tuple[int, ...]:
    """Return the seats in order of play; after a leader that has folded the next leads (R-T6)."""
    return tuple(sorted(seats, key=lambda seat: (seat - leader) % table))


def lay(trick: Trick, seat: int, strength: int) -> Trick:
    """Return the trick with one more card; the first of a team's equal cards keeps it (R-T3)."""
    leader, waiting, best, by = trick
    team = seat % 2
    if strength <= best[team]:
        return Trick(leader, waiting[1:], best, by)
    if team:
        return Trick(leader, waiting[1:], (best[0], strength), (by[0], seat))
    return Trick(leader, waiting[1:], (strength, best[1]), (seat, by[1]))


def throw(hand: Hand, trick: Trick, winners: tuple[TrickWinner, ...]) -> int:
    """Return the strength the next seat plays.

    Take the trick with the cheapest card that does, leave it to a partner who has it, keep the
    rest. A parda is better than a lost trick unless the rivals have won one already (R-T5).
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
    """Open a trick: high if it decides, low once the first is won, from the middle before."""
    if team in winners:
        return hand[0]
    return hand[-1] if winners else hand[len(hand) // 2]


def play_out(position: Position, hands: Mapping[int, Hand]) -> int:
    """Return the team that wins if all play these hands by `throw`; the hands are used up."""
    seats, table, mano, winners, trick = position
    while True:
        for seat in trick.waiting:
            strength = throw(hands[seat], trick, winners)
            hands[seat].remove(strength)
            trick = lay(trick, seat, strength)
        winner = trick.winner
        winners = (*winners, winner)
        team = hand_winner(winners, mano)
        if team is not None:
            return team
        leader = trick.by[winner] if isinstance(winner, int) else trick.leader
        trick = Trick(leader, order(seats, table, leader))
