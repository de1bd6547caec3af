"""Comparing those of like rank over groups that did not meet: the best thirds.

What was won is divided by the matches that it was won in, so that a group of four compares with one
of three; where all groups are of one size that changes nothing. First the points of a match, then
the tie-breaks of the stage in their order, without those that look at meetings among the tied, who
never met; the published lot decides in the end. Who has left comes last.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.lots import lot
from tournaments.formats.outcome import BYES
from tournaments.formats.pairing import Id
from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak

AMONG_THE_TIED = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.LOT,
)


def compared(tie_breaks: Sequence[TieBreak]) -> list[TieBreak]:
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
    names = compared(tie_breaks)

    def worth(row: Row[Id]) -> tuple[bool, list[Fraction], float]:
        figures = [per_match(row, name) for name in names]
        return not row.has_left, figures, lot(lot_seed, row.entry)

    return sorted(rows, key=worth, reverse=True)
