"""Trophies of La Gira and medals of achievements as one sprite, in the style of the deck.

A trophy (`t-boat`) stands on a wooden base. A medal is two symbols over each other: a ground
(`g-gold`) and an emblem (`m-cup`), so that a few parts make many medals.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from games.artwork.pen import (
    BLUE,
    DEFAULTS,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    LINEN,
    RED,
    STEEL,
    WOOD,
    Tones,
    disc,
    flat,
    line,
    shape,
)

BASE: Final = (
    line("M40 58V70", 4)
    + shape("M24 78H56L60 88H20Z", LEATHER.base)
    + shape("M34 68H46L48 78H32Z", WOOD.base)
)
SPOKES: Final = "M40 10V58M16 34H64M23 17L57 51M57 17L23 51"
PETALS: Final = ((40, 16), (57, 28), (51, 48), (29, 48), (23, 28))
TROPHIES: Final[Mapping[str, str]] = {
    "wheel": disc(40, 34, 25, WOOD.base, 3)
    + disc(40, 34, 17, LINEN.base, 2)
    + line(SPOKES, 3)
    + disc(40, 34, 5, LEATHER.base, 2),
    "flower": "".join(disc(x, y, 11, RED.base, 2.4) for x, y in PETALS)
    + disc(40, 34, 9, GOLD.base, 2.4),
    "boat": shape("M12 42H68L58 58H22Z", RED.base)
    + shape("M40 6V38H64Z", LINEN.base)
    + shape("M36 12V38H18Z", GOLD.light)
    + line("M10 62Q18 57 26 62T42 62T58 62T72 62", 3, BLUE.base),
    "hills": shape("M6 58L28 18L40 36L54 10L76 58Z", GREEN.base)
    + shape("M28 18L34 27L28 32L22 28Z", LINEN.base, 2)
    + shape("M54 10L61 25L54 30L47 24Z", LINEN.base, 2),
    "wind": disc(40, 34, 26, BLUE.light, 2.4)
    + line("M18 26H48Q58 26 56 18Q53 12 47 16", 3.5)
    + line("M18 35H62Q68 38 63 44", 3.5)
    + line("M22 44H44Q52 46 48 53", 3.5),
    "guitar": line("M46 24L66 4", 5, LEATHER.base)
    + shape(
        "M48 22Q58 30 50 38Q56 52 42 58Q24 62 18 48Q18 36 30 34Q38 30 40 24Q44 18 48 22Z", WOOD.base
    )
    + disc(38, 40, 6, INK)
    + line("M38 40L62 8", 1.5),
    "drum": shape("M16 16Q40 4 64 16L60 50Q40 64 20 50Z", RED.base)
    + shape("M16 16Q40 4 64 16Q40 28 16 16Z", LINEN.base)
    + line("M22 22L26 52M58 22L54 52M40 26V58", 2),
    "orange": disc(40, 36, 23, GOLD.base, 2.4)
    + flat("M24 28Q30 18 42 18Q30 24 26 36Z", GOLD.light)
    + shape("M40 14Q52 2 62 8Q56 18 40 14Z", GREEN.base),
    "lemon": shape(
        "M10 36Q16 14 42 14Q58 14 62 26Q72 32 66 42Q62 58 40 58Q14 58 10 36Z", GOLD.light
    )
    + line("M24 26Q34 20 44 22", 2, GOLD.shade)
    + shape("M44 14Q52 2 66 6Q60 16 44 14Z", GREEN.base),
    "bell": shape("M22 50Q28 42 28 28Q28 12 40 12Q52 12 52 28Q52 42 58 50Z", GOLD.base)
    + disc(40, 54, 6, GOLD.shade, 2.4)
    + line("M34 20Q34 34 32 44", 2.4, GOLD.light),
    "mill": shape("M30 30H50L56 58H24Z", LINEN.base)
    + shape("M28 30L40 18L52 30Z", RED.base)
    + line("M40 28L16 8M40 28L64 8M40 28L18 50M40 28L62 50", 3, LEATHER.base)
    + disc(40, 28, 4, GOLD.base, 2),
    "maraca": shape("M18 20Q20 4 36 6Q50 10 46 26Q42 38 30 36Q18 34 18 20Z", RED.base)
    + line("M38 36L58 60", 7)
    + line("M38 36L58 60", 3.5, WOOD.base)
    + line("M20 20Q32 26 46 22", 2.4, GOLD.base)
    + disc(28, 14, 2.5, LINEN.base, 1.5)
    + disc(38, 15, 2.5, LINEN.base, 1.5),
    "gourd": shape("M20 22Q16 40 26 50Q40 60 54 50Q64 40 60 22Z", LEATHER.base)
    + shape("M18 16Q40 10 62 16L60 24Q40 30 20 24Z", STEEL.base)
    + flat("M26 30Q26 42 32 48Q24 44 23 30Z", WOOD.light)
    + line("M46 18L58 2", 4, STEEL.base),
    "coffee": shape("M14 28H56V44Q54 58 36 58Q16 58 14 44Z", LINEN.base)
    + line("M56 32Q68 32 66 42Q64 50 54 48", 3.5)
    + shape("M14 28Q35 20 56 28Q35 36 14 28Z", LEATHER.base)
    + line("M28 20Q24 14 28 8M40 20Q36 14 40 8", 3, STEEL.base),
    "gem": shape("M22 12H58L70 28L40 58L10 28Z", GOLD.base)
    + shape("M22 12L30 28H50L58 12Z", GOLD.light, 2)
    + line("M10 28H70M30 28L40 58L50 28", 2.4),
    "cheese": shape("M8 34Q20 14 46 12L72 34Z", GOLD.light)
    + shape("M8 34H72V54H8Z", GOLD.base)
    + disc(26, 44, 5, GOLD.shade, 2)
    + disc(48, 42, 4, GOLD.shade, 2)
    + disc(60, 48, 3, GOLD.shade, 1.5)
    + disc(40, 24, 4, GOLD.base, 2),
    "crown": shape("M14 44L10 14L26 28L40 8L54 28L70 14L66 44Z", GOLD.base)
    + shape("M14 44H66V56H14Z", RED.base)
    + disc(40, 50, 4, GOLD.light, 2)
    + disc(24, 50, 2.5, GOLD.light, 1.5)
    + disc(56, 50, 2.5, GOLD.light, 1.5),
}
STAR: Final = "M32 12L38 26L53 27L41 37L45 52L32 44L19 52L23 37L11 27L26 26Z"
EMBLEMS: Final[Mapping[str, str]] = {
    "card": shape("M20 12H44V52H20Z", LINEN.base) + disc(32, 32, 7, GOLD.base, 2),
    "cup": shape("M18 14H46V24Q46 38 32 38Q18 38 18 24Z", GOLD.base)
    + line("M18 18H11Q11 30 20 31M46 18H53Q53 30 44 31M32 38V46", 3)
    + shape("M22 46H42V52H22Z", WOOD.base),
    "coin": disc(32, 32, 18, GOLD.base, 2.4)
    + disc(32, 32, 11, GOLD.light, 2)
    + disc(32, 32, 4, RED.base, 1.5),
    "sword": shape("M32 8L37 16V38H27V16Z", STEEL.base)
    + shape("M20 38H44V43H20Z", GOLD.base)
    + shape("M29 43H35V55H29Z", RED.base),
    "mask": shape("M10 22Q32 12 54 22Q56 42 42 44Q36 44 32 38Q28 44 22 44Q8 42 10 22Z", LINEN.base)
    + shape("M17 28Q23 24 28 30Q22 34 17 28Z", INK, 1)
    + shape("M47 28Q41 24 36 30Q42 34 47 28Z", INK, 1),
    "club": shape("M24 54L20 22Q18 10 30 9Q44 8 44 22L38 54Z", GREEN.base)
    + line("M26 22L32 28M38 18L32 22M28 38L34 42", 2.4),
    "flower": "".join(
        disc(x, y, 8, RED.base, 2) for x, y in ((32, 18), (45, 28), (40, 43), (24, 43), (19, 28))
    )
    + disc(32, 32, 7, GOLD.base, 2),
    "arrow": shape("M32 10L52 32H40V52H24V32H12Z", GREEN.base),
    "pair": disc(22, 24, 8, WOOD.base, 2.4)
    + disc(42, 24, 8, WOOD.base, 2.4)
    + shape("M10 50Q10 35 22 35Q34 35 34 50Z", BLUE.base)
    + shape("M30 50Q30 35 42 35Q54 35 54 50Z", RED.base),
    "book": shape("M32 18Q20 10 8 15V48Q20 43 32 51Z", LINEN.base)
    + shape("M32 18Q44 10 56 15V48Q44 43 32 51Z", LINEN.base)
    + line("M14 24Q20 22 26 26M14 32Q20 30 26 34M38 26Q44 22 50 24M38 34Q44 30 50 32", 2),
    "lamp": shape("M32 8Q48 8 48 24Q48 34 40 40H24Q16 34 16 24Q16 8 32 8Z", GOLD.light)
    + shape("M25 40H39V52Q32 57 25 52Z", STEEL.base)
    + line("M26 26L32 32L38 26", 2.4),
    "road": shape("M24 54L29 10H35L40 54Z", STEEL.base)
    + line("M32 14V22M32 28V37M32 43V53", 3, GOLD.base)
    + shape("M42 16H56L60 21L56 26H42Z", GREEN.base)
    + line("M46 26V48", 3),
    "flame": shape(
        "M33 8Q48 22 46 36Q44 54 32 54Q18 54 18 38Q18 30 25 24Q27 31 32 32Q29 18 33 8Z", RED.base
    )
    + shape("M33 32Q40 39 39 45Q37 51 32 51Q26 50 26 44Q27 38 33 32Z", GOLD.base, 2),
    "star": shape(STAR, GOLD.base),
}
GROUNDS: Final[Mapping[str, Tones]] = {"green": GREEN, "blue": BLUE, "gold": GOLD, "red": RED}


def draw_medals() -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{chr(10).join(_symbols())}\n</svg>\n'


def _symbols() -> Iterator[str]:
    for name, drawing in TROPHIES.items():
        yield f'<symbol id="t-{name}" viewBox="0 0 80 90" {DEFAULTS}>{drawing}{BASE}</symbol>'
    for name, tones in GROUNDS.items():
        yield f'<symbol id="g-{name}" viewBox="0 0 64 64" {DEFAULTS}>{_ground(tones)}</symbol>'
    for name, drawing in EMBLEMS.items():
        inner = f'<g transform="translate(11.5 11.5) scale(.64)">{drawing}</g>'
        yield f'<symbol id="m-{name}" viewBox="0 0 64 64" {DEFAULTS}>{inner}</symbol>'


def _ground(tones: Tones) -> str:
    return disc(32, 32, 29, tones.base, 2.4) + disc(32, 32, 23.5, LINEN.light, 1.5)
