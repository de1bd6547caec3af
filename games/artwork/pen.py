"""Drawing primitives: SVG elements as text, outlines as numbers, and the palette.

A symbol sets ink, width and round joins once; its parts state only the differences. Each colour
has three flat tones, on cream paper with one dark outline. Symmetric outlines are half drawn and
mirrored.
"""

import re
from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple


class Tones(NamedTuple):
    """One colour as a woodcut prints it: lit side, body, side away from the light."""

    light: str
    base: str
    shade: str


PAPER = "#fdf7e8"
INK = "#2a2130"
EDGE = "#b7a98c"
LINEN = Tones("#ffffff", "#fffdf6", "#b9b0a4")
FELT = "#1f5a45"
GOLD = Tones("#ffe08a", "#f0b429", "#c07a12")
RED = Tones("#ee7a61", "#c5302c", "#861a24")
BLUE = Tones("#8fbdea", "#2c67b0", "#183d78")
GREEN = Tones("#a5d06a", "#4d9639", "#28602a")
STEEL = Tones("#f4f8fc", "#c3d3e4", "#8aa3bf")
WOOD = Tones("#f3d9a4", "#d9a860", "#9a6a2e")
LEATHER = Tones("#a9713d", "#7a4a22", "#4e2d14")
SKIN = Tones("#f0aa84", "#f5cfa5", "#dfa679")
WHITE_HAIR = Tones("#ffffff", "#ece5d8", "#b3a795")
BLACK_HAIR = Tones("#6b5a66", "#3d303c", "#1d151f")
BROWN_HAIR = Tones("#a56a3a", "#6d4020", "#41230f")
BLOND_HAIR = Tones("#f7d37c", "#d99f3a", "#96651b")
GINGER_HAIR = Tones("#e58b52", "#b9552a", "#7b3115")
OUTLINE = 2.4
DEFAULTS = (
    f'fill="none" stroke="{INK}" stroke-width="{OUTLINE}" '
    'stroke-linejoin="round" stroke-linecap="round"'
)


def number(value: float, digits: int = 1) -> str:
    """Return the shortest text of a coordinate.

    A tenth of a unit is finer than any screen shows.
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def shape(d: str, fill: str, ink: float = OUTLINE) -> str:
    """Draw a filled form with its outline."""
    return f'<path d="{d}" fill="{fill}"{_width(ink)}/>'


def flat(d: str, fill: str) -> str:
    """Draw a tone inside a form: colour without outline."""
    return f'<path d="{d}" fill="{fill}" stroke="none"/>'


def line(d: str, ink: float = 1.5, colour: str = INK) -> str:
    """Draw a stroke of the pen: folds, hatching, strands of hair."""
    return f'<path d="{d}"{_colour(colour)}{_width(ink)}/>'


def disc(x: float, y: float, r: float, fill: str, ink: float = 0) -> str:
    """Draw a filled circle; `ink` is the width of its outline, 0 for none."""
    at = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    return f'<circle {at} fill="{fill}"{_rim(ink)}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, ink: float = 0) -> str:
    """Draw a filled ellipse; `ink` is the width of its outline, 0 for none."""
    at = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {at} fill="{fill}"{_rim(ink)}/>'


def group(
    body: str, x: float = 0, y: float = 0, turn: float = 0, size: float = 1, width: float = 0
) -> str:
    """Move, rotate and scale `body`; `width` keeps the outline's width when scaled."""
    return f'<g transform="{place(x, y, turn, size)}"{_width(width or OUTLINE)}>{body}</g>'


def use(name: str, transform: str = "", colour: str = INK) -> str:
    """Reuse a drawing of this file."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<use href="#{name}"{moved}{_colour(colour)}/>'


def place(x: float, y: float, turn: float = 0, size: float = 1) -> str:
    """Return the transform of a part drawn around its own origin."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if size != 1:
        steps.append(f"scale({number(size, 3)})")
    return " ".join(steps)


def _width(ink: float) -> str:
    return "" if ink == OUTLINE else f' stroke-width="{number(ink)}"'


def _colour(colour: str) -> str:
    return "" if colour == INK else f' stroke="{colour}"'


def _rim(ink: float) -> str:
    return _width(ink) if ink else ' stroke="none"'


Point = tuple[float, float]
ARITY = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


class Segment(NamedTuple):
    """One absolute path command with its points."""

    command: str
    points: tuple[Point, ...]


def parse(d: str) -> Iterator[Segment]:
    """Yield the segments of a path written with absolute M, L, Q, C and Z."""
    for command, rest in re.findall(r"([MLQCZ])([^MLQCZ]*)", d):
        values = [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        points = list(zip(values[::2], values[1::2], strict=True))
        step = ARITY[command] or 1
        for start in range(0, max(len(points), 1), step):
            yield Segment(command, tuple(points[start : start + step]))


def write(segments: Iterator[Segment]) -> str:
    """Return the shortest text of a path: a minus sign separates as well as a space."""
    return "".join(
        command + re.sub(" -", "-", " ".join(number(value) for point in points for value in point))
        for command, points in segments
    )


def placed(d: str, x: float, y: float, wide: float = 1, high: float = 1) -> str:
    """Return the path scaled and moved, so that its stroke keeps one width."""
    return write(
        Segment(command, tuple((x + px * wide, y + py * high) for px, py in points))
        for command, points in parse(d)
    )


def mirrored(d: str, axis: float) -> str:
    """Return the path mirrored at `x = axis`."""
    return placed(d, 2 * axis, 0, -1)


def symmetric(half: str, axis: float = 0) -> str:
    """Return a closed outline from its right or left half, drawn from axis to axis."""
    return write(_there_and_back(list(parse(half)), axis))


def _there_and_back(half: list[Segment], axis: float) -> Iterator[Segment]:
    yield from half
    starts = [segment.points[-1] for segment in half]
    for start, segment in zip(reversed(starts[:-1]), reversed(half[1:]), strict=True):
        back = (*reversed(segment.points[:-1]), start)
        yield Segment(segment.command, tuple((2 * axis - x, y) for x, y in back))
    yield Segment("Z", ())


def star(x: float, y: float, outer: float, inner: float, points: int) -> str:
    """Draw a star, or a regular polygon if both radii are the same."""
    corners = (
        polar(x, y, inner if corner % 2 else outer, pi * corner / points)
        for corner in range(2 * points)
    )
    return "M" + "L".join(corners) + "Z"


def petals(x: float, y: float, inner: float, outer: float, width: float, count: int) -> str:
    """Draw a rosette of `count` drops between two radii."""
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

    outward = f"M{at(inner, 0)}C{at(waist, width)} {at(outer, width)} {at(outer, 0)}"
    return f"{outward}C{at(outer, -width)} {at(waist, -width)} {at(inner, 0)}Z"


def polar(x: float, y: float, radius: float, turn: float) -> str:
    """Return the point at `turn` radians clockwise from noon, as path text."""
    return f"{number(x + radius * sin(turn))} {number(y - radius * cos(turn))}"


def hatch(x: float, y: float, stroke: Point, step: Point, count: int) -> str:
    """Draw parallel strokes, as an engraver shades."""
    right, down = (number(value) for value in stroke)
    return "".join(
        f"M{number(x + step[0] * i)} {number(y + step[1] * i)}l{right} {down}" for i in range(count)
    )
