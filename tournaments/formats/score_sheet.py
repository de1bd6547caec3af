"""The score sheet: marks in sequence, until the match is decided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import assert_never

from tournaments.formats.errors import FormatError
from tournaments.formats.series import (
    Ending,
    MatchUnit,
    Pair,
    Series,
    WrittenGame,
    decide_match,
    split,
    winners,
    won,
)


@dataclass(frozen=True)
class Point:
    """Points written for a side."""

    side: int
    points: int


@dataclass(frozen=True)
class Undo:
    """Reversal of the last mark that still counts."""


@dataclass(frozen=True)
class Close:
    """Agreement of both sides that the chico is over."""


@dataclass(frozen=True)
class Void:
    """Annulment of all marks: the match is played again."""


@dataclass(frozen=True)
class TimeUp:
    """End of the match after the bell and the last hand: the leader wins (R-S5)."""


@dataclass(frozen=True)
class Fine:
    """Points that a judge gives to the other side (R-S6)."""

    side: int  # the side at fault
    points: int


@dataclass(frozen=True)
class Shift:
    """Points that a judge moves to the other side, such as those of a wrong envido."""

    side: int  # the side at fault
    points: int


@dataclass(frozen=True)
class Deduction:
    """Points that a judge takes from a side; no side gets them."""

    side: int  # the side at fault
    points: int


@dataclass(frozen=True)
class LostHand:
    """The points of a side in a hand that a judge takes back, and points taken in addition."""

    side: int  # the side at fault
    noted: int
    more: int


@dataclass(frozen=True)
class LostDeal:
    """The deal that passes to the next seat, without points."""

    side: int  # the side at fault
    seat: int  # that deals now


@dataclass(frozen=True)
class Forfeit:
    """Game that a judge awards to the other side."""

    side: int  # the side at fault


@dataclass(frozen=True)
class Correct:
    """Score of the unfinished chico as a judge corrects it."""

    points: Pair


@dataclass(frozen=True)
class Deal:
    """A new hand, and the seat that deals it; seat 0 is of side 0, seat 1 of side 1, and so on."""

    seat: int


Judged = Fine | Shift | Deduction | LostHand | LostDeal | Forfeit | Correct
Mark = Point | Undo | Close | Void | TimeUp | Deal | Judged


@dataclass(frozen=True)
class Sheet:
    """The finished chicos and the points of the unfinished one.

    After the bell the sheet is `stopped`, and the unfinished chico takes no more points.
    """

    measure: MatchUnit
    chicos: tuple[Pair, ...] = ()
    points: Pair = (0, 0)
    stopped: bool = False
    dealer: int | None = None  # the seat that deals, if it was set
    before: "Sheet | None" = field(default=None, repr=False, compare=False)

    @property
    def games(self) -> tuple[WrittenGame, ...]:
        return split(self.chicos, self.measure)[0]

    @property
    def wins(self) -> Pair:
        """Games won by each side."""
        return Series().wins(winners(self.games))

    @property
    def legs(self) -> Pair:
        """Chicos of the unfinished game won by each side."""
        return won(split(self.chicos, self.measure)[1])

    @property
    def reached(self) -> bool:
        """Whether a side has the target, so that the chico can be closed."""
        return max(self.points) >= self.measure.target

    @property
    def is_decided(self) -> bool:
        """Whether the match is over."""
        return self.stopped or self.measure.verdict(winners(self.games)) is not None

    @property
    def ending(self) -> Ending:
        """The result of the match; raises FormatError while it is undecided."""
        going = (self.points,) if self.stopped else ()
        return decide_match((*self.chicos, *going), self.measure, rung=self.stopped)

    def takes(self, side: int, points: int) -> bool:
        """Return whether the points may be written for a side: never past the target."""
        room = self.measure.target - self.points[side]
        return not self.is_decided and not self.reached and 1 <= points <= room


def write(sheet: Sheet, mark: Mark) -> Sheet:
    """Return the sheet with one more mark. Raises FormatError for a mark that is not allowed."""
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
            return _apply_judged(sheet, mark)


def standing(marks: Sequence[Mark]) -> list[int]:
    """Return the indexes in a log of the marks that were not undone."""
    indexes: list[int] = []
    for place, mark in enumerate(marks):
        match mark:
            case Undo():
                indexes.pop()
            case Void():
                indexes.clear()
            case _:
                indexes.append(place)
    return indexes


def read_sheet(measure: MatchUnit, marks: Iterable[Mark]) -> Sheet:
    """Return the sheet after all marks."""
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


def _apply_judged(sheet: Sheet, judged: Judged) -> Sheet:
    """Apply a judge's mark; the points stay between 0 and the target."""
    if sheet.is_decided:
        raise FormatError("chico-is-over")
    match judged:
        case Fine(side, points):
            return _move_points(sheet, side, given=points, lost=0)
        case Shift(side, points):
            return _move_points(sheet, side, given=points, lost=points)
        case Deduction(side, points):
            if sheet.reached:
                raise FormatError("chico-is-over")
            return _move_points(sheet, side, given=0, lost=points)
        case LostHand(side, noted, more):
            return _move_points(sheet, side, given=0, lost=noted + more)
        case LostDeal(_, seat):
            return replace(sheet, dealer=seat, before=sheet)
        case Forfeit(side):
            return _forfeited(sheet, side)
        case Correct(points):
            target = sheet.measure.target
            if not 0 <= min(points) <= max(points) <= target or min(points) == target:
                raise FormatError("impossible-score")
            return replace(sheet, points=points, before=sheet)
        case _:
            assert_never(judged)


def _move_points(sheet: Sheet, side: int, *, given: int, lost: int) -> Sheet:
    """Take points from one side and give some to the other, within 0 and the target."""
    own, other, target = sheet.points[side], sheet.points[1 - side], sheet.measure.target
    if other == target or (own == target and not lost):
        raise FormatError("chico-is-over")
    after = _pair(side, max(own - lost, 0), min(other + given, target))
    return replace(sheet, points=after, before=sheet)


def _forfeited(sheet: Sheet, side: int) -> Sheet:
    """Award all chicos that the game still needs to the other side."""
    target, finished = sheet.measure.target, len(sheet.games)
    own, after = min(sheet.points[side], target - 1), sheet
    while len(after.games) == finished:
        after = write(replace(after, points=_pair(side, own, target)), Close())
        own = 0
    return replace(after, before=sheet)


def _pair(side: int, own: int, other: int) -> Pair:
    return (own, other) if side == 0 else (other, own)


def _stop(sheet: Sheet) -> Sheet:
    """End the match with the current score; a side with the target has won the chico."""
    last = write(sheet, Close()) if sheet.reached else sheet
    if last.is_decided:
        return last
    # raises FormatError if the sides are level
    decide_match((*last.chicos, last.points), last.measure, rung=True)
    return replace(last, stopped=True, before=sheet)


def _pay(sheet: Sheet, side: int, points: int) -> Sheet:
    if not sheet.takes(side, points):
        raise FormatError("past-target")
    first, second = sheet.points
    paid = (first + points, second) if side == 0 else (first, second + points)
    return replace(sheet, points=paid, before=sheet)
