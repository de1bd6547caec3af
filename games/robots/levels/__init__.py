"""How well a robot plays: each level is a way to decide, from a view and chance alone."""

import random
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from games.engine import Action, View
from games.robots.levels import aprendiz, boliche, tahur

Player = Callable[[View, Sequence[Action], random.Random], Action]


class RobotLevel(StrEnum):
    """From the weakest to the strongest; a robot that nobody chose is *de boliche*."""

    APRENDIZ = "aprendiz"
    BOLICHE = "boliche"
    TAHUR = "tahur"


PLAYERS: Final[Mapping[RobotLevel, Player]] = {
    RobotLevel.APRENDIZ: aprendiz.decide,
    RobotLevel.BOLICHE: boliche.decide,
    RobotLevel.TAHUR: tahur.decide,
}
