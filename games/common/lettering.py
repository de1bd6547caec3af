"""Writes text with the first font that has each letter.

The site's own font has only Latin letters. A name may contain Cyrillic, Arabic, emoji or signs
that no installed font has: those are left out, because an empty box looks like a fault. Operators
add fonts in `PICTURE_FONTS`, such as one for Chinese and Japanese.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

FONTS: Final = Path(__file__).parent / "fonts"  # with their licences in the same folder
OWN: Final = (FONTS / "alegreya-bold.woff", FONTS / "dejavu-sans-bold.woff")
PROBE: Final = 24  # pixels: the size for testing whether a font has a letter
NOBODY_HAS: Final = "\U0010ffff"
JOINED: Final = {"Mn", "Me", "Mc", "Cf"}  # marks and joiners belong to the letter before
Point = tuple[float, float]


@dataclass(frozen=True)
class Lettering:
    """A text in one size, as runs of letters that share a font."""

    runs: Sequence[tuple[str, ImageFont.FreeTypeFont]]

    @classmethod
    def of(cls, text: str, pixels: int) -> "Lettering":
        """Split a text by the fonts that have its letters; leave out letters that no font has.

        A space is a run of its own: kerned with the letters on both sides it nearly vanishes.
        """
        letters = [(letter, index) for letter, index in _letters(text) if index is not None]
        parted = groupby(letters, key=lambda each: (each[1], each[0] == " "))
        return cls(
            [
                ("".join(letter for letter, _ in run), font(index, pixels))
                for (index, _is_space), run in parted
            ]
        )

    @property
    def width(self) -> float:
        """The width from left to right, in pixels."""
        return sum(one.getlength(text) for text, one in self.runs)

    def draw(self, pen: ImageDraw.ImageDraw, at: Point, colour: str) -> None:
        """Draw the text from its top left corner; all runs share the baseline of the first font."""
        x, top = at
        base = max((one.getmetrics()[0] for _, one in self.runs), default=0)
        for text, one in self.runs:
            pen.text((x, top + base), text, fill=colour, font=one, anchor="ls")
            x += one.getlength(text)


@cache
def font(index: int, pixels: int) -> ImageFont.FreeTypeFont:
    """Return a font in a size."""
    return ImageFont.truetype(fonts()[index], pixels)


@cache
def fonts() -> Sequence[Path]:
    """Return the font files, in order of preference."""
    return [*OWN, *(path for path in map(Path, settings.PICTURE_FONTS) if path.is_file())]


def _letters(text: str) -> list[tuple[str, int | None]]:
    """Return each letter with its font. A mark has the font of its letter; a space fits any."""
    letters: list[tuple[str, int | None]] = []
    for letter in unicodedata.normalize("NFC", text):
        before = letters[-1][1] if letters else None
        if unicodedata.category(letter) in JOINED:
            fits = before is not None and _has(before, letter)
            letters.append((letter, before if fits else None))
        elif letter.isspace():
            is_double = bool(letters) and letters[-1][0].isspace()
            letters.append((" ", None if is_double else before or 0))
        elif (index := _font_of(letter)) is not None:
            letters.append((letter, index))
    return letters


@cache
def _font_of(letter: str) -> int | None:
    return next((index for index in range(len(fonts())) if _has(index, letter)), None)


@cache
def _has(index: int, letter: str) -> bool:
    """Return whether a font has a letter: its glyph differs from that of a missing letter."""
    return _picture(index, letter) != _picture(index, NOBODY_HAS)


def _picture(index: int, letter: str) -> tuple[tuple[int, int], bytes]:
    image = Image.new("L", (3 * PROBE, 3 * PROBE))
    ImageDraw.Draw(image).text((PROBE, PROBE), letter, fill=255, font=font(index, PROBE))
    return image.size, image.tobytes()
