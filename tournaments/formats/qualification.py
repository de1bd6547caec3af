"""Qualifiers from one stage into the next: their selection, and their seeds in a bracket.

Entries of one group meet again as late as possible. The best of equal rank (such as the best
thirds) are compared across groups that did not meet. Values are divided by the matches played, so
that a group of four compares with a group of three; with equal groups that changes nothing. Match
points come first, then the tie-breaks of the stage in their order, without those that look at
meetings among the tied, and the published lot last. Withdrawn entries rank last.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import groupby

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.pairing import BYES, Id
from tournaments.formats.seeding import bracket_order, bracket_size, separate, tiebreak_lot
from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak

AMONG_THE_TIED = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.LOT,
)


def compare_across_groups(tie_breaks: Sequence[TieBreak]) -> list[TieBreak]:
    """Return the tie-breaks that can compare entries of several groups, in order."""
    return [name for name in tie_breaks if name not in AMONG_THE_TIED]


def matches_of(row: Row[Id]) -> int:
    """Return the number of matches of a row, without byes."""
    return len(row.appearances) - sum(row.counts[bye] for bye in BYES)


def per_match(row: Row[Id], name: TieBreak) -> Fraction:
    """Return the value of a tie-break per match of a row."""
    return Fraction(row.values[name]) / max(1, matches_of(row))


def best_first(
    rows: Sequence[Row[Id]], tie_breaks: Sequence[TieBreak], lot_seed: str
) -> list[Row[Id]]:
    """Order rows of several groups; the order of input does not matter."""
    names = compare_across_groups(tie_breaks)

    def worth(row: Row[Id]) -> tuple[bool, list[Fraction], float]:
        figures = [per_match(row, name) for name in names]
        return not row.has_left, figures, tiebreak_lot(lot_seed, row.entry)

    return sorted(rows, key=worth, reverse=True)


@dataclass(frozen=True, order=True)
class Qualifier:
    """The entry that ends a group (1 is A) at a rank."""

    rank: int
    group: int


@dataclass(frozen=True, order=True)
class BestOf:
    """The entry at a place among those of the same rank: the second best third."""

    rank: int
    place: int


@dataclass(frozen=True, order=True)
class HalfChampion:
    """The champion of a half of a season, 1 or 2, or who takes that place in the final."""

    half: int


Ranked = Qualifier | BestOf
Origin = Ranked | HalfChampion


@dataclass(frozen=True, kw_only=True)
class Intake:
    """Rule by which a stage takes entries of an earlier one.

    It takes the first of every group and the best of the next rank across groups; or the rest,
    which is everybody else. If the earlier stage is one table, the first are a range of it.
    """

    stage: int = 1  # the number of the earlier one
    per_group: int
    best_next: int = 0
    is_rest: bool = False

    @property
    def sources(self) -> tuple[int, ...]:
        """The numbers of the stages whose groups `origins` counts."""
        return (self.stage,)

    def origins(self, sizes: Sequence[int]) -> tuple[Origin, ...]:
        """Return the origins of the entries, by seed, for groups of these sizes."""
        rows = self._remaining_origins(sizes) if self.is_rest else self._first(sizes)
        return seed_qualifiers([one for row in rows for one in row])

    def number(self, sizes: Sequence[int]) -> int:
        """Return the number of entries taken from groups of these sizes."""
        first = sum(min(size, self.per_group) for size in sizes) + self.best_next
        return sum(sizes) - first if self.is_rest else first

    def next_in(self, sizes: Sequence[int]) -> int:
        """Return the number of groups that have an entry of the next rank."""
        return sum(size > self.per_group for size in sizes)

    def _first(self, sizes: Sequence[int]) -> Iterator[Sequence[Ranked]]:
        for rank in range(1, self.per_group + 1):
            yield _of_rank(rank, sizes)
        if self.best_next:
            yield _best(self.per_group + 1, 1, self.best_next)

    def _remaining_origins(self, sizes: Sequence[int]) -> Iterator[Sequence[Ranked]]:
        start = self.per_group + 1
        if self.best_next:
            yield _best(start, self.best_next + 1, self.next_in(sizes))
            start += 1
        for rank in range(start, max(sizes) + 1):
            yield _of_rank(rank, sizes)


@dataclass(frozen=True, kw_only=True)
class Promotion(Intake):
    """Rule by which entries of two divisions meet for places in the upper one, `stage`.

    They are those next to the `movers`, who change their division without a match.
    """

    movers: int = 0

    @property
    def sources(self) -> tuple[int, ...]:
        return self.stage, self.stage + 1

    def origins(self, sizes: Sequence[int]) -> tuple[Origin, ...]:
        upper, _lower = sizes
        last = upper - self.movers
        staying = [Qualifier(rank, 1) for rank in range(last - self.per_group + 1, last + 1)]
        first = self.movers + 1
        rising = [Qualifier(rank, 2) for rank in range(first, first + self.per_group)]
        return *staying, *rising

    def number(self, sizes: Sequence[int]) -> int:
        return 2 * self.per_group


@dataclass(frozen=True, kw_only=True)
class HalfChampions(Intake):
    """Rule by which the champions of both halves of a season play its final."""

    per_group: int = 0

    def origins(self, _sizes: Sequence[int]) -> tuple[Origin, ...]:
        return HalfChampion(1), HalfChampion(2)

    def number(self, _sizes: Sequence[int]) -> int:
        return 2


def half_champions(halves: Sequence[Sequence[Row[Id]]], season: Sequence[Row[Id]]) -> list[Id]:
    """Return who plays the final of a season of two halves, from their final tables.

    They are the first of each half. Who wins both meets the best of the others in the table of the
    whole season.
    """
    first, second = (rows[0].entry for rows in halves)
    if first == second:
        second = next(row.entry for row in season if row.entry != first)
    return [first, second]


def seed_qualifiers(qualified: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Return the qualifiers in the order of their seeds.

    Group winners take the best seeds, and so the byes. Every rank keeps its span of seeds, inside
    which entries of a group are separated: two groups of two give A1-B2, B1-A2.
    """
    ordered = sorted(qualified, key=lambda one: (one.rank, _number(one)))
    rows = [list(row) for _, row in groupby(ordered, key=lambda one: one.rank)]
    return separate(rows, {one: one.group for one in ordered if isinstance(one, Qualifier)})


def seat_best(order: Sequence[Ranked], groups: Mapping[Ranked, int]) -> tuple[Ranked, ...]:
    """Seat the best across groups once their groups are known.

    They exchange seeds only among themselves, so that they meet entries of their group as late as
    possible; others stay, as some have played. A group has one entry of a rank, so it is enough to
    compare each of them with those who stay.
    """
    seeds = [seed for seed, one in enumerate(order) if isinstance(one, BestOf)]
    size = bracket_size(len(order))
    places = {seed - 1: place for place, seed in enumerate(bracket_order(size))}

    def early(group: int | None, seed: int) -> list[int]:
        """Count the entries of the group that the seed would meet in each round."""
        met = [
            (places[seed] ^ places[other]).bit_length()
            for other, one in enumerate(order)
            if isinstance(one, Qualifier) and groups[one] == group
        ]
        return [met.count(number) for number in range(1, size.bit_length())]

    digit = 4 * len(order).bit_length()
    costs = {
        ((0, number), (1, place)): _as_one(
            [*early(groups.get(order[best]), seed), (number - place) ** 2], digit
        )
        for number, best in enumerate(seeds)
        for place, seed in enumerate(seeds)
    }
    partners = cheapest_partners(costs)
    seated = list(order)
    for place, seed in enumerate(seeds):
        seated[seed] = order[seeds[partners[1, place][1]]]
    return tuple(seated)


def _as_one(cost: Sequence[int], digit: int) -> int:
    """Return one number whose digits are the costs, so that sums compare like lists of sums."""
    return reduce(lambda high, low: (high << digit) + low, cost, 0)


def _number(origin: Ranked) -> int:
    return origin.group if isinstance(origin, Qualifier) else origin.place


def _of_rank(rank: int, sizes: Sequence[int]) -> list[Ranked]:
    """Return the entries at a rank, in the groups that have it."""
    return [Qualifier(rank, group) for group, size in enumerate(sizes, start=1) if size >= rank]


def _best(rank: int, first: int, last: int) -> list[Ranked]:
    return [BestOf(rank, place) for place in range(first, last + 1)]
