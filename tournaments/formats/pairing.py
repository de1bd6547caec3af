"""Two entries that are to meet, or one that has a bye."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.formats.outcome import Outcome

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
