"""Byes that are asked for: what a round gives to an entry that said before it would not be there.

The draw's own bye, of an odd field, is another thing: a whole point that nobody asks for.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.formats.outcome import Outcome
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.swiss_field import Contender


class ByePoints(StrEnum):
    """What a bye that is asked for gives."""

    NONE = "none"
    HALF = "half"
    FULL = "full"


OUTCOMES: Final[Mapping[str, Outcome]] = {
    ByePoints.NONE: Outcome.ZERO_BYE,
    ByePoints.HALF: Outcome.HALF_BYE,
    ByePoints.FULL: Outcome.BYE,
}


@dataclass(frozen=True)
class ByeTerms:
    """What asked byes give, and to how many of one entry; further absences give nothing."""

    points: str = ByePoints.HALF
    most: int = 1

    def given(self, taken: int) -> Outcome:
        """What the next one gives to an entry that has been absent so often."""
        return OUTCOMES[self.points] if taken < self.most else Outcome.ZERO_BYE


def asked_byes(contenders: Iterable[Contender[Id]]) -> Iterator[SwissPairing[Id]]:
    """What a round gives to those who said that they will not be there, the best first."""
    for one in sorted(contenders, key=lambda one: (-one.points, one.seed)):
        if one.absent is not None:
            yield SwissPairing(
                one.entry,
                None,
                points=(one.points, None),
                is_rematch=False,
                is_between_club_mates=False,
                asked=one.absent,
            )
