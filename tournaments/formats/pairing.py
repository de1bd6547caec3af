"""A pairing of two entries, or an entry with a bye, and the outcome for one side."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar


class Outcome(StrEnum):
    """Result of a match for one side. All byes except `BYE` are requested."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    ABSENCE = "absence"
    BYE = "bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"


BYES = (Outcome.BYE, Outcome.HALF_BYE, Outcome.ZERO_BYE)
REST = Outcome.HALF_BYE  # for players left over where partners change: it is their turn, not luck
ASKED = (Outcome.HALF_BYE, Outcome.ZERO_BYE)  # worth less than the draw's own
VOLUNTARY = (*ASKED, Outcome.ABSENCE)  # rounds not played by the entry's own decision: C.07, 16.1.2
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
    """A pairing with its circumstances: points before the round, and whether it is a rematch.

    A second bye counts as a rematch. `asked` is the outcome of a requested bye. Where partners
    change, `partners` are those of the first and of the second player.
    """

    points: tuple[float | None, float | None] = (None, None)
    is_rematch: bool = False
    asked: Outcome | None = None
    partners: tuple[tuple[Id, ...], tuple[Id, ...]] = ((), ())

    @property
    def sides(self) -> tuple[tuple[Id | None, ...], tuple[Id | None, ...]]:
        """The entries of each side; None for a bye."""
        return (self.first, *self.partners[0]), (self.second, *self.partners[1])

    @property
    def pool(self) -> tuple[Id | None, ...]:
        """All entries, the first side first."""
        first, second = self.sides
        return (*first, *second)
