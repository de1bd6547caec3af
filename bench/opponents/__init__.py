"""Opponents for measuring a robot: none took part in the training, none plays at real tables."""

from collections.abc import Mapping
from typing import Final

from bench.opponents import frozen
from bench.opponents.betting_variants import DARING, LONER, MEEK
from bench.opponents.scripted_bots import BULLY, HONEST, THRESHOLD
from games.robots.heuristics import Policy

OPPONENTS: Final[Mapping[str, Policy]] = {
    "frozen": frozen.decide,
    "threshold": THRESHOLD,
    "bully": BULLY,
    "honest": HONEST,
    "daring": DARING,
    "meek": MEEK,
    "loner": LONER,
}
