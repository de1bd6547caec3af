"""Faces of players and robots, with moods and gestures, in the style of the deck.

All heads have the same anchors (eyes at 66 and 95, 77; mouth at 81, 105), so a mood or a gesture is
drawn once for everybody. A new person is one more call of `_person`. Symbols: `a3` is the third
person at rest, `a3-happy` in a mood; `a3-head`, a gesture such as `g-wink`, and `a3-top`, laid over
one another, are that person making the gesture.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from games.artwork.pen import (
    BLACK_HAIR,
    BLOND_HAIR,
    BLUE,
    BROWN_HAIR,
    GINGER_HAIR,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    LINEN,
    RED,
    STEEL,
    WHITE_HAIR,
    WOOD,
    Tones,
    disc,
    flat,
    line,
    number,
    oval,
    shape,
)

SIDE: Final = 160
NIGHT = Tones("#5a5566", "#3a3344", "#231d2b")
CREAM = Tones("#fffdf6", "#f1e3c2", "#cbb98f")
PLUM = Tones("#c58bb0", "#8a3d74", "#5a2149")
GREY_HAIR = Tones("#d8d3d0", "#a39c9c", "#6f686b")
LIGHT = Tones("#f0aa84", "#f5cfa5", "#dfa679")  # of a skin, `light` is the colour of the cheeks
TAN = Tones("#dc8d62", "#e6b282", "#c78c5b")
BROWN = Tones("#b8673f", "#bd8051", "#975c33")
DARK = Tones("#a35a3a", "#8f5a38", "#693d22")


class Mood(StrEnum):
    """The mood of a face. Moods follow public events and chance only."""

    NEUTRAL = "neutral"
    HAPPY = "happy"
    WORRIED = "worried"
    BLUFF = "bluff"


class Person(NamedTuple):
    """A head without an expression, what lies over it, and how its expressions are drawn."""

    drawn: str
    over: str
    eyes: str  # "", "lash" or "old"
    brow: float
    brow_colour: str
    has_lips: bool


# Each: the outline, and the side away from the light.
HEADS: Final[Mapping[str, tuple[str, str]]] = {
    "oval": (
        "M50 66C48 92 56 114 70 121Q81 126 92 121C106 114 112 92 110 66"
        "C109 44 98 34 80 34C62 34 51 44 50 66Z",
        "M99 43C107 48 109 56 110 66C112 92 106 114 92 121Q88 123 84 123.5C99 112 104 76 99 43Z",
    ),
    "wide": (
        "M45 66C43 92 48 113 65 121Q81 127 96 121C112 113 117 92 115 66"
        "C113 44 101 34 80 34C59 34 47 44 45 66Z",
        "M102 43C111 48 114 56 115 66C117 92 112 113 96 121Q91 123 86 124C103 112 108 76 102 43Z",
    ),
    "long": (
        "M52 64C50 92 55 119 71 128Q81 132 90 128C105 119 110 92 108 64"
        "C107 44 98 34 80 34C62 34 53 44 52 64Z",
        "M98 42C105 47 107 55 108 64C110 92 105 119 90 128Q87 129.5 84 130C98 116 103 76 98 42Z",
    ),
    "round": (
        "M47 74C46 100 59 120 80 121C102 120 114 100 113 74C112 48 98 36 80 36C62 36 48 48 47 74Z",
        "M100 44C109 51 112.5 61 113 74C114 100 102 120 80 121C100 112 107 80 100 44Z",
    ),
}
NOSES: Final[Mapping[str, str]] = {
    "button": "M81 84Q76 92 79 95Q84 97 88 93",
    "hook": "M83 71Q93 88 88 95Q81 99 76 93",
    "wide": "M75 89Q72 94 76 96Q81 94 86 96Q91 94 88 89",
    "long": "M82 70L89 92Q88 97 78 95",
}


def _person(
    ground: str,
    skin: Tones,
    head: str,
    cloth: str,
    on: str,
    over: str = "",
    *,
    behind: str = "",
    nose: str = "button",
    eyes: str = "",
    brow: float = 3.6,
    hair: Tones,
    has_lips: bool = False,
) -> Person:
    middle = SIDE / 2
    bust = (
        disc(middle, middle, middle, ground)
        + behind
        + shape("M64 106V134Q81 146 98 134V106Z", skin.shade)
        + cloth
        + _head(head, skin, is_hatched=not has_lips)
        + on
        + line(NOSES[nose], 2.5)
    )
    return Person(bust, over, eyes, brow, hair.shade, has_lips)


def _head(kind: str, skin: Tones, *, is_hatched: bool) -> str:
    outline, shaded = HEADS[kind]
    return (
        disc(48, 82, 8, skin.base, 2.6)
        + disc(112, 82, 8, skin.shade, 2.6)
        + line("M46 79Q50 80 49 86M114 79Q110 80 111 86", 1.5)
        + shape(outline, skin.base)
        + flat(shaded, skin.shade)
        + disc(60, 94, 5.5, skin.light)
        + disc(98, 94, 5.5, skin.light)
        + line(outline, 3)
        + (line("M103 100L109 95M100 106L107 100M97 112L103 107", 1.4) if is_hatched else "")
    )


# ---- clothes ----


def _coat(tones: Tones) -> str:
    return (
        shape("M10 162C12 140 32 132 62 126L80 144L98 126C130 132 148 140 150 162Z", tones.base)
        + flat("M16 160C18 144 32 137 54 132L46 160Z", tones.light)
        + line("M122 140L118 160M128 142L126 160M134 145L133 160", 1.5, tones.shade)
    )


def _jersey(tones: Tones) -> str:
    collar = "M60 126Q80 144 100 126L104 131Q80 152 56 131Z"
    return _coat(tones) + shape(collar, tones.light, 2.5)


def _dress(tones: Tones) -> str:
    return shape(
        "M14 162C16 144 36 134 62 130L80 150L98 130C126 134 146 144 148 162Z", tones.base
    ) + line("M62 130L80 152L98 130", 3)


def _shirt() -> str:
    return shape(
        "M62 124L80 146L98 124L106 132L92 158L80 147L68 158L54 132Z", LINEN.base, 2.6
    ) + line("M80 147V160", 2)


def _lapels(tones: Tones) -> str:
    return shape("M62 124L80 148L50 146L38 128ZM98 124L80 148L112 146L124 128Z", tones.light, 2.8)


def _scarf(tones: Tones) -> str:
    return shape(
        "M58 128Q80 146 103 128L108 138Q92 152 86 148L92 160H72L77 148Q66 152 54 138Z",
        tones.base,
        2.6,
    ) + line("M66 138Q74 143 80 144M98 137Q90 143 84 144", 1.5, tones.shade)


def _braces(tones: Tones) -> str:
    return shape("M44 135L56 130L58 160H44ZM116 135L104 130L102 160H116Z", tones.base, 2.5)


def _apron() -> str:
    return shape("M54 132L66 128L80 148L95 128L108 132L100 160H60Z", CREAM.base, 2.6) + line(
        "M66 148H94", 1.6
    )


def _stripes() -> str:
    return line("M22 146Q80 168 138 146M34 138Q80 158 126 138", 4, LINEN.base)


def _pearls() -> str:
    places = ((58, 133), (64, 139.5), (72, 144), (81, 145.5), (90, 144), (98, 139.5), (104, 133))
    return "".join(disc(x, y, 4, LINEN.base, 2) for x, y in places)


# ---- hair ----


def _parted(hair: Tones) -> str:
    """Draw hair combed back from a wide brow, for a bun or a short cut."""
    return (
        shape(
            "M46 76C40 50 54 31 80 31C106 31 120 50 114 76C109 60 98 51 81 49C63 51 51 60 46 76Z",
            hair.base,
        )
        + flat("M51 64C51 48 62 37 76 35C66 43 58 52 51 64Z", hair.light)
        + line("M70 36C62 41 57 48 54 56M92 36C99 41 104 48 107 56M81 33V47", 1.6, hair.shade)
    )


def _slick(hair: Tones) -> str:
    return (
        shape(
            "M50 72C44 46 54 26 82 27C110 25 116 48 110 72C108 60 106 52 101 47"
            "C88 53 68 50 60 46C55 52 52 60 50 72Z",
            hair.base,
        )
        + flat("M55 48C60 36 72 31 86 31C76 36 68 40 62 45Z", hair.light)
        + line("M64 45C72 37 84 33 98 35M72 48C82 41 92 38 104 41", 1.5, hair.shade)
    )


def _cropped(hair: Tones) -> str:
    return (
        shape(
            "M47 76C41 44 56 27 80 27C104 27 119 44 113 76L108 62Q104 50 92 47Q80 44 68 47"
            "Q56 50 52 62Z",
            hair.base,
        )
        + flat("M53 54C56 41 66 33 78 32C68 38 61 46 53 54Z", hair.light)
        + line("M70 33L68 42M80 31V41M90 33L92 42", 1.5, hair.shade)
    )


def _tight_curls(hair: Tones) -> str:
    curls = ((50, 56), (55, 43), (66, 34), (80, 30), (94, 34), (105, 43), (110, 56))
    return (
        "".join(disc(x, y, 11.5, hair.base, 2.6) for x, y in curls)
        + flat("M48 62Q50 44 80 40Q110 44 112 62Q96 48 80 48Q64 48 48 62Z", hair.base)
        + line("M56 46Q60 40 66 42M76 36Q81 31 87 36M97 43Q102 40 106 46", 1.6, hair.light)
    )


def _short_sides(hair: Tones) -> str:
    """Draw the hair that shows under a hat or around a bald head."""
    return shape(
        "M46 76C44 64 46 54 52 50L58 60Q52 66 50 84ZM114 76C116 64 114 54 108 50L103 60"
        "Q109 66 110 84Z",
        hair.base,
        2.5,
    )


def _bun(hair: Tones) -> str:
    return disc(80, 26, 17, hair.base, 3) + line(
        "M72 20Q80 14 88 20M72 28Q80 22 88 28", 1.6, hair.shade
    )


def _big_curls(hair: Tones) -> str:
    return (
        shape(
            "M36 64C22 62 20 82 30 88C20 96 28 114 40 112C44 122 58 120 62 112L100 112"
            "C104 122 118 120 121 112C134 113 141 96 131 88C141 82 138 62 124 64"
            "C128 40 110 24 96 28C88 16 68 17 62 28C46 24 32 40 36 64Z",
            hair.base,
        )
        + line(
            "M34 66Q42 68 42 78M32 90Q41 90 44 98M128 66Q120 68 119 78M130 90Q121 90 118 98"
            "M42 112Q46 106 44 102M120 112Q115 106 117 102",
            1.7,
            hair.shade,
        )
        + flat("M40 58C38 44 46 34 58 32C50 40 46 48 46 58Z", hair.light)
    )


def _curled_fringe(hair: Tones) -> str:
    return shape(
        "M48 72C46 52 56 38 74 36C80 30 90 32 94 38C106 42 113 54 112 70C106 64 100 58 96 50"
        "C90 56 82 58 74 54C66 60 54 62 48 72Z",
        hair.base,
    ) + line("M74 54Q80 50 82 43M96 50Q93 46 93 41M60 58Q62 50 68 45", 1.6, hair.shade)


def _long(hair: Tones) -> str:
    return shape(
        "M46 66C40 34 56 22 80 22C104 22 120 34 114 66L120 112C110 124 50 124 40 112Z", hair.base
    ) + line("M46 108Q50 92 48 76M114 108Q110 92 112 76", 1.7, hair.light)


def _centre_parted(hair: Tones) -> str:
    return shape(
        "M47 76C44 46 58 30 80 30C102 30 116 46 113 76C108 62 96 52 81 34C66 52 54 62 47 76Z",
        hair.base,
    ) + flat("M52 64C52 48 62 38 74 35C66 46 60 56 52 64Z", hair.light)


def _braid(hair: Tones) -> str:
    return shape(
        "M112 98C124 100 126 112 120 118C128 124 127 136 120 140C126 146 124 156 118 160H108"
        "C104 152 106 146 110 141C103 136 104 124 110 119C104 112 105 102 112 98Z",
        hair.base,
        2.6,
    ) + line("M108 120Q114 124 120 119M108 141Q114 145 120 141", 1.8, hair.light)


def _tall(hair: Tones) -> str:
    return (
        shape(
            "M40 70C30 34 52 8 82 8C112 8 130 34 120 70C122 88 114 96 108 98L52 98"
            "C46 96 38 88 40 70Z",
            hair.base,
        )
        + flat("M48 62C44 38 58 20 76 15C62 28 56 44 56 62Z", hair.light)
        + line("M66 18C56 28 52 44 52 58M96 17C106 28 109 44 109 58M82 12V30", 1.7, hair.shade)
    )


def _side_parted(hair: Tones) -> str:
    return shape(
        "M48 74C44 50 56 36 80 36C104 36 116 50 112 74C110 62 102 52 92 46C80 56 58 56 48 74Z",
        hair.base,
    ) + line("M60 58Q76 54 86 44", 1.6, hair.shade)


def _bob(hair: Tones) -> str:
    return shape(
        "M44 58C40 34 56 26 80 26C104 26 120 34 116 58L121 110Q112 120 100 112L62 112"
        "Q50 120 39 110Z",
        hair.base,
    ) + line("M45 106L48 78M115 106L112 78", 1.7, hair.light)


def _fringe(hair: Tones) -> str:
    return shape(
        "M47 88C44 58 58 40 80 40C102 40 116 58 113 88L107 62Q96 66 54 60Z", hair.base, 2.6
    )


# ---- beards, glasses, jewels and marks ----


def _moustache(hair: Tones, wide: float = 22) -> str:
    return shape(
        f"M81 98C75 95 68 96 62 101C58 105 {81 - wide:g} 104 {79 - wide:g} 100"
        f"C{78 - wide:g} 107 {84 - wide:g} 111 67 109C73 108 78 106 81 103C84 106 89 108 95 109"
        f"C{78 + wide:g} 111 {84 + wide:g} 107 {83 + wide:g} 100C{81 + wide:g} 104 104 105 100 101"
        "C94 96 87 95 81 98Z",
        hair.base,
        2.2,
    ) + line("M68 101Q73 100 77 101M94 101Q89 100 85 101", 1.3, hair.shade)


def _beard(hair: Tones, longer: float = 0) -> str:
    end = 128 + longer
    return (
        shape(
            f"M48 84C49 98 54 103 64 99Q81 91 98 99C108 103 112 98 113 84"
            f"C117 106 108 122 96 {end - 4:g}Q81 {end + 6:g} 66 {end - 4:g}C53 122 44 106 48 84Z",
            hair.base,
            2.6,
        )
        + flat(
            f"M52 98C54 110 60 119 70 {end - 6:g}L64 {end - 8:g}C55 118 51 108 52 98Z", hair.light
        )
        + line(f"M70 117L72 {end - 4:g}M81 119V{end:g}M92 117L90 {end - 4:g}", 1.5, hair.shade)
    )


def _goatee(hair: Tones) -> str:
    return shape("M72 114Q81 110 90 114Q90 126 81 128Q72 126 72 114Z", hair.base, 2.2)


def _stubble(hair: Tones) -> str:
    places = (
        *((58, 108), (64, 113), (70, 117), (78, 119), (86, 119), (92, 116), (97, 112)),
        *((63, 105), (99, 105)),
    )
    return line("".join(f"M{x} {y}l2 3.5" for x, y in places), 1.3, hair.shade)


def _freckles(skin: Tones) -> str:
    places = ((57, 91), (62, 94), (66, 90), (95, 90), (99, 94), (104, 91))
    return "".join(disc(x, y, 1.4, skin.shade) for x, y in places)


def _round_glasses() -> str:
    rims = "".join(disc(x, 78, 13, "none", 2.8) for x in (66, 95))
    return rims + line("M79 76Q80.5 73 82 76M53 76L47 74M108 76L114 74", 2.6)


def _square_glasses() -> str:
    return line("M52 68H79L76 86Q66 91 55 85ZM82 68H110L107 85Q96 91 85 86Z", 2.8) + line(
        "M79 70H82", 2.6
    )


def _rings(tones: Tones, y: float = 97) -> str:
    return disc(46, y, 5.5, tones.base, 2.4) + disc(114, y, 5.5, tones.base, 2.4)


# ---- hats ----


def _cap(tones: Tones) -> str:
    return (
        shape("M44 58C42 30 60 20 80 20C101 20 118 30 116 58Q81 46 44 58Z", tones.base)
        + flat("M50 50C51 34 62 26 74 24C62 31 58 40 57 48Z", tones.light)
        + shape("M60 55Q96 44 137 61Q122 67 104 60Q82 55 60 55Z", tones.shade, 2.8)
        + disc(80, 20, 4, GOLD.base, 2.2)
        + line("M80 24Q74 36 74 48M80 24Q90 36 92 49", 1.5, tones.shade)
    )


def _straw_hat() -> str:
    return (
        shape("M52 52C52 26 62 14 80 14C98 14 109 26 108 52Q80 60 52 52Z", WOOD.base)
        + flat("M57 48C58 30 66 20 76 18C68 28 66 40 66 51Z", WOOD.light)
        + shape("M53 44Q80 53 107.5 44L108 53Q80 62 52 53Z", RED.base, 2.5)
        + shape(
            "M16 60C30 44 50 52 80 54C110 52 130 44 144 60C126 70 104 64 80 64C56 64 34 70 16 60Z",
            WOOD.base,
        )
        + line(
            "M26 59Q40 54 52 57M108 57Q122 54 134 59M66 24L70 40M80 20V42M94 24L90 40",
            1.5,
            WOOD.shade,
        )
    )


def _knitted_cap(tones: Tones) -> str:
    return (
        shape("M47 58C44 30 60 18 80 18C100 18 116 30 113 58Z", tones.base)
        + flat("M53 50C54 34 62 26 74 23C65 32 61 40 60 50Z", tones.light)
        + shape("M44 50Q80 42 116 50V64Q80 56 44 64Z", tones.shade, 2.8)
        + line("M58 51V60M69 49V58M80 48V57M91 49V58M102 51V60", 1.6, tones.light)
    )


def _broad_hat() -> str:
    return (
        shape("M54 50C52 26 60 18 70 20Q80 25 91 20C101 18 108 26 106 50Q80 58 54 50Z", NIGHT.base)
        + flat("M59 46C58 32 62 25 69 24C65 32 65 40 66 49Z", NIGHT.light)
        + shape("M54 43Q80 51 106.5 43V51Q80 59 54 51Z", LEATHER.base, 2.2)
        + shape(
            "M18 52C28 62 50 56 80 59C110 56 132 62 142 52C140 66 110 68 80 68C50 68 20 66 18 52Z",
            NIGHT.base,
        )
    )


def _beret(tones: Tones) -> str:
    return (
        shape(
            "M40 56C30 40 44 22 78 20C114 18 136 34 124 52C120 60 108 56 81 55C62 55 48 62 40 56Z",
            tones.shade,
        )
        + flat("M46 46C48 34 60 27 76 25C62 33 56 42 56 52Z", tones.base)
        + line("M80 20Q82 14 86 13", 3)
        + shape("M45 58Q80 48 115 56L114 64Q80 56 46 66Z", NIGHT.base, 2.5)
    )


def _fedora(tones: Tones) -> str:
    return (
        shape("M50 48C50 22 60 12 70 16Q80 21 92 15C104 12 112 24 111 46Q80 54 50 48Z", tones.shade)
        + flat("M55 44C55 28 61 19 68 20C62 30 63 38 63 46Z", tones.base)
        + shape("M50.5 41Q80 48 111 39L111.5 47Q80 56 50 49Z", GOLD.base, 2.2)
        + shape(
            "M20 58C34 48 52 50 80 52C108 50 126 40 140 46C134 62 106 62 80 63C54 64 34 68 20 58Z",
            tones.shade,
        )
    )


# ---- the cast; the place of a face is the number that an account stores ----

CAST: Final[Mapping[str, Person]] = {
    "beba": _person(
        RED.light, TAN, "oval", _dress(RED), _curled_fringe(GINGER_HAIR),
        _rings(GOLD) + disc(100, 99, 1.5, INK),
        behind=_big_curls(GINGER_HAIR), eyes="lash", brow=3.2, hair=GINGER_HAIR, has_lips=True,
    ),
    "toto": _person(
        GREEN.light, TAN, "round", _jersey(GREEN) + _stripes(),
        _short_sides(BROWN_HAIR) + _freckles(TAN), _cap(RED), brow=3.4, hair=BROWN_HAIR,
    ),
    "ximo": _person(
        GOLD.light, LIGHT, "oval", _jersey(BLUE), _cropped(BLOND_HAIR),
        brow=3.2, hair=BLOND_HAIR,
    ),
    "ciriaco": _person(
        BLUE.light, TAN, "long", _coat(NIGHT) + _scarf(RED),
        _beard(WHITE_HAIR, 8) + _short_sides(WHITE_HAIR), _moustache(WHITE_HAIR) + _broad_hat(),
        nose="hook", eyes="old", brow=4.4, hair=WHITE_HAIR,
    ),
    "zurda": _person(
        RED.light, TAN, "oval",
        _coat(NIGHT) + _lapels(NIGHT) + shape("M70 132L80 148L91 132L86 160H75Z", GOLD.base, 2.2),
        _fringe(BLACK_HAIR), _fedora(PLUM),
        behind=_bob(BLACK_HAIR), nose="hook", eyes="lash", brow=3.8, hair=BLACK_HAIR, has_lips=True,
    ),
    "wilson": _person(
        GOLD.light, DARK, "oval", _coat(CREAM) + _shirt(),
        _cropped(BLACK_HAIR) + _goatee(BLACK_HAIR), nose="wide", brow=4, hair=BLACK_HAIR,
    ),
    "porota": _person(
        PLUM.light, LIGHT, "round", _coat(PLUM) + _apron(), _parted(WHITE_HAIR), _round_glasses(),
        behind=_bun(WHITE_HAIR), eyes="old", brow=3, hair=WHITE_HAIR,
    ),
    "lonja": _person(
        STEEL.base, DARK, "wide", _jersey(CREAM), _beard(GREY_HAIR) + _short_sides(GREY_HAIR),
        _beret(BLUE), nose="wide", eyes="old", brow=4.4, hair=GREY_HAIR,
    ),
    "chicha": _person(
        GREEN.light, BROWN, "oval", _jersey(GREEN) + _braid(BLACK_HAIR),
        _centre_parted(BLACK_HAIR), _rings(STEEL, 98),
        behind=_long(BLACK_HAIR), nose="wide", eyes="lash", brow=4, hair=BLACK_HAIR,
    ),
    "gringo": _person(
        GREEN.light, LIGHT, "wide", _jersey(BLUE) + _braces(LEATHER),
        _short_sides(BLOND_HAIR) + _stubble(BLOND_HAIR), _straw_hat(),
        nose="wide", brow=3.8, hair=BLOND_HAIR,
    ),
    "quique": _person(
        BLUE.light, LIGHT, "long",
        _coat(STEEL) + _shirt()
        + shape("M73 134L80 129L88 134L84 141L90 160H71L77 141Z", RED.base, 2.5),
        _slick(BLACK_HAIR), _moustache(BLACK_HAIR, 24), nose="long", brow=4, hair=BLACK_HAIR,
    ),
    "rulo": _person(
        RED.light, TAN, "long", _jersey(GOLD), _tight_curls(BLACK_HAIR) + _stubble(BLACK_HAIR),
        nose="hook", brow=4, hair=BLACK_HAIR,
    ),
    "nahuel": _person(
        GOLD.light, BROWN, "wide", _coat(BLUE) + _scarf(CREAM), _short_sides(BLACK_HAIR),
        _knitted_cap(GREEN), nose="wide", brow=4.2, hair=BLACK_HAIR,
    ),
    "zulma": _person(
        BLUE.light, LIGHT, "oval", _dress(BLUE) + _pearls(), _side_parted(BROWN_HAIR),
        _square_glasses() + _rings(LINEN),
        behind=_tall(BROWN_HAIR), eyes="lash", brow=3, hair=BROWN_HAIR, has_lips=True,
    ),
    "vicent": _person(
        GREEN.light, LIGHT, "oval",
        _coat(LEATHER) + _shirt()
        + shape("M70 132L80 139L91 132L89 144L80 139.5L72 144Z", GREEN.base, 2.5),
        _short_sides(GREY_HAIR) + line("M64 44Q72 38 82 39", 2, LINEN.base),
        _round_glasses() + _moustache(GREY_HAIR, 18),
        nose="wide", eyes="old", brow=3.4, hair=GREY_HAIR,
    ),
    "mirta": _person(
        GOLD.light, LIGHT, "wide", _coat(GREEN) + _shirt(), _side_parted(GREY_HAIR), _rings(RED),
        eyes="lash", brow=3.2, hair=GREY_HAIR, has_lips=True,
    ),
    "tano": _person(
        RED.light, TAN, "wide", _jersey(LINEN) + _apron(), _slick(GREY_HAIR) + _stubble(GREY_HAIR),
        nose="hook", eyes="old", brow=5, hair=GREY_HAIR,
    ),
    "nata": _person(
        PLUM.light, BROWN, "round", _jersey(RED) + _stripes(),
        _fringe(BLACK_HAIR) + _freckles(BROWN),
        behind=_bob(BLACK_HAIR), eyes="lash", brow=3.4, hair=BLACK_HAIR,
    ),
    "cacho": _person(
        BLUE.light, TAN, "round", _coat(WOOD) + _shirt(),
        _short_sides(BLACK_HAIR) + line("M64 46Q72 40 82 41", 2, LINEN.base),
        _moustache(BLACK_HAIR, 22), nose="wide", brow=4.6, hair=BLACK_HAIR,
    ),
    "pulpo": _person(
        GREEN.light, LIGHT, "long", _coat(NIGHT) + _lapels(NIGHT),
        _beard(BROWN_HAIR) + _centre_parted(BROWN_HAIR), _moustache(BROWN_HAIR, 18),
        behind=_long(BROWN_HAIR), nose="long", brow=4, hair=BROWN_HAIR,
    ),
    "coca": _person(
        GOLD.light, DARK, "round", _dress(PLUM) + _pearls(), _tight_curls(GREY_HAIR), _rings(GOLD),
        nose="wide", eyes="lash", brow=3.4, hair=GREY_HAIR, has_lips=True,
    ),
    "gladys": _person(
        STEEL.base, TAN, "oval", _coat(LEATHER) + _lapels(LEATHER), _parted(BROWN_HAIR),
        _square_glasses(), behind=_bun(BROWN_HAIR), eyes="lash", brow=3.2, hair=BROWN_HAIR,
    ),
    "empar": _person(
        BLUE.light, LIGHT, "oval", _dress(GREEN), _centre_parted(GINGER_HAIR) + _freckles(LIGHT),
        _rings(GREEN),
        behind=_long(GINGER_HAIR), eyes="lash", brow=3, hair=GINGER_HAIR, has_lips=True,
    ),
    "tape": _person(
        WOOD.light, BROWN, "long", _coat(GOLD) + _scarf(BLUE),
        _cropped(GREY_HAIR), _moustache(GREY_HAIR, 20),
        nose="hook", eyes="old", brow=4.2, hair=GREY_HAIR,
    ),
    "tomeu": _person(
        BLUE.light, TAN, "wide", _jersey(STEEL) + _braces(BLUE),
        _short_sides(BROWN_HAIR) + _beard(BROWN_HAIR), nose="wide", brow=4, hair=BROWN_HAIR,
    ),
    "aina": _person(
        PLUM.light, LIGHT, "oval", _coat(PLUM) + _lapels(PLUM), _fringe(BROWN_HAIR),
        _round_glasses(), behind=_bob(BROWN_HAIR), eyes="lash", brow=3, hair=BROWN_HAIR,
    ),
    "goyo": _person(
        GREEN.light, BROWN, "round", _coat(GREEN) + _shirt(), _tight_curls(BLACK_HAIR),
        _square_glasses() + _moustache(BLACK_HAIR, 20), nose="wide", brow=4, hair=BLACK_HAIR,
    ),
    "mireya": _person(
        GOLD.light, BROWN, "oval", _jersey(BLUE) + _stripes(), _parted(BLACK_HAIR), _cap(BLUE),
        behind=_long(BLACK_HAIR), nose="wide", eyes="lash", brow=3.6, hair=BLACK_HAIR,
    ),
    "anita": _person(
        RED.light, LIGHT, "round", _dress(BLUE), _side_parted(GREY_HAIR) + _freckles(LIGHT),
        _round_glasses() + _rings(BLUE), behind=_bob(GREY_HAIR), eyes="old", brow=3,
        hair=GREY_HAIR,
    ),
    "blau": _person(
        WOOD.light, LIGHT, "long", _coat(LEATHER) + _scarf(GREEN), _slick(GINGER_HAIR),
        _moustache(GINGER_HAIR, 26), nose="long", brow=4.4, hair=GINGER_HAIR,
    ),
    "cida": _person(
        GREEN.light, DARK, "round", _jersey(GOLD) + _apron(), _tight_curls(BLACK_HAIR),
        _rings(GOLD), nose="wide", eyes="lash", brow=3.6, hair=BLACK_HAIR, has_lips=True,
    ),
    "dirce": _person(
        STEEL.base, LIGHT, "oval", _coat(CREAM) + _lapels(CREAM), _centre_parted(BLACK_HAIR),
        _square_glasses() + _rings(STEEL), behind=_bun(BLACK_HAIR), eyes="lash", brow=3,
        hair=BLACK_HAIR,
    ),
    "juca": _person(
        GOLD.light, DARK, "long", _jersey(LINEN), _cropped(GREY_HAIR) + _goatee(GREY_HAIR),
        nose="wide", eyes="old", brow=4, hair=GREY_HAIR,
    ),
    "geralda": _person(
        BLUE.light, BROWN, "wide", _dress(RED) + _pearls(), _curled_fringe(BLACK_HAIR),
        _rings(RED), behind=_tall(BLACK_HAIR), nose="wide", eyes="lash", brow=3.4,
        hair=BLACK_HAIR, has_lips=True,
    ),
    "lia": _person(
        PLUM.light, TAN, "oval", _coat(NIGHT) + _shirt(), _parted(BROWN_HAIR), _beret(RED),
        behind=_big_curls(BROWN_HAIR), eyes="lash", brow=3.4, hair=BROWN_HAIR, has_lips=True,
    ),
    "tonho": _person(
        STEEL.base, BROWN, "oval", _jersey(RED) + _braces(NIGHT), _tight_curls(BROWN_HAIR),
        _goatee(BROWN_HAIR), nose="hook", brow=4, hair=BROWN_HAIR,
    ),
    "chico": _person(
        GREEN.light, TAN, "wide", _coat(GREEN) + _shirt(), _short_sides(WHITE_HAIR),
        _straw_hat() + _moustache(WHITE_HAIR, 18), nose="wide", eyes="old", brow=3.6,
        hair=WHITE_HAIR,
    ),
}  # fmt: skip
KEYS: Final = tuple(CAST)


def face(key: str, mood: Mood = Mood.NEUTRAL) -> str:
    """Return the symbol in `static/img/faces.svg` of a person of the cast in a mood."""
    return in_mood(f"a{KEYS.index(key)}", mood)


def in_mood(symbol: str, mood: Mood) -> str:
    """Return the symbol of a face, given at rest, in a mood."""
    return symbol if mood == Mood.NEUTRAL else f"{symbol}-{mood}"


# ---- moods: one drawing for all, by the weight of the brow and the kind of eye ----

_GRIN = (
    shape("M63 99Q81 104 99 98Q98 118 81 119Q65 118 63 99Z", RED.shade, 2.6)
    + shape("M64.5 100Q81 105 97.5 99L96 106.5Q81 111 67 107.5Z", LINEN.base, 1.6)
    + flat("M72 114Q81 108 91 113.5Q86 118 81 118Q76 118 72 114Z", RED.light)
)
_LIPS = shape(
    "M69 105Q75 100.5 81 103Q87 100.5 94 104Q90 111.5 81 111.5Q73 111 69 105Z", RED.base, 2
) + line("M69 105Q81 107 94 104", 1.6)
_CALM_MOUTH = line("M69 106Q81 110 94 104.5", 2.8)


def _eye(x: float, kind: str = "", look: tuple[float, float] = (0.6, 0.4), wide: float = 1) -> str:
    y = 77
    side = -1 if x < SIDE / 2 else 1
    lash = line(f"M{x + 8 * side:g} 76l{3.5 * side:g}-3M{x + 6 * side:g} 72.5l{3 * side:g}-3", 1.8)
    return (
        oval(x, y, 8, 5.6 * wide, LINEN.base)
        + disc(x + look[0], y + look[1], 3.7, INK)
        + disc(x + look[0] + 1.1, y + look[1] - 1.3, 1.1, LINEN.base)
        + line(f"M{x - 8.5:g} {y}Q{x:g} {number(y - 9.5 * wide)} {x + 8.5:g} {y}", 2.8)
        + (lash if kind == "lash" else "")
        + _bag(x, kind)
    )


def _bag(x: float, kind: str) -> str:
    return line(f"M{x - 6:g} 86Q{x:g} 89 {x + 6:g} 86", 1.4) if kind == "old" else ""


def _half_shut(x: float, kind: str) -> str:
    lid = f"M{x - 8:g} 76.5H{x + 8:g}Q{x + 7:g} 83 {x:g} 83Q{x - 7:g} 83 {x - 8:g} 76.5Z"
    return (
        flat(lid, LINEN.base)
        + disc(x - 3.2, 79, 3.4, INK)
        + line(f"M{x - 9:g} 76H{x + 9:g}", 3.2)
        + _bag(x, kind)
    )


def _expression(mood: Mood, person: Person) -> str:
    kind = person.eyes

    def brows(outline: str) -> str:
        return line(outline, person.brow, person.brow_colour)

    match mood:
        case Mood.NEUTRAL:
            return (
                brows("M55 66Q64 60.5 74 64.5M87 64.5Q97 60.5 106 66")
                + _eye(66, kind)
                + _eye(95, kind)
                + (_LIPS if person.has_lips else _CALM_MOUTH)
            )
        case Mood.HAPPY:
            return (
                brows("M55 61Q64 53.5 74 59M87 59Q97 53.5 106 61")
                + line("M57 79Q66 69 75 79M86 79Q95 69 104 79", 3.2)
                + _GRIN
            )
        case Mood.WORRIED:
            return (
                brows("M55 68Q62 60 74 57M87 57Q98 60 106 68")
                + _eye(66, kind, (2.4, 2), 1.25)
                + _eye(95, kind, (2.4, 2), 1.25)
                + line("M68 110Q73 103 79 107.5Q85 112 93 104.5", 2.8)
                + shape("M119 50Q126 61 119 66Q112 61 119 50Z", BLUE.light, 2)
            )
        case Mood.BLUFF:
            smirk = (
                shape("M69 107Q80 102 97 98Q92 110 80 112Q72 112 69 107Z", RED.base, 2)
                if person.has_lips
                else line("M68 107Q83 112 97 99", 3)
            )
            return (
                brows("M55 68Q64 66 75 71M86 59Q97 50 107 59")
                + _half_shut(66, kind)
                + _eye(95, kind, (-3.2, 0))
                + smirk
                + line("M96 94Q101 97 100 102", 2)
            )


# ---- gestures, over the head of anybody ----

_BROWS = line("M55 66Q64 60.5 74 64.5M87 64.5Q97 60.5 106 66", 3.6)
_HIGH_BROWS = line("M54 61Q64 52 75 60M86 60Q97 52 107 61", 4.2)
_EYES = _eye(66) + _eye(95)
_SHUT = line("M57 77Q66 84 75 77M86 77Q95 84 104 77", 3.2)


def _moving(d: str) -> str:
    """Draw strokes that show a movement."""
    return line(d, 2.2)


def _looking(right: float, down: float) -> str:
    return _eye(66, "", (right, down), 1.25) + _eye(95, "", (right, down), 1.25)


GESTURES: Final[Mapping[str, str]] = {
    "g-brows": _HIGH_BROWS + _looking(0.6, -1) + _CALM_MOUTH
    + _moving("M44 60L37 57M44 67L36 67M117 60L124 57M117 67L125 67"),
    "g-wink": line("M55 66Q64 60.5 74 64.5M86 70Q96 66 107 71", 3.8) + _eye(66)
    + line("M86 78Q95 83 104 77M104 77L110 74M103 80L109 81", 3)
    + line("M69 105Q83 111 95 102", 2.8),
    "g-right": _BROWS + _EYES + line("M72 106Q86 109 99 100M97 96Q103 100 101 106", 3)
    + _moving("M108 96L116 93M108 102L117 102"),
    "g-left": _BROWS + _EYES + line("M91 106Q77 109 64 100M66 96Q60 100 62 106", 3)
    + _moving("M55 96L47 93M55 102L46 102"),
    "g-bite": _BROWS + _EYES
    + shape("M66 103Q81 98 96 102Q95 112 81 113Q68 112 66 103Z", RED.base, 2.5)
    + shape("M71 101.5Q81 99 91 101L89 108H73Z", LINEN.base, 1.8),
    "g-kiss": _BROWS + _SHUT
    + shape("M81 97Q89 95 90 102.5Q91 113 81 112Q71 113 72 102.5Q73 95 81 97Z", RED.base, 2.5)
    + line("M76 104H86", 1.8) + _moving("M97 98L104 94M98 104L106 104"),
    "g-blind": _BROWS + _SHUT + _CALM_MOUTH,
    "g-nose": line("M55 62L74 69M87 69L106 62", 3.8) + _EYES
    + line("M76 80L71 84M86 80L91 84M74 86L68 89M89 86L95 89M77 92L71 95M87 92L92 95", 2)
    + line("M70 107Q81 103 93 107", 2.8),
    "g-cheeks": _BROWS + _EYES + disc(57, 99, 11, LIGHT.light, 2.4)
    + disc(105, 99, 11, LIGHT.light, 2.4) + line("M76 106Q81 104 87 106", 2.8),
    "g-up": _HIGH_BROWS + _looking(0, -3) + _CALM_MOUTH,
    "g-down": _BROWS + _looking(0, 3) + _CALM_MOUTH,
    "g-aside": _BROWS + _looking(4, 0) + _CALM_MOUTH,
    "g-open": _BROWS + _EYES + oval(81, 108, 9, 10, RED.shade, 2.8),
}  # fmt: skip


def draw_faces() -> str:
    """Return the sprite of all faces, their moods and the gestures."""
    gestures = (_symbol(name, drawing) for name, drawing in GESTURES.items())
    return _sprite((*gestures, *_symbols(KEYS)))


def draw_some_faces(keys: Iterable[str]) -> str:
    """Return a sprite of some persons and their moods, with the names that `draw_faces` gives."""
    return _sprite(_symbols(keys))


def _sprite(symbols: Iterable[str]) -> str:
    content = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{content}\n</svg>\n'


def _symbols(keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        person, symbol = CAST[key], face(key)
        yield _symbol(f"{symbol}-head", person.drawn)
        yield _symbol(f"{symbol}-top", person.over)
        over = f'<use href="#{symbol}-top"/>'
        for mood in Mood:
            under = f'<use href="#{symbol}-head"/>'
            yield _symbol(in_mood(symbol, mood), under + _expression(mood, person) + over)


def _symbol(name: str, body: str) -> str:
    box = f'viewBox="0 0 {SIDE} {SIDE}" fill="none" stroke="{INK}" stroke-width="3"'
    joins = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<symbol id="{name}" {box} {joins}>{body}</symbol>'
