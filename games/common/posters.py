"""Preview images of pages (the Open Graph protocol), and the cards drawn on them.

A poster is drawn from a few lines of text in the style of the site: felt, paper, ink,
match-sticks. Cards are simple enough for a thumbnail. The format is PNG, because messengers show
it.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.common.lettering import Lettering, font

INK, PAPER, BACK = "#2a2130", "#fdf7e8", "#a5241f"
GOLD, RED, BLUE, GREEN = "#d99a1c", "#a5241f", "#2c67b0", "#2f7d4f"
WIDTH, HEIGHT = 104, 160  # pixels
OVERLAP, APART = 30, 26  # of the cards of a trick; between two tricks
Pen = ImageDraw.ImageDraw
Point = tuple[float, float]


def lay(
    pen: Pen,
    tricks: Sequence[Sequence[str]],
    corner: Point,
    room: float,
    font: Callable[[int], ImageFont.FreeTypeFont],
) -> None:
    """Draw tricks next to each other; cards are named by their symbols (`n7o`).

    They start at the upper left corner and take at most `room` pixels.
    """
    x, y = corner
    overlap = _overlap(tricks, room)
    for trick in tricks:
        for symbol in trick:
            _card(pen, symbol, (x, y), font)
            x += WIDTH - overlap
        x += overlap + APART


def _overlap(tricks: Sequence[Sequence[str]], room: float) -> float:
    """Return by how much each card of a trick overlaps the one before."""
    behind = sum(len(trick) - 1 for trick in tricks)
    whole = sum(map(len, tricks)) * WIDTH + APART * (len(tricks) - 1)
    return max(OVERLAP, (whole - room) / behind) if behind else OVERLAP


def _card(pen: Pen, symbol: str, at: Point, font: Callable[[int], ImageFont.FreeTypeFont]) -> None:
    x, y = at
    box = (x, y, x + WIDTH, y + HEIGHT)
    is_back = not symbol.startswith("n")
    pen.rounded_rectangle(box, 10, fill=BACK if is_back else PAPER, outline=INK, width=4)
    if is_back:
        inner = (x + 12, y + 12, x + WIDTH - 12, y + HEIGHT - 12)
        pen.rounded_rectangle(inner, 6, outline=PAPER, width=3)
        return
    rank, suit = symbol[1:-1], symbol[-1]
    pen.text((x + 13, y + 6), rank, fill=INK, font=font(44))
    SIGNS[suit](pen, (x + WIDTH / 2, y + HEIGHT * 0.63))


def _coin(pen: Pen, middle: Point) -> None:
    for radius, fill in ((36, GOLD), (23, RED), (10, GOLD)):
        pen.ellipse(_box_around(middle, radius, radius), fill=fill, outline=INK, width=3)


def _cup(pen: Pen, middle: Point) -> None:
    x, y = middle
    pen.polygon(_move_points([(-8, 4), (8, 4), (10, 30), (-10, 30)], middle), fill=RED, outline=INK)
    pen.ellipse((x - 26, y + 24, x + 26, y + 42), fill=GOLD, outline=INK, width=3)
    pen.pieslice((x - 32, y - 70, x + 32, y + 14), 0, 180, fill=RED, outline=INK, width=3)
    pen.ellipse((x - 32, y - 38, x + 32, y - 18), fill=GOLD, outline=INK, width=3)


def _sword(pen: Pen, middle: Point) -> None:
    blade = [(0, -52), (9, -38), (7, 16), (-7, 16), (-9, -38)]
    pen.polygon(_move_points(blade, middle), fill=BLUE, outline=INK, width=3)
    x, y = middle
    pen.rounded_rectangle((x - 26, y + 14, x + 26, y + 24), 4, fill=GOLD, outline=INK, width=3)
    pen.rounded_rectangle((x - 6, y + 24, x + 6, y + 44), 4, fill=RED, outline=INK, width=3)


def _club(pen: Pen, middle: Point) -> None:
    staff = [(-17, -50), (17, -50), (20, -30), (10, 44), (-10, 44), (-20, -30)]
    pen.polygon(_move_points(staff, middle), fill=GREEN, outline=INK, width=3)
    for x, y in ((-10, -26), (9, -8), (-4, 16)):
        knot = (middle[0] + x, middle[1] + y)
        pen.ellipse(_box_around(knot, 6, 4), fill=GOLD, outline=INK, width=2)


SIGNS: Final[Mapping[str, Callable[[Pen, Point], None]]] = {
    "o": _coin,
    "c": _cup,
    "e": _sword,
    "b": _club,
}


def _box_around(middle: Point, across: float, down: float) -> tuple[float, float, float, float]:
    x, y = middle
    return (x - across, y - down, x + across, y + down)


def _move_points(points: Sequence[Point], middle: Point) -> list[Point]:
    return [(middle[0] + x, middle[1] + y) for x, y in points]


SIZE: Final = (1200, 630)  # pixels: the preview format of messengers
FELT, DEEP, POSTER_PAPER, POSTER_INK, POSTER_GOLD = (
    "#1f5a45",
    "#10342a",
    "#fdf7e8",
    "#2a2130",
    "#f0b429",
)
MARGIN, PADDING = 48, 56
SMALLEST = 30
ENTRY, GAP = 30, 40  # pixels of a listed line, and between the two columns of a list
# pixels from the top of a letter to the next line's, approximately
TITLE, LINE, EYEBROW = 84, 46, 34
STICK = 46  # pixels: the side of a square of match-sticks
Box = tuple[float, float]


@dataclass(frozen=True)
class Poster:
    """Text, tally and cards of a picture."""

    eyebrow: str
    title: str
    lines: Sequence[str]
    tally: int = 0  # match-sticks to draw, as many as fit: a score
    cards: Sequence[Sequence[str]] = ()  # tricks, as lists of card symbols (`n7o`)
    listed: Sequence[str] = ()  # in columns, read downwards; the picture grows with them


def render_poster(poster: Poster) -> bytes:
    """Render a poster as a PNG file."""
    width, height = SIZE[0], max(SIZE[1], _height_of_list(poster))
    image = Image.new("RGB", (width, height), FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((MARGIN + 10, MARGIN + 10, width - MARGIN + 10, height - MARGIN + 10), fill=DEEP)
    pen.rectangle(
        (MARGIN, MARGIN, width - MARGIN, height - MARGIN),
        fill=POSTER_PAPER,
        outline=POSTER_INK,
        width=5,
    )
    pen.rectangle((MARGIN + 5, MARGIN + 5, MARGIN + 23, height - MARGIN - 5), fill=POSTER_GOLD)
    _write(pen, poster)
    _sticks(pen, poster.tally, (width - MARGIN - PADDING, height - MARGIN - PADDING))
    left, sticks = MARGIN + PADDING + 18, _width_of_sticks(poster.tally)
    corner = (left, height - MARGIN - PADDING / 2 - HEIGHT)
    lay(pen, poster.cards, corner, width - MARGIN - PADDING - sticks - left, partial(font, 0))
    file = io.BytesIO()
    image.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(pen: ImageDraw.ImageDraw, poster: Poster) -> None:
    left, room = MARGIN + PADDING + 18, _room()
    top = MARGIN + PADDING
    for text, size, colour in _texts(poster):
        _fitting(text, size, room).draw(pen, (left, top), colour)
        top += int(size * 1.3)
    columns, rows = _shape_of_list(poster)
    width = (room - GAP * (columns - 1)) / columns
    for number, text in enumerate(poster.listed):
        column, row = divmod(number, rows)
        at = (left + column * (width + GAP), top + int(row * ENTRY * 1.4))
        _fitting(text, ENTRY, int(width)).draw(pen, at, POSTER_INK)


def _shape_of_list(poster: Poster) -> tuple[int, int]:
    """Return the columns and rows of a list: two columns if every line fits into half the room."""
    half = (_room() - GAP) / 2
    columns = 2 if all(Lettering.of(text, ENTRY).width <= half for text in poster.listed) else 1
    return columns, -(-len(poster.listed) // columns)


def _room() -> int:
    return SIZE[0] - 2 * (MARGIN + PADDING) - 18


def _height_of_list(poster: Poster) -> int:
    """Return the height that a picture needs for its texts and its list."""
    texts = sum(int(size * 1.3) for _text, size, _colour in _texts(poster))
    return 2 * (MARGIN + PADDING) + texts + int(_shape_of_list(poster)[1] * ENTRY * 1.4)


def _texts(poster: Poster) -> Sequence[tuple[str, int, str]]:
    lines = [(line, LINE, POSTER_INK) for line in poster.lines]
    return [(poster.eyebrow, EYEBROW, FELT), (poster.title, TITLE, POSTER_INK), *lines]


def _fitting(text: str, size: int, room: int) -> Lettering:
    """Return a text in the largest size that fits, truncated if none does."""
    for pixels in range(size, SMALLEST - 1, -6):
        whole = Lettering.of(text, pixels)
        if whole.width <= room:
            return whole
    while text and Lettering.of(f"{text}…", pixels).width > room:
        text = text[:-1]
    return Lettering.of(f"{text}…", pixels)


def _sticks(pen: ImageDraw.ImageDraw, count: int, corner: Box) -> None:
    """Draw a score in squares of four sticks and a diagonal, from the right corner to the left."""
    width = _width_of_sticks(count)
    for group in range(-(-count // 5)):
        left = corner[0] - width + group * (STICK + 20)
        _square(pen, min(5, count - 5 * group), (left, corner[1] - STICK))


def _width_of_sticks(count: int) -> int:
    return -(-count // 5) * (STICK + 20)


def _square(pen: ImageDraw.ImageDraw, sticks: int, at: Box) -> None:
    x, y = at
    corners: Sequence[tuple[Box, Box]] = (
        ((x, y), (x, y + STICK)),
        ((x, y), (x + STICK, y)),
        ((x + STICK, y), (x + STICK, y + STICK)),
        ((x, y + STICK), (x + STICK, y + STICK)),
        ((x, y + STICK), (x + STICK, y)),
    )
    for start, end in corners[:sticks]:
        pen.line((start, end), fill="#b07d12", width=8)
        pen.ellipse((end[0] - 6, end[1] - 6, end[0] + 6, end[1] + 6), fill="#a5241f")
