"""Outlines as numbers: regular figures, and halves completed by their mirror image."""

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from games.deck_art.pen import number

Point = tuple[float, float]
ARITY = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


class Segment(NamedTuple):
    """One absolute path command with its points."""

    command: str
    points: tuple[Point, ...]


def parse(d: str) -> Iterator[Segment]:
    """The segments of a path written with absolute M, L, Q, C and Z."""
    for command, rest in re.findall(r"([MLQCZ])([^MLQCZ]*)", d):
        values = [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        points = list(zip(values[::2], values[1::2], strict=True))
        step = ARITY[command] or 1
        for start in range(0, max(len(points), 1), step):
            yield Segment(command, tuple(points[start : start + step]))


def write(segments: Iterator[Segment]) -> str:
    """The shortest text of a path: a minus sign separates as well as a space."""
    return "".join(
        command + re.sub(" -", "-", " ".join(number(value) for point in points for value in point))
        for command, points in segments
    )


def placed(d: str, x: float, y: float, wide: float = 1, high: float = 1) -> str:
    """The same path scaled and moved, so that its stroke keeps one width."""
    return write(
        Segment(command, tuple((x + px * wide, y + py * high) for px, py in points))
        for command, points in parse(d)
    )


def mirrored(d: str, axis: float) -> str:
    """The path seen in a mirror at `x = axis`."""
    return placed(d, 2 * axis, 0, -1)


def symmetric(half: str, axis: float = 0) -> str:
    """A closed outline from its right or left half, drawn from the axis back to the axis."""
    return write(_there_and_back(list(parse(half)), axis))


def _there_and_back(half: list[Segment], axis: float) -> Iterator[Segment]:
    yield from half
    starts = [segment.points[-1] for segment in half]
    for start, segment in zip(reversed(starts[:-1]), reversed(half[1:]), strict=True):
        back = (*reversed(segment.points[:-1]), start)
        yield Segment(segment.command, tuple((2 * axis - x, y) for x, y in back))
    yield Segment("Z", ())


def star(x: float, y: float, outer: float, inner: float, points: int) -> str:
    """A star, or a regular polygon if both radii are the same."""
    corners = (
        polar(x, y, inner if corner % 2 else outer, pi * corner / points)
        for corner in range(2 * points)
    )
    return "M" + "L".join(corners) + "Z"


def petals(x: float, y: float, inner: float, outer: float, width: float, count: int) -> str:
    """A rosette of `count` drops between two radii."""
    return "".join(
        _petal(x, y, inner, outer, width, 2 * pi * index / count) for index in range(count)
    )


def _petal(x: float, y: float, inner: float, outer: float, width: float, turn: float) -> str:
    waist = inner + (outer - inner) * 0.35

    def at(radius: float, aside: float) -> str:
        right, up = cos(turn - pi / 2), sin(turn - pi / 2)
        return (
            f"{number(x + radius * right - aside * up)} {number(y + radius * up + aside * right)}"
        )

    there = f"M{at(inner, 0)}C{at(waist, width)} {at(outer, width)} {at(outer, 0)}"
    return f"{there}C{at(outer, -width)} {at(waist, -width)} {at(inner, 0)}Z"


def polar(x: float, y: float, radius: float, turn: float) -> str:
    """The point at `turn` radians clockwise from noon, as path text."""
    return f"{number(x + radius * sin(turn))} {number(y - radius * cos(turn))}"


def hatch(x: float, y: float, stroke: Point, step: Point, count: int) -> str:
    """Parallel strokes, as an engraver shades."""
    right, down = (number(value) for value in stroke)
    return "".join(
        f"M{number(x + step[0] * i)} {number(y + step[1] * i)}l{right} {down}" for i in range(count)
    )
