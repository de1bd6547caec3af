"""What a judge may do about irregularities with real cards: the list as it is shipped (R-J)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.formats.score_sheet import Fine, Forfeit, Judged, Shift

MOST: Final = 30  # points that one penalty gives or moves


class Effect(StrEnum):
    """What follows from an irregularity, for the side whose fault it was."""

    POINTS = "points"  # so many to the other side
    ENVIDO = "envido"  # what was noted for the envido passes to the other side
    HAND = "hand"  # the other side gets what the hand is worth
    GAME = "game"  # the other side wins the game


@dataclass(frozen=True)
class Irregularity:
    """One line of the list; `points` is what is proposed, and the judge may say otherwise."""

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
"""The articles of the rulebook that a club's own lines may cite."""


def mark_for(effect: Effect, side: int, points: int) -> Judged:
    """Return what stands on the sheet for an irregularity of a side."""
    match effect:
        case Effect.GAME:
            return Forfeit(side)
        case Effect.ENVIDO:
            return Shift(side, points)
        case Effect.POINTS | Effect.HAND:
            return Fine(side, points)
