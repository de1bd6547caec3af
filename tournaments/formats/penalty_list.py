"""The default list of irregularities with real cards and their penalties (R-J)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.formats.score_sheet import Fine, Forfeit, Judged, Shift

MOST: Final = 30  # points that one penalty gives or moves


class Effect(StrEnum):
    """Consequence of an irregularity for the side at fault."""

    POINTS = "points"  # points for the other side
    ENVIDO = "envido"  # the points for the envido pass to the other side
    HAND = "hand"  # the other side gets the value of the hand
    GAME = "game"  # the other side wins the game


@dataclass(frozen=True)
class Irregularity:
    """An item of the list; `points` is a proposal that the judge may change."""

    article: str
    effect: Effect
    points: int = 0


SHIPPED: Final[Mapping[str, Irregularity]] = {
    "misdeal": Irregularity("R-J1", Effect.POINTS, 1),
    "out-of-turn": Irregularity("R-J2", Effect.POINTS, 1),
    "wrong-envido": Irregularity("R-J3", Effect.ENVIDO, 2),
    "unshown-envido": Irregularity("R-J4", Effect.ENVIDO, 2),
    "wrong-flor": Irregularity("R-J5", Effect.ENVIDO, 3),
    "invented-sign": Irregularity("R-J6", Effect.POINTS, 1),
    "outside-help": Irregularity("R-J7", Effect.HAND, 1),
    "cheating": Irregularity("R-J8", Effect.GAME),
}
ARTICLES: Final = tuple(f"R-J{number}" for number in range(1, 9))
"""The articles of the rulebook that a club's own items may cite."""


def mark_for(effect: Effect, side: int, points: int) -> Judged:
    """Return the mark on the score sheet for an irregularity of a side."""
    match effect:
        case Effect.GAME:
            return Forfeit(side)
        case Effect.ENVIDO:
            return Shift(side, points)
        case Effect.POINTS | Effect.HAND:
            return Fine(side, points)
