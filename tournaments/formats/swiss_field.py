"""The field of a Swiss round by rank, the costs of its pairs, and requested byes.

A requested bye is announced before the round by an entry that will be absent, and gives what the
settings say. The bye of an odd field is drawn and gives a whole point.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, groupby, islice
from typing import Final, Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Id, Outcome, SwissPairing

Ranks = tuple[int, int]
"""Two ranks of a field, the better one first."""


@dataclass(frozen=True)
class Contender(Generic[Id]):
    """Pairing data of an entry, without tie-breaks; opponents are those it was paired with.

    `seed` is its place in the draw, or in the table (`Play.is_paired_by_table`).
    `byes` are rounds that gave it a full point without playing, including a rival's absence;
    `unplayed` are all rounds without a game, also those before it came; `absent` is the outcome of
    the coming round if the entry has announced its absence. `floats` has a number for each round so
    far, the latest last: -1 if it met an entry with fewer points (or got a point without playing),
    1 if it met an entry with more, else 0. `partners` are its former partners where they change;
    its opponents are then all entries that were on the other side.
    """

    entry: Id
    seed: int
    points: float = 0
    opponents: Sequence[Id] = ()
    byes: int = 0
    club: Hashable = None
    absent: Outcome | None = None
    partners: Sequence[Id] = ()
    floats: Sequence[int] = field(default=(), repr=False)  # derived from the rest of the field
    unplayed: int = 0
    is_playing: bool = field(default=False, repr=False)  # told where play is not round by round
    wait_order: int = field(default=0, repr=False)  # of the free: 0 has waited since the start
    won_last: bool = field(default=False, repr=False)  # and has not rested since

    def floated(self, direction: int, ago: int) -> bool:
        """Return whether it floated this way `ago` rounds ago; 1 is the last round."""
        return len(self.floats) >= ago and self.floats[-ago] == direction


@dataclass(frozen=True)
class ScoreGroup:
    """Ranks of equal points: `size` of them from `start` on; level 0 leads."""

    level: int
    start: int
    size: int

    @property
    def half(self) -> int:
        """Size of a half. Ideally the halves meet in order: of eight, the first meets the fifth."""
        return self.size // 2

    @property
    def ranks(self) -> range:
        return range(self.start, self.start + self.size)

    def are_of_one_half(self, ranks: Ranks) -> bool:
        """Return whether two ranks are in one half. The middle of an odd group belongs to both."""
        first, second = (rank - self.start for rank in ranks)
        return second < self.half or first >= self.size - self.half


class Field(Generic[Id]):
    """Contenders by rank, 0 leading; in an odd field the rank after the last is the bye."""

    def __init__(self, contenders: Sequence[Contender[Id]]) -> None:
        self.ranked = sorted(contenders, key=lambda one: (-one.points, one.seed))
        self.size = len(self.ranked)
        self.places = self.size + self.size % 2
        self._group = list(_score_groups(self.ranked))
        self._met = [Counter(one.opponents) for one in self.ranked]
        self._for_the_bye = sorted(range(self.size), key=self._bye_key)
        self._bye_place = {rank: place for place, rank in enumerate(self._for_the_bye, start=1)}
        if len({one.entry for one in self.ranked}) < self.size:
            raise FormatError("duplicate-entry")

    def _bye_key(self, rank: int) -> tuple[float, int, int]:
        """Return what gives an entry the bye: few points, few rounds missed, a low rank."""
        one = self.ranked[rank]
        return one.points, one.unplayed, -rank

    def times_met(self, ranks: Ranks) -> int:
        """Return how often they were paired before; the bye counts like an opponent."""
        first, second = ranks
        if second == self.size:
            return self.ranked[first].byes
        return self._met[first][self.ranked[second].entry]

    def are_club_mates(self, ranks: Ranks) -> bool:
        first, second = ranks
        club = self.ranked[first].club
        return second < self.size and club is not None and club == self.ranked[second].club

    def cost(self, ranks: Ranks) -> int:
        """Return the criteria as digits of one number, whose sums compare like lists of sums."""
        digit = 3 * self.size.bit_length()
        cost = 0
        for criterion in self._criteria(ranks):
            cost = (cost << digit) + criterion
        return cost

    def _criteria(self, ranks: Ranks) -> tuple[int, ...]:
        """Return the criteria of a pair in order of weight, each heavier than all that follow.

        They are: rematch, number of meetings, second bye, who has the bye; distance of the score
        groups, club-mates; floats that repeat those of the last round and of the round before
        (C.04.3, C12 to C15); ranks between two of different groups; in one group, two of one half,
        and the difference from the ideal distance.
        """
        first, second = ranks
        met = self.times_met(ranks)
        if second == self.size:
            return 0, 0, met, self._bye_place[first], 0, 0, 0, 0, 0, 0, 0
        upper, lower = self._group[first], self._group[second]
        levels, between = lower.level - upper.level, second - first
        mates = self.are_club_mates(ranks)
        if levels:
            again, before = self._repeated_floats(ranks, 1), self._repeated_floats(ranks, 2)
            return met > 0, met, 0, 0, levels**2, mates, again, before, between**2, 0, 0
        off = between - upper.half
        half = upper.are_of_one_half(ranks)
        return met > 0, met, 0, 0, 0, mates, 0, 0, 0, half, off**2

    def _repeated_floats(self, ranks: Ranks, ago: int) -> int:
        """Count the floats of a pair with different points that repeat those `ago` rounds ago."""
        upper, lower = (self.ranked[rank] for rank in ranks)
        return upper.floated(-1, ago) + lower.floated(1, ago)

    def everybody(self) -> Iterator[Ranks]:
        return combinations(range(self.places), 2)

    def near(self, reach: int) -> Iterator[Ranks]:
        """Yield pairs that have not met.

        They are the nearest to the ideal, those across the borders of score groups, and the lowest
        for the bye.
        """
        for rank in range(self.size):
            yield from self._near_ideal(rank, reach)
            yield from self._across(rank, reach)
        if self.places > self.size:
            ranks = ((rank, self.size) for rank in self._for_the_bye)
            yield from islice((pair for pair in ranks if not self.times_met(pair)), reach)

    def _near_ideal(self, rank: int, reach: int) -> Iterator[Ranks]:
        """Yield near partners until enough are found; of club-mates only a few, as a fallback."""
        quota = {False: reach, True: reach // 4}
        for other in _outward(self._group[rank], rank):
            ranks = min(rank, other), max(rank, other)
            if self.times_met(ranks):
                continue
            kind = self.are_club_mates(ranks)
            if quota[kind]:
                yield ranks
                quota[kind] -= 1
            if not quota[False]:
                return

    def _across(self, rank: int, reach: int) -> Iterator[Ranks]:
        below = self._group[rank].ranks.stop
        for other in range(below, min(rank + reach + 1, self.size)):
            if not self.times_met((rank, other)):
                yield rank, other


def _score_groups(ranked: Sequence[Contender[Id]]) -> Iterator[ScoreGroup]:
    """Yield the group of each rank."""
    start = 0
    for level, (_, group) in enumerate(groupby(ranked, key=lambda one: one.points)):
        size = sum(1 for _ in group)
        yield from [ScoreGroup(level, start, size)] * size
        start += size


def _outward(group: ScoreGroup, rank: int) -> Iterator[int]:
    """Yield the others of the group, the nearest to the ideal partner first."""
    ideals = rank - group.half, rank + group.half
    for off in range(group.size):
        for other in {ideal + shift for ideal in ideals for shift in (-off, off)}:
            if other in group.ranks and other != rank:
                yield other


class ByePoints(StrEnum):
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
    """Points of requested byes, and their number per entry; further absences give nothing."""

    points: str = ByePoints.HALF
    most: int = 1

    def bye_outcome(self, taken: int) -> Outcome:
        """Return the outcome of the next bye of an entry that has taken `taken`."""
        return OUTCOMES[self.points] if taken < self.most else Outcome.ZERO_BYE


def asked_byes(contenders: Iterable[Contender[Id]]) -> Iterator[SwissPairing[Id]]:
    """Yield the byes of entries that announced their absence, the best first."""
    for one in sorted(contenders, key=lambda one: (-one.points, one.seed)):
        if one.absent is not None:
            yield SwissPairing(
                one.entry,
                None,
                points=(one.points, None),
                asked=one.absent,
            )
