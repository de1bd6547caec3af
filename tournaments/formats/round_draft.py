"""The draft of a round: swaps, warnings and their fixes.

In every format a draft consists of pools of entries: both sides of a match, first side first, or
all entries of a group. A missing opponent is a bye. A swap exchanges two entries of different
pools, so every entry stays in exactly one pool.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Generic, TypeVar

from tournaments.formats.bracket import Graph, Seed
from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.swiss_field import Contender, asked_byes

T = TypeVar("T")
Pool = tuple[Id | None, ...]
Pools = tuple[Pool[Id], ...]
Contenders = Mapping[Id, Contender[Id]]
Place = tuple[int, int]
"""A pool and a row of it, counted from 0."""
Weight = tuple[float, ...]
"""Amount of each kind of warning in a pool, in the order of `KINDS`; a lower tuple is better."""


class Swaps(StrEnum):
    """The things that two entries exchange when they are swapped."""

    PLACES = "places"  # their places in the first round of a bracket, byes included
    GROUPS = "groups"  # their groups
    OPPONENTS = "opponents"  # their opponents in this round only
    CHAIRS = "chairs"  # their seats, where partners change


class DraftWarningKind(StrEnum):
    """Kinds of warnings about a draft, the worst first."""

    REMATCH = "rematch"
    SECOND_BYE = "second-bye"
    CLUB_MATES = "club-mates"
    FLOAT = "float"  # between two of different points


KINDS = tuple(DraftWarningKind)


@dataclass(frozen=True)
class DraftWarning(Generic[Id]):
    """A warning about a draft, with its pool and the entries concerned."""

    kind: DraftWarningKind
    pool: int
    entries: tuple[Id, ...]


def first_round(graph: Graph, order: Sequence[Id]) -> Pools[Id]:
    """Return the matches of a bracket into which entries come by seed.

    In a stepladder a seed waits for the winner of another match.
    """
    return tuple(
        tuple(order[slot.number - 1] if isinstance(slot, Seed) else None for slot in node.slots)
        for node in graph.nodes
        if any(isinstance(slot, Seed) for slot in node.slots)
    )


def swapped(pools: Pools[Id], one: Id, other: Id) -> Pools[Id]:
    """Return the draft with two entries exchanged.

    Raises FormatError `unknown-entry` or `same-pool`.
    """
    places = _places(pools)
    for entry in (one, other):
        if entry not in places:
            raise FormatError("unknown-entry", entry)
    if places[one][0] == places[other][0]:
        raise FormatError("same-pool", one, other)
    exchanged = {one: other, other: one}
    return tuple(
        tuple(None if entry is None else exchanged.get(entry, entry) for entry in pool)
        for pool in pools
    )


def swap_to_meet(pools: Pools[Id], one: Id, other: Id) -> tuple[Id, Id]:
    """Return the entries to swap so that two entries meet.

    These are the opponent of one and the other; a bye stays. Raises FormatError `unknown-entry`,
    `same-pool`, or `both-free` if neither has an opponent.
    """
    swapped(pools, one, other)
    places = _places(pools)
    rivals = [_rival(pools[places[entry][0]], entry) for entry in (one, other)]
    if rivals[0] is not None:
        return rivals[0], other
    if rivals[1] is not None:
        return rivals[1], one
    raise FormatError("both-free", one, other)


def holders(drawn: Pools[Id], pools: Pools[Id]) -> dict[Id, Id]:
    """Return the entry that now holds the place of each drawn entry."""
    return {
        before: after
        for was, now in zip(drawn, pools, strict=True)
        for before, after in zip(was, now, strict=True)
        if before is not None and after is not None
    }


def changed_pools(drawn: Pools[Id], pools: Pools[Id]) -> list[Pool[Id]]:
    """Return the pools that the draw did not make."""
    drawn_pools = {frozenset(pool) for pool in drawn}
    return [pool for pool in pools if frozenset(pool) not in drawn_pools]


def as_pairings(pools: Pools[Id], contenders: Contenders[Id]) -> tuple[SwissPairing[Id], ...]:
    """Return the pairings of a draft with their circumstances.

    Absent entries are in no pool, and come last.
    """
    with_partners = any(len(pool) > 2 for pool in pools)
    pairings = (
        _of_partners(pool) if with_partners else _pairing(pool, contenders) for pool in pools
    )
    return (*pairings, *asked_byes(contenders.values()))


def draft_warnings(pools: Pools[Id], contenders: Contenders[Id]) -> Iterator[DraftWarning[Id]]:
    """Yield the warnings about a draft, pool by pool."""
    for number, pool in enumerate(pools):
        for kind, entries in _find_warnings(pool, contenders):
            yield DraftWarning(kind, number, entries)


def repair(
    pools: Pools[Id], contenders: Contenders[Id], warning: DraftWarning[Id]
) -> tuple[Id, Id] | None:
    """Return the smallest swap that reduces a warning without a worse one; None if there is none.

    Of several it is the one that leaves least, then the one between the nearest pools.
    """
    improvements = (
        (gain, abs(number - warning.pool), number, pair)
        for number, gain, pair in _exchanges(pools, contenders, warning.pool)
        if gain[KINDS.index(warning.kind)] < 0 and gain < (0.0,) * len(KINDS)
    )
    best = min(improvements, key=lambda each: each[:3], default=None)
    return best and best[3]


def _places(pools: Pools[Id]) -> dict[Id, Place]:
    return {
        entry: (number, row)
        for number, pool in enumerate(pools)
        for row, entry in enumerate(pool)
        if entry is not None
    }


def _rival(pool: Pool[Id], entry: Id) -> Id | None:
    return next((each for each in pool if each is not None and each != entry), None)


def _pairing(pool: Pool[Id], contenders: Contenders[Id]) -> SwissPairing[Id]:
    first, second = sorted(pool, key=lambda entry: entry is None)
    assert first is not None, "somebody plays in every match"
    weight = dict(zip(KINDS, _weight(pool, contenders), strict=True))
    return SwissPairing(
        first,
        second,
        points=(contenders[first].points, None if second is None else contenders[second].points),
        is_rematch=weight[DraftWarningKind.REMATCH] + weight[DraftWarningKind.SECOND_BYE] > 0,
    )


def _of_partners(pool: Pool[Id]) -> SwissPairing[Id]:
    """Return a match with changing partners, or a rest. It has no warnings."""
    half = len(pool) // 2
    first, second = pool[:half], pool[half:]
    assert first[0] is not None, "somebody plays in every match"
    return SwissPairing(
        first[0],
        second[0],
        partners=(tuple(filter(None, first[1:])), tuple(filter(None, second[1:]))),
    )


def _present(pool: Pool[Id]) -> list[Id]:
    return [entry for entry in pool if entry is not None]


def _times_met(one: Contender[Id], other: Contender[Id]) -> int:
    return sum(each == other.entry for each in one.opponents)


def _are_mates(one: Contender[Id], other: Contender[Id]) -> bool:
    return one.club is not None and one.club == other.club


def _squared_difference(one: Contender[Id], other: Contender[Id]) -> float:
    return (one.points - other.points) ** 2


MEASURES: Mapping[DraftWarningKind, Callable[[Contender[Id], Contender[Id]], float]] = {
    DraftWarningKind.REMATCH: _times_met,
    DraftWarningKind.CLUB_MATES: _are_mates,
    DraftWarningKind.FLOAT: _squared_difference,
}
"""Amount of a kind of warning between two entries of a pool."""


def _pairs(pool: Pool[Id], contenders: Contenders[Id]) -> list[tuple[Contender[Id], Contender[Id]]]:
    return list(combinations([contenders[entry] for entry in _present(pool)], 2))


def _byes(pool: Pool[Id], contenders: Contenders[Id]) -> int:
    """Return the earlier byes of the entry that has the bye of a pool."""
    return sum(contenders[entry].byes for entry in _present(pool)) if None in pool else 0


def _weight(pool: Pool[Id], contenders: Contenders[Id]) -> Weight:
    pairs = _pairs(pool, contenders)
    return tuple(
        float(
            sum(MEASURES[kind](*pair) for pair in pairs)
            if kind in MEASURES
            else _byes(pool, contenders)
        )
        for kind in KINDS
    )


def _find_warnings(
    pool: Pool[Id], contenders: Contenders[Id]
) -> Iterator[tuple[DraftWarningKind, tuple[Id, ...]]]:
    if _byes(pool, contenders):
        yield DraftWarningKind.SECOND_BYE, tuple(_present(pool))
    for kind, measure in MEASURES.items():
        pairs = [pair for pair in _pairs(pool, contenders) if measure(*pair)]
        if pairs:
            yield kind, tuple(dict.fromkeys(one.entry for pair in pairs for one in pair))


def _exchanges(
    pools: Pools[Id], contenders: Contenders[Id], number: int
) -> Iterator[tuple[int, Weight, tuple[Id, Id]]]:
    """Yield every swap of a pool: the other pool, the change in weights, and the two entries."""
    own = pools[number]
    for other, pool in enumerate(pools):
        if other == number:
            continue
        before = _total(_weight(each, contenders) for each in (own, pool))
        for pair in ((one, two) for one in _present(own) for two in _present(pool)):
            after = _total(_weight(each, contenders) for each in swapped((own, pool), *pair))
            yield other, tuple(new - old for new, old in zip(after, before, strict=True)), pair


def _total(weights: Iterable[Weight]) -> Weight:
    return tuple(map(sum, zip(*weights, strict=True)))
