"""The default list of irregularities with real cards and their penalties (R-J)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.formats.score_sheet import (
    Deduction,
    Fine,
    Forfeit,
    Judged,
    LostDeal,
    LostHand,
    Shift,
)

MOST: Final = 30  # points that one penalty gives or moves


class Effect(StrEnum):
    """Consequence of an irregularity for the side at fault."""

    POINTS = "points"  # points for the other side
    ENVIDO = "envido"  # the points for the envido pass to the other side
    HAND = "hand"  # the other side gets the value of the hand
    GAME = "game"  # the other side wins the game
    MINUS = "minus"  # points are taken from the side at fault
    HAND_PLUS = (
        "hand_plus"  # it loses the points it was noted in the hand, and a number of points on top
    )
    DEAL = "deal"  # the deal passes to the next seat


WITHOUT_POINTS: Final = frozenset({Effect.GAME, Effect.DEAL})
FROM_ZERO: Final = frozenset({Effect.MINUS, Effect.HAND_PLUS})
"""Effects whose points may be 0: nothing besides the decision itself."""


def are_points_allowed(effect: Effect, points: int) -> bool:
    """Return whether a penalty of this effect can have this number of points."""
    if effect in WITHOUT_POINTS:
        return points == 0
    return (0 if effect in FROM_ZERO else 1) <= points <= MOST


@dataclass(frozen=True)
class Irregularity:
    """An item of the list; `points` is a proposal that the judge may change."""

    article: str
    effect: Effect
    points: int = 0
    is_off: bool = False  # until a club switches it on


SHIPPED: Final[Mapping[str, Irregularity]] = {
    "misdeal": Irregularity("R-J1", Effect.POINTS, 1),
    "out-of-turn": Irregularity("R-J2", Effect.POINTS, 1),
    "wrong-envido": Irregularity("R-J3", Effect.ENVIDO, 2),
    "unshown-envido": Irregularity("R-J4", Effect.ENVIDO, 2),
    "wrong-flor": Irregularity("R-J5", Effect.ENVIDO, 3),
    "invented-sign": Irregularity("R-J6", Effect.POINTS, 1),
    "outside-help": Irregularity("R-J7", Effect.HAND, 1),
    "cheating": Irregularity("R-J8", Effect.GAME),
    "four-cards": Irregularity("R-J9", Effect.MINUS, 2, is_off=True),
    "four-cards-late": Irregularity("R-J10", Effect.HAND_PLUS, 2, is_off=True),
    "wrong-count": Irregularity("R-J10", Effect.HAND_PLUS, is_off=True),
    "dealer-twice": Irregularity("R-J11", Effect.DEAL, is_off=True),
    "shown-in-deal": Irregularity("R-J13", Effect.MINUS, is_off=True),
}
ARTICLES: Final = tuple(f"R-J{number}" for number in range(1, 14))
"""The articles of the rulebook that a club's own items may cite."""


def mark_for(effect: Effect, side: int, points: int, *, noted: int = 0, seat: int = 0) -> Judged:
    """Return the mark on the score sheet for an irregularity of a side.

    `noted` is what the side got in the hand that it loses, `seat` the one that deals next.
    """
    match effect:
        case Effect.MINUS:
            return Deduction(side, points)
        case Effect.HAND_PLUS:
            return LostHand(side, noted, points)
        case Effect.DEAL:
            return LostDeal(side, seat)
        case Effect.GAME:
            return Forfeit(side)
        case Effect.ENVIDO:
            return Shift(side, points)
        case Effect.POINTS | Effect.HAND:
            return Fine(side, points)
