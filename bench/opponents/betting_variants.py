"""Heuristic players with other constants than the robots: one that bluffs, one that trusts."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from games.engine import Action, CallName, View
from games.robots import envido, truco
from games.robots.call_value import BettingStyle, CallOdds
from games.robots.heuristics import HEURISTICS, Heuristic, first_choice


@dataclass(frozen=True)
class Judge:
    """A player that decides like a robot, with its own betting parameters for envido and truco."""

    envido: BettingStyle
    truco: BettingStyle

    def __call__(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """Decide like a robot."""
        return first_choice([self._own(each) for each in HEURISTICS], view, legal, rng)

    def _own(self, adviser: Heuristic) -> Heuristic:
        if adviser is envido.choose:
            return partial(envido.choose, manner=self.envido)
        return (
            partial(truco.choose_truco, manner=self.truco)
            if adviser is truco.choose_truco
            else adviser
        )


def _scale_odds(
    usual: BettingStyle, *, refused: float, called: float
) -> Mapping[CallName, CallOdds]:
    """Return the calls with scaled odds: of being refused, and of strong cards behind them."""
    return {
        canto: CallOdds(min(0.95, nerve.refused * refused), nerve.called * called, nerve.accepted)
        for canto, nerve in usual.heard.items()
    }


def _judge(*, refused: float, called: float, bluffs: float) -> Judge:
    return Judge(
        *(
            BettingStyle(
                _scale_odds(usual, refused=refused, called=called),
                bluffs * usual.bluffs,
                usual.sizes,
            )
            for usual in (envido.MANNER, truco.MANNER)
        )
    )


DARING: Final = _judge(refused=1.3, called=0.7, bluffs=2.5)
"""Expects refusals, bluffs often, and trusts no call."""
MEEK: Final = _judge(refused=0.7, called=1.5, bluffs=0.0)
"""Never bluffs, and assumes that others do not bluff either."""
LONER: Final = Judge(envido.MANNER, truco.MANNER)
"""Bets with partners as one against one, as the robots of 0.7.0 did with four and six seats."""
