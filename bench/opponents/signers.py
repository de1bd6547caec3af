"""A team of robots who make señas and go by those of their partners, as at a table of the site.

The rivals neither make any nor look: the robots of 0.7.0 knew none. See `games.play.robot_signs`.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from games.engine import Action, State, View, view
from games.robots.heuristics import Policy
from games.robots.levels import RobotLevel
from games.robots.signs import MANNERS, choose_sign, read_signs

MANNER = MANNERS[RobotLevel.TAHUR]


@runtime_checkable
class SeesDeal(Protocol):
    """A player that does something when the cards of a hand are dealt."""

    def see_deal(self, state: State, team: int, rng: random.Random) -> None:
        """Take note of a new hand; `rng` is not the chance of the decisions."""


@dataclass
class Signer:
    """A policy of a team whose seats make señas at the deal."""

    player: Policy
    signs: dict[int, str] = field(default_factory=dict)
    rng: random.Random = field(default_factory=random.Random)

    def see_deal(self, state: State, team: int, rng: random.Random) -> None:
        """Make the señas of the team's seats."""
        seats = [seat for seat in state.deal.seats if seat % 2 == team]
        self.signs = {seat: choose_sign(view(state, seat), MANNER, rng) for seat in seats}
        self.rng = rng

    def __call__(self, seen: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """Decide by the señas that are believed: one is doubted as often as it is faked."""
        believed = {
            seat: sign
            for seat, sign in self.signs.items()
            if sign and seat != seen.viewer and self.rng.random() >= MANNER.fakes
        }
        return self.player(read_signs(seen, believed, MANNER, self.rng), legal, rng)
