"""Cards for pictures: paper, numeral and sign, plain enough for a thumbnail of a message."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PIL import ImageDraw, ImageFont

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
    """Draw tricks beside each other; cards go by their symbols (`n7o`).

    They begin at an upper left corner and take no more than `room` pixels, however many there are.
    """
    x, y = corner
    overlap = _overlap(tricks, room)
    for trick in tricks:
        for symbol in trick:
            _card(pen, symbol, (x, y), font)
            x += WIDTH - overlap
        x += overlap + APART


def _overlap(tricks: Sequence[Sequence[str]], room: float) -> float:
    """Return how much of a card the next of its trick has to cover."""
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
        pen.ellipse(_around(middle, radius, radius), fill=fill, outline=INK, width=3)


def _cup(pen: Pen, middle: Point) -> None:
    x, y = middle
    pen.polygon(_moved([(-8, 4), (8, 4), (10, 30), (-10, 30)], middle), fill=RED, outline=INK)
    pen.ellipse((x - 26, y + 24, x + 26, y + 42), fill=GOLD, outline=INK, width=3)
    pen.pieslice((x - 32, y - 70, x + 32, y + 14), 0, 180, fill=RED, outline=INK, width=3)
    pen.ellipse((x - 32, y - 38, x + 32, y - 18), fill=GOLD, outline=INK, width=3)


def _sword(pen: Pen, middle: Point) -> None:
    blade = [(0, -52), (9, -38), (7, 16), (-7, 16), (-9, -38)]
    pen.polygon(_moved(blade, middle), fill=BLUE, outline=INK, width=3)
    x, y = middle
    pen.rounded_rectangle((x - 26, y + 14, x + 26, y + 24), 4, fill=GOLD, outline=INK, width=3)
    pen.rounded_rectangle((x - 6, y + 24, x + 6, y + 44), 4, fill=RED, outline=INK, width=3)


def _club(pen: Pen, middle: Point) -> None:
    staff = [(-17, -50), (17, -50), (20, -30), (10, 44), (-10, 44), (-20, -30)]
    pen.polygon(_moved(staff, middle), fill=GREEN, outline=INK, width=3)
    for x, y in ((-10, -26), (9, -8), (-4, 16)):
        knot = (middle[0] + x, middle[1] + y)
        pen.ellipse(_around(knot, 6, 4), fill=GOLD, outline=INK, width=2)


SIGNS: Final[Mapping[str, Callable[[Pen, Point], None]]] = {
    "o": _coin,
    "c": _cup,
    "e": _sword,
    "b": _club,
}


def _around(middle: Point, across: float, down: float) -> tuple[float, float, float, float]:
    x, y = middle
    return (x - across, y - down, x + across, y + down)


def _moved(points: Sequence[Point], middle: Point) -> list[Point]:
    return [(middle[0] + x, middle[1] + y) for x, y in points]
