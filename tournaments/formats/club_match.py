"""Club against club: a match of several boards, each played by some players of either side.

A board is worth one point, whatever its margin. The side with more points wins the match. If they
are level, the match is drawn where a table has draws. Otherwise one more board is played, the
tie-break, which counts like the others, or the first board decides. All boards are played even if
the match is already decided, because the difference of boards orders a table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tournaments.formats.errors import FormatError
from tournaments.formats.format import Format
from tournaments.formats.options import FormatOptions
from tournaments.formats.series import Pair
from tournaments.formats.tie_breaks import TieBreak

FEWEST, MOST = 2, 9
SIZES: Final = "123"  # players of a side at one board: half the seats of a table


class Standing(StrEnum):
    """Status of a match of boards."""

    OPEN = "open"
    LEVEL = "level"  # all boards were played, and the tie-break is due
    DECIDED = "decided"


@dataclass(frozen=True)
class AwardedBoard:
    """A board that was not played: awarded to a side, or to neither."""

    side: int | None


def read_boards(text: str) -> tuple[int, ...]:
    """Return the players per side of each board: `2,2,1` are two pairs and a single.

    It is empty for an empty text. Raises FormatError `bad-boards`.
    """
    marks = text.replace(",", " ").replace("+", " ").split()
    is_read = all(mark in SIZES and len(mark) == 1 for mark in marks)
    if marks and not (is_read and FEWEST <= len(marks) <= MOST):
        raise FormatError("bad-boards")
    return tuple(map(int, marks))


def write_boards(sizes: tuple[int, ...]) -> str:
    """Return the stored form of board sizes."""
    return ",".join(map(str, sizes))


def points(results: Mapping[int, int | None]) -> Pair:
    """Return the number of boards each side won. A board without a winner counts for neither."""
    won = list(results.values())
    return won.count(0), won.count(1)


def standing(
    boards: int, results: Mapping[int, int | None], *, has_tie_break: bool = True
) -> Standing:
    """Return the status of a match with `boards` boards; the tie-break is one board more."""
    if any(number not in results for number in range(1, boards + 1)):
        return Standing.OPEN
    first, second = points({number: results[number] for number in range(1, boards + 1)})
    is_level = has_tie_break and first == second > 0
    return Standing.LEVEL if is_level and boards + 1 not in results else Standing.DECIDED


def winner(results: Mapping[int, int | None], *, may_be_drawn: bool = False) -> int | None:
    """Return the winner of a decided match; None if no board was won, or if it is drawn.

    If it cannot be drawn and the sides are level, without a tie-break or with an unattended one,
    the first board that was won decides.
    """
    first, second = points(results)
    if first != second:
        return 0 if first > second else 1
    if may_be_drawn:
        return None
    return next(
        (results[number] for number in sorted(results) if results[number] is not None), None
    )


def ranked_by_boards(shape: FormatOptions, how: Format) -> FormatOptions:
    """Break ties by boards won less boards lost, unless another order was chosen."""
    usual = tuple(map(str, how.tie_breaks))
    if TieBreak.GAMES not in how.offered or shape.tie_breaks not in ((), usual):
        return shape
    rest = [name for name in usual if name not in (TieBreak.POINTS, TieBreak.GAMES)]
    return replace(shape, tie_breaks=(str(TieBreak.POINTS), str(TieBreak.GAMES), *rest))
