"""How a match counts for one side of it."""

from enum import StrEnum


class Outcome(StrEnum):
    """How a match went for one side; byes but the draw's own are asked for."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ABSENCE = "absence"
    BYE = "bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"


BYES = (Outcome.BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)
REST = Outcome.HALF_BYE  # for who is left over where partners change: one's turn, not one's luck
ASKED = (Outcome.HALF_BYE, Outcome.ZERO_BYE)  # less than the draw's own
VOLUNTARY = (*ASKED, Outcome.ABSENCE)  # rounds not played by one's own doing: C.07, 16.1.2
