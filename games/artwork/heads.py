"""Avatars, faces for signs and moods, and team emblems in the style of the deck.

The twelve avatars use the faces and hats of the court cards. Symbols of signs start with `g-`,
those of moods with `f-`. An emblem is a shield in two colours, the `fill` and the `color` of the
element that uses it, so one symbol serves all pairs of colours.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from games.artwork import figures
from games.artwork.figures import Appearance, head
from games.artwork.pen import (
    BLACK_HAIR,
    BLOND_HAIR,
    BLUE,
    BROWN_HAIR,
    DEFAULTS,
    GINGER_HAIR,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    LINEN,
    OUTLINE,
    RED,
    SKIN,
    STEEL,
    WHITE_HAIR,
    WOOD,
    Tones,
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

FACE_SIDE = 128


class Avatar(NamedTuple):
    """An avatar: the head, its hat, the clothes and the background."""

    look: Appearance
    hat: str
    cloth: Tones
    ground: str


def face_symbols() -> Iterator[str]:
    """Yield an SVG symbol for each face."""
    for name, parts in _PARTS.items():
        yield _symbol(name, use(HEAD) + parts)


AVATARS = (
    Avatar(Appearance(GINGER_HAIR, figures.long_hair, figures.shaven), "", GREEN, BLUE.light),
    Avatar(
        Appearance(BLACK_HAIR, figures.cropped, figures.moustache),
        figures.beret(RED),
        BLUE,
        GOLD.light,
    ),
    Avatar(Appearance(BLOND_HAIR, figures.curls, figures.shaven), "", RED, GREEN.light),
    Avatar(
        Appearance(WHITE_HAIR, figures.cropped, figures.full_beard),
        figures.country_hat(WOOD),
        LEATHER,
        BLUE.light,
    ),
    Avatar(
        Appearance(BROWN_HAIR, figures.bobbed, figures.shaven),
        figures.broad_hat(GREEN, LINEN),
        GOLD,
        RED.light,
    ),
    Avatar(
        Appearance(BLACK_HAIR, figures.cropped, figures.goatee),
        figures.turban(BLUE),
        RED,
        GOLD.light,
    ),
    Avatar(Appearance(WHITE_HAIR, figures.bobbed, figures.shaven), "", BLUE, GOLD.light),
    Avatar(
        Appearance(GINGER_HAIR, figures.curls, figures.full_beard),
        figures.hunters_cap(GREEN),
        LEATHER,
        STEEL.base,
    ),
    Avatar(
        Appearance(BLACK_HAIR, figures.long_hair, figures.shaven),
        figures.rolled_hood(RED),
        GREEN,
        STEEL.light,
    ),
    Avatar(
        Appearance(BLOND_HAIR, figures.long_hair, figures.shaven),
        figures.country_hat(GOLD),
        BLUE,
        GREEN.light,
    ),
    Avatar(
        Appearance(BROWN_HAIR, figures.cropped, figures.moustache),
        figures.helmet(RED),
        STEEL,
        BLUE.light,
    ),
    Avatar(Appearance(BLACK_HAIR, figures.curls, figures.shaven), "", GOLD, RED.light),
)


def draw_avatars() -> str:
    """Return the sprite: square symbols `a0` to `a11`, to be shown as discs."""
    drawn = "\n".join(_symbols())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'


def _symbols() -> Iterator[str]:
    for number, avatar in enumerate(AVATARS):
        box = f'viewBox="0 0 {FACE_SIDE} {FACE_SIDE}"'
        yield f'<symbol id="a{number}" {box} {DEFAULTS}>{_bust(avatar)}</symbol>'


def _bust(avatar: Avatar) -> str:
    middle = FACE_SIDE / 2
    return (
        disc(middle, middle, middle, avatar.ground)
        + group(_shoulders(avatar.cloth), middle, 112)
        + group(
            head(avatar.look) + (avatar.hat or _parted(avatar.look.hair)), middle - 3, 68, 0, 1.42
        )
    )


def _parted(hair: Tones) -> str:
    """Draw hair over the brow, for heads without a hat."""
    return (
        shape(
            "M-18 2C-26-22-16-35 1-35C18-35 27-22 18 2C17-8 12-15 2-20C-6-14-15-9-18 2Z", hair.base
        )
        + flat("M-17-8C-18-20-11-29-2-30C-6-24-9-18-11-12Z", hair.light)
        + line("M2-20C1-26 1-30 3-34M9-18C13-22 15-25 15-29", 1.3, hair.shade)
    )


def _shoulders(cloth: Tones) -> str:
    """Draw a coat with a white collar, cut off by the edge of the picture."""
    coat = "M0-14C18-14 44-10 52 20L0 22"
    return (
        shape(symmetric(coat), cloth.base)
        + flat("M-46 14C-40-4-28-10-16-12L-22 18Z", cloth.light)
        + line("M-26 18L-22-8M26 18L22-8", 1.6, cloth.shade)
        + shape("M-20-14L0 12L20-14L10-20L-10-20Z", LINEN.base, 2)
        + line("M0 12V22", 1.6)
    )


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
_MOUTH = line("M25 48.500Q32 51.500 39 48.500", 2.4)
_SHUT = line("M19.500 32Q24 36 28.500 32M35.500 32Q40 36 44.500 32", 2.6)
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


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {FACE_SIZE} {FACE_SIZE}" {DEFAULTS}>{body}</symbol>'
