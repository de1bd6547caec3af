"""A bracket as one drawing that fills one sheet of A4, or of A3, in landscape.

All lengths are millimetres of A4; the drawing is scaled to the sheet. The parts of a stage stand
one above the other, each as high as its longest round asks for. A long name is written smaller, or
on two lines, and cut if that is not enough. A browser draws letters of unknown width, so the width
is estimated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from tournaments.formats.bracket import Part
from tournaments.matches.queries import MatchView, SideView
from tournaments.stages.brackets import BracketPart, BracketRound
from tournaments.stages.queries import Event

WIDTH, HEIGHT = 281.0, 194.0  # of A4 in landscape, inside margins of 8 mm
TITLE = 9.0  # height of the title
HEADING = 6.0  # height of the names of rounds
GAP = 5.0  # between two columns
HIGHEST = 15.0  # of a match
FILLED = 0.86  # the part of its room that a match takes
FONT = 0.66  # of the height of a line
LARGEST = 3.8  # font size
HALF_LINE = 0.4  # of the height of a line: the font of a name on two lines
SCORE, NUMBER = 2.0, 1.5  # widths of the columns around a name, in font sizes
LETTER, BOLD = 0.56, 0.63  # widths of an average letter, in font sizes
FOR_THE_WIN: Final = (Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD)  # on one sheet
SMALLEST: Final = 0.5  # what a font may shrink to, so that a name fits


@dataclass(frozen=True)
class Text:
    """A text; `y` is its baseline."""

    x: float
    y: float
    size: float
    words: str
    look: str = ""  # a class of `papers.css`


@dataclass(frozen=True)
class Box:
    """The frame of a match."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Connector:
    """The line from a match to the next one of its winner: three points and an end."""

    x: float
    y: float
    bend: float
    to_x: float
    to_y: float


@dataclass(frozen=True)
class BracketSheet:
    """Texts, frames and connectors of one stage."""

    title: str
    texts: Sequence[Text]
    boxes: Sequence[Box]
    connectors: Sequence[Connector]
    width: float = WIDTH
    height: float = HEIGHT


def bracket_sheets(event: Event) -> list[BracketSheet]:
    """Return the sheets of an event's brackets."""
    stages = [stage for stage in event.ordered_stages if stage.parts]
    return [_sheet(stage.title, parts) for stage in stages for parts in _on_sheets(stage.parts)]


def _on_sheets(parts: Sequence[BracketPart]) -> Iterator[Sequence[BracketPart]]:
    """Yield the parts of each sheet: what decides who wins, then what others play for.

    A sheet takes at least one part, and as many more as leave each match its height.
    """
    sheet = [part for part in parts if part.name in FOR_THE_WIN]
    for part in (part for part in parts if part.name not in FOR_THE_WIN):
        if sheet and _height([*sheet, part]) > HEIGHT - TITLE:
            yield sheet
            sheet = []
        sheet.append(part)
    yield sheet


def _height(parts: Sequence[BracketPart]) -> float:
    return sum(HEADING + _longest_round(part) * HIGHEST for part in parts)


def _longest_round(part: BracketPart) -> int:
    return max(len(each.matches) for each in part.rounds)


def _sheet(title: str, parts: Sequence[BracketPart]) -> BracketSheet:
    room = HEIGHT - TITLE - HEADING * len(parts)
    weights = [*map(_longest_round, parts)]
    shapes: list[Text | Box | Connector] = []
    top = TITLE
    for part, weight in zip(parts, weights, strict=True):
        height = room * weight / sum(weights)
        shapes += _part(part, top, height)
        top += HEADING + height
    return BracketSheet(
        title,
        [each for each in shapes if isinstance(each, Text)],
        [each for each in shapes if isinstance(each, Box)],
        [each for each in shapes if isinstance(each, Connector)],
    )


def _part(part: BracketPart, top: float, height: float) -> Iterator[Text | Box | Connector]:
    columns = len(part.rounds)
    width = min((WIDTH - GAP * (columns - 1)) / columns, WIDTH / 3)
    slot = height / _longest_round(part)
    box = min(slot * FILLED, HIGHEST)
    middles = [_middles(each, top + HEADING, height) for each in part.rounds]
    for number, each in enumerate(part.rounds):
        x = number * (width + GAP)
        yield _fitting(x, top + HEADING - 1.6, 3.4, each.title, width, "heading")
        for view, middle in zip(each.matches, middles[number], strict=True):
            if not view.is_empty:
                yield from _match(view, Box(x, middle - box / 2, width, box))
    for number, (before, after) in enumerate(pairwise(middles)):
        x = number * (width + GAP) + width
        if len(before) in (len(after), 2 * len(after)):
            for place, middle in enumerate(before):
                to_y = after[place * len(after) // len(before)]
                yield Connector(x, middle, x + GAP / 2, x + GAP, to_y)


def _middles(each: BracketRound, top: float, height: float) -> list[float]:
    number = len(each.matches)
    return [top + (place + 0.5) * height / number for place in range(number)]


def _match(view: MatchView, box: Box) -> Iterator[Text | Box]:
    yield box
    line = box.height / 2
    size = min(line * FONT, LARGEST)
    rise = (line - size) / 2 + size * 0.14
    if not view.is_bye:
        number = str(view.match.number)
        yield Text(box.x + 0.5, box.y + line + size * 0.2, size * 0.6, number, "number")
    left = box.x + size * NUMBER
    for row, side in enumerate(view.sides):
        if view.is_bye and not side.name:
            continue
        baseline = box.y + line * (row + 1) - rise
        words, look = _named(side)
        room = box.width - size * (NUMBER + SCORE)
        whole = _fitting(left, baseline, size, words, room, look)
        yield from _on_two_lines(words, whole, box.y + line * row, line, room) or [whole]
        if side.score is not None:
            at = box.x + box.width - size * SCORE + size * 0.3
            yield Text(at, baseline, size, str(side.score), "won" if side.won else "")


def _on_two_lines(words: str, whole: Text, top: float, line: float, room: float) -> list[Text]:
    """Return a text on two lines in the height of one; none where that makes it no larger."""
    spaces = [at for at, letter in enumerate(words) if letter == " "]
    if not spaces:
        return []
    at = min(spaces, key=lambda space: abs(space - len(words) / 2))
    first, second = (
        _fitting(whole.x, top + line * share, line * HALF_LINE, half, room, whole.look)
        for share, half in ((0.47, words[:at]), (0.9, words[at + 1 :]))
    )
    size = min(first.size, second.size)
    return [replace(first, size=size), replace(second, size=size)] if size > whole.size else []


def _named(side: SideView) -> tuple[str, str]:
    """Return the text of a side and its class: its name, or the match that fills it."""
    if side.name:
        return side.name, "won" if side.won else ""
    return side.origin_by_number, "origin"


def _fitting(x: float, y: float, size: float, words: str, room: float, look: str) -> Text:
    """Return a text that fits into `room`: smaller, and cut if need be."""
    letter = BOLD if look in ("won", "heading") else LETTER
    whole = room / (max(len(words), 1) * letter)
    size = min(size, max(whole, size * SMALLEST))
    most = max(int(room / (size * letter)), 1)
    return Text(x, y, size, words if len(words) <= most else f"{words[: most - 1].rstrip()}…", look)
