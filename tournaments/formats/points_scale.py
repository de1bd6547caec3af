"""Points that a table gives for each outcome of a match.

Organisers write the points from the best result to the worst. The number of figures says which
results there are: `2-1` win and loss, `3-1-0` with a draw between them, `3-2-1-0` win, narrow win,
narrow loss and loss, `4-4-2-1-0` all five. A narrow result differs by one game or board.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.formats.errors import FormatError
from tournaments.formats.options import ABSENCE_VALUE, BYE_VALUE, SCALE, FormatOptions
from tournaments.formats.pairing import Outcome

MOST: Final = 20
"""Maximum points of a match; an absence costs at most as many."""
FEWEST_FIGURES, MOST_FIGURES = 2, 5
HALF: Final = "½"
FIGURE: Final = re.compile(r"(?=.)(\d{0,2})(?:[.,]([05])|(½))?")
SEPARATORS: Final = re.compile(r"[-–/;\s]+")


@dataclass(frozen=True, kw_only=True)
class PointsScale:
    """Points for each outcome, in whole or half points, so that sums are exact.

    Without `draw` no match ends level. A narrow result counts as any other unless it has points of
    its own, a bye as a win and an absence as a loss.
    """

    win: float = 1
    draw: float | None = 0.5
    loss: float = 0
    narrow_win: float | None = None
    narrow_loss: float | None = None
    bye: float | None = None
    absence: float | None = None

    @property
    def level(self) -> float:
        """The points of a draw; without draws, half way between a win and a loss."""
        return (self.win + self.loss) / 2 if self.draw is None else self.draw

    @property
    def has_narrow(self) -> bool:
        """Whether a narrow win or loss has points of its own."""
        return None not in (self.narrow_win, self.narrow_loss)

    @property
    def least(self) -> float:
        """The fewest points that a round can give."""
        return min(self.points(outcome) for outcome in Outcome)

    @property
    def most(self) -> float:
        """The most points that a round can give."""
        return max(self.points(outcome) for outcome in Outcome)

    def points(self, outcome: Outcome, *, is_narrow: bool = False) -> float:
        """Return the points of a round that ended so."""
        match outcome:
            case Outcome.WIN:
                return self.win if self.narrow_win is None or not is_narrow else self.narrow_win
            case Outcome.LOSS:
                return self.loss if self.narrow_loss is None or not is_narrow else self.narrow_loss
            case Outcome.ABSENCE:
                return self.loss if self.absence is None else self.absence
            case Outcome.BYE:
                return self.win if self.bye is None else self.bye
            case Outcome.DRAW | Outcome.HALF_BYE:
                return self.level
            case Outcome.ZERO_BYE:
                return 0


CHESS_SCALE: Final = PointsScale()
"""A win is one point and a draw half a point."""


def read_scale(text: str, *, bye: float | None = None, absence: float | None = None) -> PointsScale:
    """Return the scale that a text such as `3-1-0` stands for; the usual one for an empty text.

    Raises FormatError `bad-scale`, `scale-upside-down`, `bye-above-a-win` or
    `absence-above-a-loss`.
    """
    figures = [_figure(mark) for mark in SEPARATORS.split(text.strip()) if mark]
    if text.strip() and not FEWEST_FIGURES <= len(figures) <= MOST_FIGURES:
        raise FormatError("bad-scale")
    win, *between, loss = figures or (CHESS_SCALE.win, CHESS_SCALE.level, CHESS_SCALE.loss)
    if sorted(figures, reverse=True) != figures or win <= loss:
        raise FormatError("scale-upside-down")
    narrow = (between[0], between[-1]) if len(between) > 1 else (None, None)
    scale = PointsScale(
        win=win,
        draw=between[len(between) // 2] if len(between) % 2 else None,
        loss=loss,
        narrow_win=narrow[0],
        narrow_loss=narrow[1],
        bye=bye,
        absence=absence,
    )
    if scale.points(Outcome.BYE) > win:
        raise FormatError("bye-above-a-win")
    if scale.points(Outcome.ABSENCE) > loss:
        raise FormatError("absence-above-a-loss")
    return scale


def write_scale(text: str) -> str:
    """Return a scale that `read_scale` accepts in its stored form: `1-½-0`."""
    return "-".join(write_figure(_figure(mark)) for mark in SEPARATORS.split(text.strip()) if mark)


def scale_of(shape: FormatOptions) -> PointsScale:
    """Return the points of the matches of a table, or raise FormatError as `read_scale` does."""
    return read_scale(shape.scale, bye=shape.bye_value, absence=shape.absence_value)


def misfits_of_scale(shape: FormatOptions) -> Iterator[tuple[str, str]]:
    """Yield why a shape has no scale: the name of the choice to change, and a code."""
    wrong = {"bye-above-a-win": BYE_VALUE, "absence-above-a-loss": ABSENCE_VALUE}
    try:
        scale_of(shape)
    except FormatError as error:
        yield wrong.get(error.code, SCALE).name, error.code


def _figure(mark: str) -> float:
    match = FIGURE.fullmatch(mark)
    if match is None:
        raise FormatError("bad-scale")
    whole, decimal, half = match.groups()
    figure = int(whole or 0) + (0.5 if half or decimal == "5" else 0)
    if figure > MOST:
        raise FormatError("bad-scale")
    return figure


def write_figure(figure: float) -> str:
    """Return a figure of a scale as it is written: `1`, `½`, `1½`."""
    whole, is_half = int(figure), figure != int(figure)
    return f"{whole or ''}{HALF}" if is_half else str(whole)
