"""The decision of a robot, by its level and the bias of its style."""

import random
from collections.abc import Sequence
from typing import Final

from games.engine import Action, Call, View
from games.robots.levels import PLAYERS, RobotLevel
from games.robots.styles import PLAIN, Style, decide_with_style

STRONGEST: Final = RobotLevel.TAHUR


def decide(
    view: View,
    legal: Sequence[Action],
    rng: random.Random,
    level: RobotLevel = STRONGEST,
    style: Style = PLAIN,
) -> Action:
    """Return one of the viewer's legal actions, based on the view only.

    Randomness comes from `rng`. A truco call in a mão de X is never chosen, as it loses the hand or
    the leg (R-B3).
    """
    if view.is_mao_x:
        legal = [action for action in legal if not isinstance(action, Call)]
    if len(legal) == 1:
        return legal[0]
    return decide_with_style(PLAYERS[level], style, view, legal, rng)
