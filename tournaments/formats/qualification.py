"""From groups into a bracket: group-mates meet again as late as possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.matching import cheapest_partners
from tournaments.formats.seeds import bracket_order, bracket_size


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

    Group winners are seeded in the order of the groups and take the byes. Every further rank keeps
    its span of seeds; inside it each qualifier goes where the group-mates already placed are
    farthest. Two groups of two give A1-B2 and B1-A2.
    """
    section = _sections(bracket_size(len(qualified)))
    seeded: list[Qualifier] = []
    for _, row in groupby(sorted(qualified), key=lambda qualifier: qualifier.rank):
        seeded += _seed_row(list(row), seeded, section)
    return tuple(seeded)


def _sections(size: int) -> dict[int, int]:
    """Where each seed stands, counted from the top of the bracket."""
    return {seed: place for place, seed in enumerate(bracket_order(size))}


def _seed_row(
    row: Sequence[Qualifier], seeded: Sequence[Qualifier], section: Mapping[int, int]
) -> list[Qualifier]:
    wishes = dict(enumerate(row, start=len(seeded) + 1))
    costs: dict[tuple[int | Qualifier, int | Qualifier], int] = {
        (seed, qualifier): _cost(seed, qualifier, seeded, section) + abs(seed - wish)
        for seed in wishes
        for wish, qualifier in wishes.items()
    }
    partners = cheapest_partners(costs)
    found = (partners[seed] for seed in wishes)
    return [qualifier for qualifier in found if isinstance(qualifier, Qualifier)]


def _cost(
    seed: int, qualifier: Qualifier, seeded: Sequence[Qualifier], section: Mapping[int, int]
) -> int:
    """Each group-mate costs more than all later meetings together, the earlier they can meet."""
    size = len(section)
    rounds = size.bit_length()
    meetings = (
        (section[seed] ^ section[other]).bit_length()
        for other, mate in enumerate(seeded, start=1)
        if mate.group == qualifier.group
    )
    return sum(size ** (2 + rounds - meeting) for meeting in meetings)
