"""How well a robot plays: each level is a way to decide, from a view and chance alone."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.robots.judgement import Player
from games.robots.levels import aprendiz, boliche, tahur


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
