"""A kind of play for tests alone: no rounds; whoever is free plays any free opponent, once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Any

from tournaments.formats.format import Format
from tournaments.formats.options import LATE_ENTRIES, FormatOptions
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.play import (
    Field,
    Meeting,
    Pairings,
    Play,
    Progress,
    unflagged_rematches,
)
from tournaments.formats.round_draft import Pools
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import TieBreak


@dataclass(frozen=True)
class Arena(Play):
    is_round_by_round = False
    is_paired_in_play = True
    closes_after: float = inf  # seconds; then no further match begins

    def pools(self, _shape: FormatOptions, members: Field) -> Pools[Any]:
        return tuple(one.pool for one in _free_pairs(members))

    def next_matches(self, _shape: FormatOptions, progress: Progress) -> Pairings:
        is_closed = progress.elapsed >= self.closes_after
        return [] if is_closed else list(_free_pairs(progress.field))

    def is_over(self, _shape: FormatOptions, progress: Progress) -> bool:
        return self.closes_after == inf or progress.elapsed >= self.closes_after

    def may_join(self, _shape: FormatOptions, _number: int) -> bool:
        return True

    def problems(
        self, _shape: FormatOptions, _members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        return unflagged_rematches(meetings)


def _free_pairs(field: Field) -> Iterator[SwissPairing[Any]]:
    """Pair the free entries that have not met, those of most points first."""
    free: list[Contender[Any]] = sorted(
        (one for one in field if not one.is_playing), key=lambda one: (-one.points, one.seed)
    )
    taken: set[Any] = set()
    for one, other in combinations(free, 2):
        if taken.isdisjoint((one.entry, other.entry)) and other.entry not in one.opponents:
            taken |= {one.entry, other.entry}
            points = one.points, other.points
            yield SwissPairing(one.entry, other.entry, points, False, False)


ARENA = Format(
    name="arena",
    play=Arena(),
    choices=(LATE_ENTRIES,),
    outline=lambda _shape, entries: (Batch(entries * (entries - 1) // 2),),
    tie_breaks=(TieBreak.POINTS, TieBreak.LOT),
    offered=(TieBreak.POINTS, TieBreak.WINS, TieBreak.LOT),
)
