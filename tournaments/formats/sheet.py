"""A score sheet: points as they are written down, mark by mark, until the match is decided."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import assert_never

from tournaments.formats.by_time import Ending, ended
from tournaments.formats.chicos import Measure, WrittenGame, split, winners, won
from tournaments.formats.errors import FormatError
from tournaments.formats.series import Series
from tournaments.formats.table import Pair


@dataclass(frozen=True)
class Point:
    """Points for a side."""

    side: int
    points: int


@dataclass(frozen=True)
class Undo:
    """The last mark that still counts was a mistake."""


@dataclass(frozen=True)
class Close:
    """Both sides agree that the chico is over."""


@dataclass(frozen=True)
class Void:
    """Nothing counts: the match is played again."""


@dataclass(frozen=True)
class TimeUp:
    """The bell has rung and the last hand is over: the leader wins (R-S5)."""


@dataclass(frozen=True)
class Deal:
    """A new hand: this seat deals it. Seats alternate between the sides."""

    seat: int


Mark = Point | Undo | Close | Void | TimeUp | Deal


@dataclass(frozen=True)
class Sheet:
    """What is written: finished chicos and the points of the one that goes on.

    Once it is `stopped` by the bell, that one goes no further.
    """

    measure: Measure
    chicos: tuple[Pair, ...] = ()
    points: Pair = (0, 0)
    stopped: bool = False
    dealer: int | None = None  # the seat that deals, once somebody said so
    before: "Sheet | None" = field(default=None, repr=False, compare=False)

    @property
    def games(self) -> tuple[WrittenGame, ...]:
        """The finished games."""
        return split(self.chicos, self.measure)[0]

    @property
    def wins(self) -> Pair:
        """Games won by each side."""
        return Series().wins(winners(self.games))

    @property
    def legs(self) -> Pair:
        """Chicos of the game that goes on, won by each side."""
        return won(split(self.chicos, self.measure)[1])

    @property
    def reached(self) -> bool:
        """Whether a side has the target: the chico waits to be closed."""
        return max(self.points) >= self.measure.target

    @property
    def is_decided(self) -> bool:
        """Whether a side has won the match."""
        series = Series(self.measure.best_of)
        verdict = series.verdict(winners(self.games), draw_allowed=False)
        return self.stopped or verdict is not None

    @property
    def ending(self) -> Ending:
        """How the match ended; raises FormatError while it goes on."""
        going = (self.points,) if self.stopped else ()
        return ended((*self.chicos, *going), self.measure, rung=self.stopped)

    def takes(self, side: int, points: int) -> bool:
        """Whether so many points may be written for a side: never past the target."""
        room = self.measure.target - self.points[side]
        return not self.is_decided and not self.reached and 1 <= points <= room


def write(sheet: Sheet, mark: Mark) -> Sheet:
    """Return the sheet with one more mark, or refuse it."""
    match mark:
        case Point(side, points):
            return _pay(sheet, side, points)
        case Close():
            return _close(sheet)
        case Undo():
            return _take_back(sheet)
        case Void():
            return Sheet(sheet.measure)
        case TimeUp():
            return _stop(sheet)
        case Deal(seat):
            return replace(sheet, dealer=seat, before=sheet)
        case _:
            assert_never(mark)


def read_sheet(measure: Measure, marks: Iterable[Mark]) -> Sheet:
    """Return what all these marks add up to."""
    return reduce(write, marks, Sheet(measure))


def _close(sheet: Sheet) -> Sheet:
    if not sheet.reached:
        raise FormatError("chico-goes-on")
    chicos = (*sheet.chicos, sheet.points)
    return replace(sheet, chicos=chicos, points=(0, 0), before=sheet)


def _take_back(sheet: Sheet) -> Sheet:
    if sheet.before is None:
        raise FormatError("nothing-to-undo")
    return sheet.before


def _stop(sheet: Sheet) -> Sheet:
    """End it as it stands; who has the target has won the chico."""
    last = write(sheet, Close()) if sheet.reached else sheet
    if last.is_decided:
        return last
    ended((*last.chicos, last.points), last.measure, rung=True)  # or refuse it: they are level
    return replace(last, stopped=True, before=sheet)


def _pay(sheet: Sheet, side: int, points: int) -> Sheet:
    if not sheet.takes(side, points):
        raise FormatError("past-target")
    first, second = sheet.points
    paid = (first + points, second) if side == 0 else (first, second + points)
    return replace(sheet, points=paid, before=sheet)
