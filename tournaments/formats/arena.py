"""Arena: open for a set time; entries come, rest and leave as they like (after Lichess).

A free entry is paired with one near in the table, at best one it has not met. Two entries meet
twice running only if no other entry is there. A win is one point, and two after two wins in a row,
until a match is not won.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.format import Format
from tournaments.formats.options import LATE_ENTRIES, OPEN_MINUTES, FormatOptions
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.play import Field, Meeting, PairedWhenFree, Pairings
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import TieBreak

STREAK = 2
NEAR = 16  # places in the table between opponents, where many are free
REMATCH = 9  # a rematch costs as much as three places of difference
WAIT = 10_000  # to let the one wait who has waited longer costs more than any match
USUAL_MINUTES = 12  # of a match, to estimate how many there are


def pair_free(field: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """Return the matches of free entries, the best first. The others wait.

    If one is left over, it is the one that has waited least.
    """
    free = [one for one in field if not one.is_playing]
    free.sort(key=lambda one: (-one.points, one.seed))
    may_repeat = len(field) == 2
    costs = {
        (rank, other): (other - rank) ** 2 + REMATCH * one.opponents.count(free[other].entry)
        for rank, one in enumerate(free)
        for other in range(rank + 1, min(rank + 1 + NEAR, len(free)))
        if may_repeat or not have_just_met(one, free[other])
    }
    if len(free) % 2:
        ranks = range(len(free))
        waited = sorted(ranks, key=lambda rank: (-free[rank].wait_order, -rank))
        costs |= {(rank, len(free)): WAIT * order for order, rank in enumerate(waited)}
    partners = cheapest_partners(costs)
    pairs = sorted((one, other) for one, other in partners.items() if one < other < len(free))
    return tuple(_pairing(free[one], free[other]) for one, other in pairs)


def have_just_met(one: Contender[Id], other: Contender[Id]) -> bool:
    """Return whether the last opponent of either is the other."""
    return other.entry in one.opponents[-1:] or one.entry in other.opponents[-1:]


def _pairing(one: Contender[Id], other: Contender[Id]) -> SwissPairing[Id]:
    return SwissPairing(
        one.entry,
        other.entry,
        points=(one.points, other.points),
        is_rematch=have_just_met(one, other),
    )


@dataclass(frozen=True)
class Arena(PairedWhenFree):
    streak = STREAK

    def problems(
        self, _shape: FormatOptions, _members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        """Yield a problem if two met twice running while others were there."""
        last: dict[Any, frozenset[Any]] = {}
        for one in meetings:
            is_repeated = any(last.get(entry) == one.entries for entry in one.entries)
            if is_repeated and not (one.is_rematch or one.by_hand):
                yield "two meet twice running"
                return
            last |= dict.fromkeys(one.entries, one.entries)


def outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    """Return as many waves as matches of usual length fit in its time."""
    return (Batch(entries // 2),) * max(1, shape.open_minutes // USUAL_MINUTES)


TIE_BREAKS = (TieBreak.POINTS, TieBreak.WON, TieBreak.CHICO_POINTS, TieBreak.LOT)


def _pair(_shape: FormatOptions, field: Field) -> Pairings:
    return pair_free(field)


ARENA = Format(
    name="arena",
    play=Arena(_pair),
    choices=(OPEN_MINUTES, LATE_ENTRIES),
    tie_breaks=TIE_BREAKS,
    offered=(*TIE_BREAKS, TieBreak.WINS, TieBreak.GAMES, TieBreak.FEWEST_WALKOVERS),
    outline=outline,
)
