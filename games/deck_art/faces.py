"""Faces in the deck's style: how each seña is made (`g-`), and moods to be sent (`f-`)."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.deck_art.palette import BLUE, BROWN_HAIR, INK, LINEN, RED, SKIN
from games.deck_art.pen import DEFAULTS, disc, flat, line, oval, shape, use

SIDE: Final = 64
HEAD: Final = "s-head"

_EYES = disc(24, 32, 2.8, INK) + disc(40, 32, 2.8, INK)
_BROWS = line("M19 26.500Q24 23 28.500 26M35.500 26Q40 23 45 26.500", 2.4)
_NOSE = line("M32 33L29.500 40Q31.500 42 34.500 41", 1.8)
_MOUTH = line("M25 48.500Q32 51.500 39 48.500", 2.4)
_SHUT = line("M19.500 32Q24 36 28.500 32M35.500 32Q40 36 44.500 32", 2.6)
_HIGH_BROWS = line("M18 22.500Q23.500 17 29 21.500M35 21.500Q40.500 17 46 22.500", 2.6)
_FROWN = line("M18.500 22L28.500 27M45.500 22L35.500 27", 2.6)


def head() -> str:
    """The head that all faces share: ears, hair, and the side away from the light."""
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
    """Eyes wide enough to show where they look."""
    return "".join(
        oval(x, 32, 5, 5.6, LINEN.light, 1.8) + disc(x + right, 32 + down, 2.6, INK)
        for x in (24, 40)
    )


_MOUTH_RIGHT = line("M27 48Q38 51 46 43M44.500 40Q48 43 46.500 47", 2.4)
_MOUTH_LEFT = line("M37 48Q26 51 18 43M19.500 40Q16 43 17.500 47", 2.4)
_LIPS = shape("M32 44.500Q37 43 38 48Q37 54 32 53.500Q27 54 26 48Q27 43 32 44.500Z", RED.base, 2)
_BITE = shape("M23 46Q32 43.500 41 46Q40 53 32 53.500Q24 53 23 46Z", RED.base, 2) + shape(
    "M26 45.500Q32 44 38 45.500L37 49.500H27Z", LINEN.light, 1.6
)
_GRIN = shape("M20 43H44Q42 55 32 55Q22 55 20 43Z", RED.shade, 2.2) + shape(
    "M20 43H44L43 47H21Z", LINEN.light, 1.6
)
_ROUND = oval(32, 49.5, 5.5, 6.5, RED.shade, 2.2)
_PUFFED = (
    disc(17, 46, 8, SKIN.light, 2)
    + disc(47, 46, 8, SKIN.light, 2)
    + line("M29 49Q32 47.500 35 49", 2.4)
)
_TEARS = "".join(
    shape(f"M{x} 36Q{x + 4} 43 {x} 46.500Q{x - 4} 43 {x} 36Z", BLUE.light, 1.6) for x in (20, 44)
)

_PARTS: Final[Mapping[str, str]] = {
    "g-brows": _HIGH_BROWS + disc(24, 32, 3.4, INK) + disc(40, 32, 3.4, INK) + _NOSE + _MOUTH,
    "g-wink": _BROWS + disc(24, 32, 2.8, INK) + line("M35 32Q40 36 45 31M46 28L48.500 26.500", 2.6)
    + _NOSE + line("M25 48Q34 53 41 46.500", 2.4),
    "g-right": _BROWS + _EYES + _NOSE + _MOUTH_RIGHT,
    "g-left": _BROWS + _EYES + _NOSE + _MOUTH_LEFT,
    "g-bite": _BROWS + _EYES + _NOSE + _BITE,
    "g-kiss": _BROWS + _SHUT + _NOSE + _LIPS,
    "g-blind": _BROWS + _SHUT + _NOSE + _MOUTH,
    "g-nose": _FROWN + _EYES + _NOSE + line("M26 35L29 38M38 35L35 38M27 41.500L23 43M37 41.500"
                                           "L41 43", 1.8) + _MOUTH,
    "g-cheeks": _BROWS + _EYES + _NOSE + _PUFFED,
    "g-up": _HIGH_BROWS + _looking(0, -3) + _NOSE + _MOUTH,
    "g-down": _BROWS + _looking(0, 3) + _NOSE + _MOUTH,
    "g-aside": _BROWS + _looking(2.6, 0) + _NOSE + _MOUTH,
    "g-open": _BROWS + _EYES + _NOSE + _ROUND,
    "f-smile": _BROWS + _EYES + _NOSE + line("M21 45Q32 56 43 45", 2.8),
    "f-laugh": _HIGH_BROWS + line("M19 33Q24 28 29 33M35 33Q40 28 45 33", 2.8) + _NOSE + _GRIN,
    "f-wow": _HIGH_BROWS + _looking(0, 0) + _ROUND,
    "f-cry": line("M18.500 26L28 22M45.500 26L36 22", 2.6) + _EYES + _NOSE + _TEARS
    + line("M23 52Q32 45 41 52", 2.8),
    "f-angry": _FROWN + _EYES + _NOSE + line("M22 51Q32 46 42 51", 2.8),
}  # fmt: skip


def faces() -> Iterator[str]:
    """Every face as a symbol."""
    for name, parts in _PARTS.items():
        yield _symbol(name, use(HEAD) + parts)


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {SIDE} {SIDE}" {DEFAULTS}>{body}</symbol>'
