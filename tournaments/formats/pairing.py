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

    A second bye counts as a rematch; of one that was asked for, `asked` is what it gives.
    """

    points: tuple[float, float | None]
    is_rematch: bool
    is_between_club_mates: bool
    asked: Outcome | None = None
