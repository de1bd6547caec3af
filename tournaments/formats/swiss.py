"""Swiss rounds: everybody plays every round against somebody of like score, nobody twice.

A round is the cheapest perfect matching of the field. Costs are compared rank by rank, in this
order: rematches; a second bye; the bye's height in the ranking; the distance between score groups;
club-mates; and inside a score group how far a pair is from top half against bottom half.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.matching import cheapest_partners
from tournaments.formats.pairing import Id, Pairing

REACHES = (8, 32)
"""How far from the ideal partner to look, before looking at everybody."""


@dataclass(frozen=True)
class Contender(Generic[Id]):
    """What pairing knows of an entry: points and seed, never tie-breaks."""

    entry: Id
    seed: int
    points: float = 0
    opponents: Sequence[Id] = ()
    byes: int = 0
    club: Hashable = None


@dataclass(frozen=True)
class SwissPairing(Pairing[Id]):
    """A pairing with what is out of the ordinary about it.

    `points` are those of both sides before the round, `is_rematch` also flags a second bye.
    """

    points: tuple[float, float | None]
    is_rematch: bool
    is_club_mates: bool


def recommended_rounds(entries: int) -> int:
    """As many as a knockout would need: ceil(log2 n)."""
    return (entries - 1).bit_length()


def may_join(current_round: int, rounds: int) -> bool:
    """Late entries are taken until half of the rounds are under way."""
    return current_round <= rounds // 2


def ranking(field: Sequence[Contender[Id]]) -> list[Contender[Id]]:
    """The order pairing goes by: points, then seed."""
    return sorted(field, key=lambda contender: (-contender.points, contender.seed))
