"""From groups into a bracket: group-mates meet again as late as possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.apart import set_apart


@dataclass(frozen=True, order=True)
class Qualifier:
    """Whoever ends a group (1 is A) at a rank."""

    rank: int
    group: int


def qualifiers(groups: int, per_group: int) -> list[Qualifier]:
    """The first of every group, then the second of every group, and so on."""
    return [
        Qualifier(rank, group) for rank in range(1, per_group + 1) for group in range(1, groups + 1)
    ]


def seed_qualifiers(qualified: Sequence[Qualifier]) -> tuple[Qualifier, ...]:
    """The qualifiers in the order of their seeds.

    Group winners take the best seeds, and so the byes. Every rank keeps its span of seeds, inside
    which group-mates are set apart: two groups of two give A1-B2, B1-A2.
    """
    rows = [list(row) for _, row in groupby(sorted(qualified), key=lambda one: one.rank)]
    return set_apart(rows, {qualifier: qualifier.group for qualifier in qualified})
