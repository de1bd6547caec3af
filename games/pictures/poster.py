"""Pictures of pages for messages that share them (the Open Graph protocol).

They are drawn from a few lines of text and look like the site: felt, paper, ink, match-sticks.
Messengers show PNG, so PNG they are.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from games.pictures import cards
from games.pictures.lettering import Lettering, font

SIZE: Final = (1200, 630)  # pixels: what messengers cut their previews to
FELT, DEEP, PAPER, INK, GOLD = "#1f5a45", "#10342a", "#fdf7e8", "#2a2130", "#f0b429"
MARGIN, PADDING = 48, 56
SMALLEST = 30
TITLE, LINE, EYEBROW = 84, 46, 34  # pixels from the top of a letter to the next line's, about
STICK = 46  # pixels: the side of a square of match-sticks

Box = tuple[float, float]


@dataclass(frozen=True)
class Poster:
    """What a picture says."""

    eyebrow: str
    title: str
    lines: Sequence[str]
    tally: int = 0  # match-sticks to draw, at most what fits: a score
    cards: Sequence[Sequence[str]] = ()  # tricks, of cards by their symbols (`n7o`)


def drawn(poster: Poster) -> bytes:
    """Return a poster as PNG."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    width, height = SIZE
    pen.rectangle((MARGIN + 10, MARGIN + 10, width - MARGIN + 10, height - MARGIN + 10), fill=DEEP)
    pen.rectangle(
        (MARGIN, MARGIN, width - MARGIN, height - MARGIN), fill=PAPER, outline=INK, width=5
    )
    pen.rectangle((MARGIN + 5, MARGIN + 5, MARGIN + 23, height - MARGIN - 5), fill=GOLD)
    _write(pen, poster)
    _sticks(pen, poster.tally, (width - MARGIN - PADDING, height - MARGIN - PADDING))
    left, taken = MARGIN + PADDING + 18, _width_of_sticks(poster.tally)
    corner = (left, height - MARGIN - PADDING / 2 - cards.HEIGHT)
    cards.lay(pen, poster.cards, corner, width - MARGIN - PADDING - taken - left, partial(font, 0))
    file = io.BytesIO()
    image.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(pen: ImageDraw.ImageDraw, poster: Poster) -> None:
    left, room = MARGIN + PADDING + 18, SIZE[0] - 2 * (MARGIN + PADDING) - 18
    top = MARGIN + PADDING
    for text, size, colour in _texts(poster):
        _fitting(text, size, room).draw(pen, (left, top), colour)
        top += int(size * 1.3)


def _texts(poster: Poster) -> Sequence[tuple[str, int, str]]:
    lines = [(line, LINE, INK) for line in poster.lines]
    return [(poster.eyebrow, EYEBROW, FELT), (poster.title, TITLE, INK), *lines]


def _fitting(text: str, size: int, room: int) -> Lettering:
    """Return a text in the largest size in which it fits, cut if it fits in none."""
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
