"""Faces that players send as phrases, and team emblems, in the style of the deck.

An emblem is a shield in two colours, the `fill` and the `color` of the
element that uses it, so one symbol serves all pairs of colours.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from games.artwork.pen import (
    BLUE,
    BROWN_HAIR,
    DEFAULTS,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    LINEN,
    OUTLINE,
    RED,
    SKIN,
    disc,
    flat,
    group,
    line,
    oval,
    shape,
    symmetric,
    use,
)
from games.artwork.suits import BASTOS, COPAS, ESPADAS, OROS, Suit


def face_symbols() -> Iterator[str]:
    """Yield an SVG symbol for each face."""
    for name, parts in _PARTS.items():
        yield _symbol(name, use(HEAD) + parts)


WIDTH, HEIGHT = 64, 72
SHIELD = symmetric("M32 69C20 64 4 54 4 33L4 5C14 7 24 6 32 3", 32)
COLOURS: Final[Mapping[str, str]] = {
    "red": RED.base,
    "blue": BLUE.base,
    "sky": BLUE.light,
    "green": GREEN.base,
    "gold": GOLD.base,
    "leather": LEATHER.base,
    "ink": INK,
    "white": LINEN.base,
}
# The area of the second colour, within the shield's outline.
PATTERNS: Final[Mapping[str, str]] = {
    "plain": "",
    "halves": "M32 69C44 64 60 54 60 33L60 5C50 7 40 6 32 3Z",
    "band": "M4 24H60V33C60 38 59 43 57 47H7C5 43 4 38 4 33Z",
    "sash": "M4 5C8 6 13 6 17 6L60 40C58 47 55 52 51 56L4 20Z",
    "stripes": (
        "M13 6.3V52C16 56 19 60 23 63V5.6C20 6 16 6.4 13 6.3Z"
        "M41 5.6V63C45 60 48 56 51 52V6.3C48 6.4 44 6 41 5.6Z"
    ),
    "quarters": ("M32 3C40 6 50 7 60 5V33C60 34 60 35 59.9 36H32ZM4.1 36H32V69C20 64 5 55 4.1 36Z"),
}
SIGNS: Final[Mapping[str, tuple[tuple[Suit, float, float, float, float], ...]]] = {
    # Each sign: its suit, centre, height and rotation.
    "o": ((OROS, 32, 33, 36, 0),),
    "c": ((COPAS, 32, 34, 42, 0),),
    "e": ((ESPADAS, 32, 35, 56, 0),),
    "b": ((BASTOS, 32, 34, 54, 0),),
    "ee": ((ESPADAS, 32, 33, 52, 35), (ESPADAS, 32, 33, 52, -35)),
    "bb": ((BASTOS, 32, 33, 50, 35), (BASTOS, 32, 33, 50, -35)),
    "eb": ((BASTOS, 32, 33, 50, 35), (ESPADAS, 32, 33, 52, -35)),
    "oo": ((OROS, 21, 23, 21, 0), (OROS, 43, 23, 21, 0), (OROS, 32, 45, 21, 0)),
}


def draw_emblems() -> str:
    """Return the sprite: shields `p-plain` etc. and signs `s-o` etc., to be layered."""
    symbols = "\n".join((*_shields(), *_signs()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _shields() -> Iterator[str]:
    ink = f'stroke="{INK}" stroke-width="{OUTLINE}" stroke-linejoin="round"'
    for name, part in PATTERNS.items():
        second = f'<path d="{part}" fill="currentColor"/>' if part else ""
        paths = f'<path d="{SHIELD}"/>{second}<path d="{SHIELD}" fill="none" {ink}/>'
        yield f'<symbol id="p-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{paths}</symbol>'


def _signs() -> Iterator[str]:
    for name, placed in SIGNS.items():
        paths = "".join(_sign(*each) for each in placed)
        yield f'<symbol id="s-{name}" viewBox="0 0 {WIDTH} {HEIGHT}" {DEFAULTS}>{paths}</symbol>'


def _sign(suit: Suit, x: float, y: float, height: float, turn: float) -> str:
    """Draw a suit's sign centred on a point; long signs are wider, to be visible at small sizes."""
    sign = suit.sign
    size = height / sign.height
    middle = group(sign.draw(), -sign.width / 2, -sign.height / 2)
    return group(middle, x, y, turn, size)


FACE_SIZE: Final = 64
HEAD: Final = "s-head"
_EYES = disc(24, 32, 2.8, INK) + disc(40, 32, 2.8, INK)
_BROWS = line("M19 26.500Q24 23 28.500 26M35.500 26Q40 23 45 26.500", 2.4)
_NOSE = line("M32 33L29.500 40Q31.500 42 34.500 41", 1.8)
_HIGH_BROWS = line("M18 22.500Q23.500 17 29 21.500M35 21.500Q40.500 17 46 22.500", 2.6)
_FROWN = line("M18.500 22L28.500 27M45.500 22L35.500 27", 2.6)


def face_head() -> str:
    """Draw the head common to all faces: ears, hair, and the shaded side."""
    return (
        disc(8, 36, 5, SKIN.base, 2.2)
        + disc(56, 36, 5, SKIN.base, 2.2)
        + disc(32, 35, 24.5, SKIN.base, 2.4)
        + flat("M44 15C58 27 57 49 38 58.500C50 50 52 30 44 15Z", SKIN.shade)
        + shape("M8 30C7 10 22 4 34 5C48 5 58 15 56 30C53 20 47 13 41 11.500C31 15 16 14 8 30Z",
                BROWN_HAIR.base, 2.2)
        + flat("M14 19C18 11 27 8 35 9C27 12 20 14 14 19Z", BROWN_HAIR.light)
    )  # fmt: skip


def _looking(right: float, down: float) -> str:
    """Draw eyes wide enough to show their direction."""
    return "".join(
        oval(x, 32, 5, 5.6, LINEN.light, 1.8) + disc(x + right, 32 + down, 2.6, INK)
        for x in (24, 40)
    )


_GRIN = shape("M20 43H44Q42 55 32 55Q22 55 20 43Z", RED.shade, 2.2) + shape(
    "M20 43H44L43 47H21Z", LINEN.light, 1.6
)
_ROUND = oval(32, 49.5, 5.5, 6.5, RED.shade, 2.2)
_TEARS = "".join(
    shape(f"M{x} 36Q{x + 4} 43 {x} 46.500Q{x - 4} 43 {x} 36Z", BLUE.light, 1.6) for x in (20, 44)
)
_PARTS: Final[Mapping[str, str]] = {
    "f-smile": _BROWS + _EYES + _NOSE + line("M21 45Q32 56 43 45", 2.8),
    "f-laugh": _HIGH_BROWS + line("M19 33Q24 28 29 33M35 33Q40 28 45 33", 2.8) + _NOSE + _GRIN,
    "f-wow": _HIGH_BROWS + _looking(0, 0) + _ROUND,
    "f-cry": line("M18.500 26L28 22M45.500 26L36 22", 2.6) + _EYES + _NOSE + _TEARS
    + line("M23 52Q32 45 41 52", 2.8),
    "f-angry": _FROWN + _EYES + _NOSE + line("M22 51Q32 46 42 51", 2.8),
}  # fmt: skip


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {FACE_SIZE} {FACE_SIZE}" {DEFAULTS}>{body}</symbol>'
