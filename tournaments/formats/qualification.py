"""Comparing those of like rank over groups that did not meet: the best thirds.

What was won is divided by the matches that it was won in, so that a group of four compares with one
of three; where all groups are of one size that changes nothing. First the points of a match, then
the tie-breaks of the stage in their order, without those that look at meetings among the tied, who
never met; the published lot decides in the end. Who has left comes last.
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
    """Return the tie-breaks that say something about entries of several groups, in their order."""
    return [name for name in tie_breaks if name not in AMONG_THE_TIED]


def matches_of(row: Row[Id]) -> int:
    """Count the matches that a line adds up, byes apart."""
    return len(row.appearances) - sum(row.counts[bye] for bye in BYES)


def per_match(row: Row[Id], name: TieBreak) -> Fraction:
    """Return what a tie-break of a line comes to in each of its matches."""
    return Fraction(row.values[name]) / max(1, matches_of(row))


def best_first(
    rows: Sequence[Row[Id]], tie_breaks: Sequence[TieBreak], lot_seed: str
) -> list[Row[Id]]:
    """Order lines of several groups; the order of input does not matter."""
    names = compare_across_groups(tie_breaks)

    def worth(row: Row[Id]) -> tuple[bool, list[Fraction], float]:
        figures = [per_match(row, name) for name in names]
        return not row.has_left, figures, tiebreak_lot(lot_seed, row.entry)

    return sorted(rows, key=worth, reverse=True)


@dataclass(frozen=True, order=True)
class Qualifier:
    """Whoever ends a group (1 is A) at a rank."""

    rank: int
    group: int


@dataclass(frozen=True, order=True)
class BestOf:
    """Whoever is at a place among those who end their groups at a rank: the second best third."""

    rank: int
    place: int


Origin = Qualifier | BestOf


@dataclass(frozen=True, kw_only=True)
class Intake:
    """Whom a stage takes out of an earlier one.

    The first of every group, and over all groups the best of those who come next; or the rest:
    everybody but these. Of a table of its own, the first are a range of the whole.
    """

    stage: int = 1  # the number of the earlier one
    per_group: int
    best_next: int = 0
    is_rest: bool = False

    def origins(self, sizes: Sequence[int]) -> tuple[Origin, ...]:
        """Return where those taken out of groups of these sizes come from, by their seeds."""
        rows = self._rest(sizes) if self.is_rest else self._first(sizes)
        return seed_qualifiers([one for row in rows for one in row])

    def number(self, sizes: Sequence[int]) -> int:
        """Count those taken out of groups of these sizes."""
        first = sum(min(size, self.per_group) for size in sizes) + self.best_next
        return sum(sizes) - first if self.is_rest else first

    def next_in(self, sizes: Sequence[int]) -> int:
        """Count the groups in which somebody comes next."""
        return sum(size > self.per_group for size in sizes)

    def _first(self, sizes: Sequence[int]) -> Iterator[Sequence[Origin]]:
        for rank in range(1, self.per_group + 1):
            yield _of_rank(rank, sizes)
        if self.best_next:
            yield _best(self.per_group + 1, 1, self.best_next)

    def _rest(self, sizes: Sequence[int]) -> Iterator[Sequence[Origin]]:
        start = self.per_group + 1
        if self.best_next:
            yield _best(start, self.best_next + 1, self.next_in(sizes))
            start += 1
        for rank in range(start, max(sizes) + 1):
            yield _of_rank(rank, sizes)


def seed_qualifiers(qualified: Sequence[Origin]) -> tuple[Origin, ...]:
    """The qualifiers in the order of their seeds.

    Group winners take the best seeds, and so the byes. Every rank keeps its span of seeds, inside
    which group-mates are set apart: two groups of two give A1-B2, B1-A2.
    """
    ordered = sorted(qualified, key=lambda one: (one.rank, _number(one)))
    rows = [list(row) for _, row in groupby(ordered, key=lambda one: one.rank)]
    return separate(rows, {one: one.group for one in ordered if isinstance(one, Qualifier)})


def seat_best(order: Sequence[Origin], groups: Mapping[Origin, int]) -> tuple[Origin, ...]:
    """Seat the best over all groups once it is known which groups they come from.

    They change seeds among themselves alone, so that they meet their group-mates as late as
    possible; others stay where they are: some have played. Of a group there is one of a rank, so
    it is enough to look at each of them with those who stay.
    """
    seeds = [seed for seed, one in enumerate(order) if isinstance(one, BestOf)]
    size = bracket_size(len(order))
    places = {seed - 1: place for place, seed in enumerate(bracket_order(size))}

    def early(group: int | None, seed: int) -> list[int]:
        """Count the group-mates whom that seed would meet in the first round, the second..."""
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
    """Digits of one number, whose sums compare like lists of sums."""
    return reduce(lambda high, low: (high << digit) + low, cost, 0)


def _number(origin: Origin) -> int:
    return origin.group if isinstance(origin, Qualifier) else origin.place


def _of_rank(rank: int, sizes: Sequence[int]) -> list[Origin]:
    """Return those at a rank, in the groups that have it."""
    return [Qualifier(rank, group) for group, size in enumerate(sizes, start=1) if size >= rank]


def _best(rank: int, first: int, last: int) -> list[Origin]:
    return [BestOf(rank, place) for place in range(first, last + 1)]
