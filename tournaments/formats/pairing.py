"""How a match counts for one side of it."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar


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
Id = TypeVar("Id", bound=Hashable)


@dataclass(frozen=True)
class Pairing(Generic[Id]):
    """First and second side; no second side is a bye."""

    first: Id
    second: Id | None

    @property
    def is_bye(self) -> bool:
        return self.second is None


@dataclass(frozen=True)
class SwissPairing(Pairing[Id]):
    """A pairing with what is to be said about it: points before the round, what was forced.

    A second bye counts as a rematch; of one that was asked for, `asked` is what it gives. Where
    partners change, `partners` are who plays beside the first, and who beside the second.
    """

    points: tuple[float | None, float | None]
    is_rematch: bool
    is_between_club_mates: bool
    asked: Outcome | None = None
    partners: tuple[tuple[Id, ...], tuple[Id, ...]] = ((), ())

    @property
    def sides(self) -> tuple[tuple[Id | None, ...], tuple[Id | None, ...]]:
        """Everybody on each side; a bye is a side of nobody."""
        return (self.first, *self.partners[0]), (self.second, *self.partners[1])

    @property
    def pool(self) -> tuple[Id | None, ...]:
        """Everybody in it, the first side first."""
        first, second = self.sides
        return (*first, *second)
