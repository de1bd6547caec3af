"""Standings, and the tie-break that separated each pair of entries."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from tournaments.formats.pairing import BYES, Id, Outcome
from tournaments.formats.results_table import Appearance, Table
from tournaments.formats.seeding import tiebreak_lot
from tournaments.formats.tie_breaks import RESTARTING, RULES, TieBreak

SCORING = (Outcome.WIN, Outcome.DRAW, Outcome.BYE, Outcome.HALF_BYE)
Steps = tuple[tuple[TieBreak, float], ...]
"""Tie-breaks by which entries were compared, in order, with values; a restarted one repeats."""


@dataclass(frozen=True)
class Row(Generic[Id]):
    """One line of the standings.

    `decided_by` is the tie-break that separated the entry from all it was level with, None if it
    still shares its rank.
    """

    rank: int
    entry: Id
    decided_by: TieBreak | None
    steps: Steps
    appearances: Sequence[Appearance[Id]]
    has_left: bool = False

    @cached_property
    def values(self) -> Mapping[TieBreak, float]:
        """The value of every tie-break of the stage; of one that restarts, the first value."""
        first: dict[TieBreak, float] = {}
        for name, value in self.steps:
            first.setdefault(name, value)
        return first

    @property
    def played(self) -> int:
        """The number of decided matches, without byes."""
        return len(self.appearances) - sum(self.counts[bye] for bye in BYES)

    @property
    def won(self) -> int:
        """The number of matches won, without byes."""
        return self.counts[Outcome.WIN]

    @property
    def drawn(self) -> int:
        """The number of drawn matches."""
        return self.counts[Outcome.DRAW]

    @property
    def lost(self) -> int:
        """The number of matches lost, including absences."""
        return self.counts[Outcome.LOSS] + self.counts[Outcome.ABSENCE]

    @property
    def has_scored(self) -> bool:
        """Whether it won or drew a match, or had a bye for which a table gives points."""
        return any(self.counts[outcome] for outcome in SCORING)

    @property
    def chico_points(self) -> tuple[int, int]:
        """Points of all games: its own, its opponents'."""
        own, others = (sum(one.chico_points[side] for one in self.appearances) for side in (0, 1))
        return own, others

    @cached_property
    def counts(self) -> Mapping[Outcome, int]:
        """The number of times each outcome occurred."""
        outcomes = [one.outcome for one in self.appearances]
        return {outcome: outcomes.count(outcome) for outcome in Outcome}


def standings(table: Table[Id], tie_breaks: Sequence[TieBreak]) -> tuple[Row[Id], ...]:
    """Return the rows best first, in competition ranks (1 2 3 3 5); entries that left come last.

    Each tie-break orders the entries that all earlier ones left level; one that restarts orders
    them again as long as their number decreases. The order of input does not matter: entries that
    share a rank are listed by their lot.
    """
    everybody = sorted(table.scores, key=lambda entry: tiebreak_lot(table.lot_seed, entry))
    rows: list[Row[Id]] = []
    for has_left in (False, True):
        part = [entry for entry in everybody if (entry in table.left) == has_left]
        for level in _levels(table, _Level(part, None, ()), tie_breaks):
            rank = len(rows) + 1
            rows += [
                Row(rank, entry, level.decided_by, level.steps, table.appearances[entry], has_left)
                for entry in level.entries
            ]
    return tuple(rows)


def surely_first(
    table: Table[Id], tie_breaks: Sequence[TieBreak], open_matches: Mapping[Id, int], places: int
) -> set[Id]:
    """Return the entries that end among the first `places`, however open matches end.

    `open_matches` has the number of each entry. While there are any, only points count: an
    entry that draws level may pass by a tie-break.
    """
    if not any(open_matches.values()):
        return {row.entry for row in standings(table, tie_breaks)[:places]}
    if tie_breaks[0] != TieBreak.POINTS:
        return set()
    # the games that the winner of a match loses count, too
    most, least = (2 * table.tantos, 0.0) if table.tantos else (table.scale.most, table.scale.least)
    staying = table.scores.keys() - set(table.left)
    reach = [table.scores[one] + most * open_matches.get(one, 0) for one in staying]
    certain = {one: table.scores[one] + least * open_matches.get(one, 0) for one in staying}
    return {one for one in staying if sum(it >= certain[one] for it in reach) <= places}


def final_ranks(rows: Sequence[Row[Id]]) -> list[tuple[int, Id]]:
    """Return (rank, entry) of a finished table, best first.

    The first rank is vacant if all entries have left, or if several remain and none of them has
    scored. The first may have no win of its own: of a table that adds up points of games, or of a
    ladder in which nobody challenged it. In a ladder a win of an entry that left counts, too.
    """
    staying = [row for row in rows if not row.has_left]
    is_ladder = bool(rows) and TieBreak.LADDER in rows[0].values
    has_scored = any(row.has_scored for row in (rows if is_ladder else staying))
    vacant = not staying or (not has_scored and len(staying) > 1)
    return [(row.rank + vacant, row.entry) for row in rows]


@dataclass(frozen=True)
class _Level(Generic[Id]):
    """Entries that no tie-break so far has separated."""

    entries: Collection[Id]
    decided_by: TieBreak | None
    steps: Steps


def _levels(
    table: Table[Id], level: _Level[Id], tie_breaks: Sequence[TieBreak]
) -> Iterator[_Level[Id]]:
    if not tie_breaks:
        yield level
        return
    name, *rest = tie_breaks
    tied = frozenset(level.entries)
    values = {entry: RULES[name](table, entry, tied) for entry in level.entries}
    for value in sorted(set(values.values()), reverse=True):
        part = [entry for entry in level.entries if values[entry] == value]
        split_off = len(part) == 1 < len(tied)
        decided = name if split_off else level.decided_by
        again = name in RESTARTING and 1 < len(part) < len(tied)
        left_level = _Level(part, decided, (*level.steps, (name, value)))
        yield from _levels(table, left_level, tie_breaks if again else rest)


def parted_by(upper: Row[Id], lower: Row[Id]) -> tuple[TieBreak, float, float] | None:
    """Return the tie-break that put one above its neighbour, with the values of both."""
    compared = zip(upper.steps, lower.steps, strict=False)
    return next(((name, own, its) for (name, own), (_, its) in compared if own != its), None)
