"""Emblems of teams: a shield in two colours, and on it signs of the deck.

A shield's first colour is the `fill` of who uses it, its second one is `color`: a symbol stands for
all pairs of colours.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from games.deck_art.geometry import symmetric
from games.deck_art.palette import BLUE, GOLD, GREEN, INK, LEATHER, LINEN, RED
from games.deck_art.pen import DEFAULTS, OUTLINE, group
from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit

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
# What the second colour takes of a shield, within its outline.
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
    # Each sign: its suit, where its middle is, its height and how it is turned.
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
    """The sprite: shields `p-plain` and so on, signs `s-o` and so on, to lie upon each other."""
    drawn = "\n".join((*_shields(), *_signs()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'


def _shields() -> Iterator[str]:
    ink = f'stroke="{INK}" stroke-width="{OUTLINE}" stroke-linejoin="round"'
    for name, part in PATTERNS.items():
        second = f'<path d="{part}" fill="currentColor"/>' if part else ""
        drawn = f'<path d="{SHIELD}"/>{second}<path d="{SHIELD}" fill="none" {ink}/>'
        yield f'<symbol id="p-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</symbol>'


def _signs() -> Iterator[str]:
    for name, placed in SIGNS.items():
        drawn = "".join(_sign(*each) for each in placed)
        yield f'<symbol id="s-{name}" viewBox="0 0 {WIDTH} {HEIGHT}" {DEFAULTS}>{drawn}</symbol>'


def _sign(suit: Suit, x: float, y: float, height: float, turn: float) -> str:
    """A suit's sign, its middle at a point; long ones are broadened to be seen when small."""
    sign = suit.sign
    size = height / sign.height
    middle = group(sign.draw(), -sign.width / 2, -sign.height / 2)
    return group(middle, x, y, turn, size)
