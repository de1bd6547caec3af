"""The four suits: colour, pinta and sign. Each sign is drawn once and used at every size."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import NamedTuple

from games.artwork.pen import (
    BLUE,
    GOLD,
    GREEN,
    RED,
    STEEL,
    WOOD,
    disc,
    flat,
    line,
    number,
    oval,
    petals,
    place,
    shape,
    star,
    use,
)


class Sign(NamedTuple):
    """A suit's sign in its own box, with the point where a hand grips it."""

    width: float
    height: float
    grip: tuple[float, float]
    draw: Callable[[], str]


class Suit(NamedTuple):
    """A suit: its letter in card names, the gaps of its pinta, and the colour of its index."""

    letter: str
    name: str
    gaps: int
    colour: str
    sign: Sign
    emblem: Callable[[str], str]


def oros() -> str:
    """Draw a coin: milled rim, and a red field with a rosette."""
    beads = "".join(
        disc(50 + 40.5 * cos(pi * turn / 12), 50 + 40.5 * sin(pi * turn / 12), 2.5, GOLD.shade)
        for turn in range(24)
    )
    return (
        disc(50, 50, 47.5, GOLD.base, 3)
        + flat("M50 5A45 45 0 0 0 5 50A45 45 0 0 0 18 82A48 48 0 0 1 50 5Z", GOLD.light)
        + beads
        + disc(50, 50, 35, RED.base, 2.2)
        + shape(petals(50, 50, 15, 33.5, 6.2, 12), GOLD.light, 1.5)
        + disc(50, 50, 17.5, GOLD.base, 2.2)
        + shape(petals(50, 50, 3, 15.6, 5.6, 8), RED.base, 1.1)
        + disc(50, 50, 4.6, GOLD.light, 1.5)
    )


def copas() -> str:
    """Draw a red goblet on a gold foot, with a jewelled band."""
    return _foot_of_the_cup() + _bowl_of_the_cup() + _rim_of_the_cup()


def _foot_of_the_cup() -> str:
    foot = "M18 121C18 111 37 109 43 97L57 97C63 109 82 111 82 121C82 126 18 126 18 121Z"
    return (
        shape(foot, GOLD.base, 3)
        + flat("M23 119C30 112 40 111 45.5 99L49 99C46 112 36 116 29 120Z", GOLD.light)
        + flat("M77 119C70 112 61 109 56 99L53 99C57 112 66 118 72 121Z", GOLD.shade)
        + line("M30 117C40 120.5 60 120.5 70 117", 1.6)
        + shape("M41 80L59 80L57 98L43 98Z", RED.base, 2.6)
        + oval(50, 90, 14, 7.5, GOLD.base, 2.6)
        + oval(46, 88.3, 6, 2.6, GOLD.light)
    )


def _bowl_of_the_cup() -> str:
    lobes = (
        "M50 82C38 82 28 76 21.5 66C25 58 33 58 36 65C39 57 47 57 50 64.5"
        "C53 57 61 57 64 65C67 58 75 58 78.5 66C72 76 62 82 50 82Z"
    )
    return (
        shape("M9 20C8 52 22 82 50 82C78 82 92 52 91 20Z", RED.base, 3)
        + flat("M13.5 26C14 50 22 68 33 75C24 62 21 44 22 28Z", RED.light)
        + flat("M79 28C79 50 73 68 60 77C78 71 87 48 87.5 26Z", RED.shade)
        + shape(lobes, GOLD.base, 2.2)
        + flat("M24 66C27 61 32 62 34 67C35 72 36 75 38 78C32 76 27 71 24 66Z", GOLD.light)
        + line("M36 65C37 72 39 77 43 81M50 64.5V81.5M64 65C63 72 61 77 57 81", 1.6)
    )


def _rim_of_the_cup() -> str:
    band = "M10.3 33C30 43.5 70 43.5 89.7 33L88 45C70 55 30 55 12 45Z"
    jewels = "".join(star(x, y, 5.4, 5.4, 2) for x, y in ((30, 46), (50, 47.7), (70, 46)))
    return (
        shape(band, GOLD.base, 2.2)
        + flat(
            "M12 35.5C24 41 40 42.5 50 42.5L50 45.5C36 45.5 22 43 12.6 38.5Z",
            GOLD.light,
        )
        + shape(jewels, BLUE.base, 1.3)
        + oval(50, 20, 41, 10.5, GOLD.base, 3)
        + oval(50, 20.5, 33, 6.8, RED.shade, 2.2)
        + flat("M21 22C30 26.5 44 27.3 55 27C42 24.5 28 23.5 21 22Z", RED.light)
        + flat("M12.5 18C16 13.5 30 11.5 40 11.3C30 13 20 15 12.5 18Z", GOLD.light)
    )


def espadas() -> str:
    """Draw a sword, point up."""
    return _blade() + _hilt()


def _blade() -> str:
    return (
        shape("M30 2L41 24L39 128L21 128L19 24Z", STEEL.base, 3)
        + flat("M30 4.5L30 128L22.3 128L20.5 24.5Z", STEEL.light)
        + flat("M36 30L35 126L38 126L39.3 27Z", STEEL.shade)
        + shape("M30 20L32 30L31.5 112L28.5 112L28 30Z", BLUE.light, 1.4)
    )


def _hilt() -> str:
    guard = (
        "M30 133C22 133 16 135 10 140C4 143 0 137 3.5 132C7 127 14 126 21 127.5L39 127.5"
        "C46 126 53 127 56.5 132C60 137 56 143 50 140C44 135 38 133 30 133Z"
    )
    return (
        shape(guard, GOLD.base, 2.6)
        + flat(
            "M5.5 134C8 130 15 129 22 130L38 130C42 129.5 46 129.5 49 130.3"
            "C41 131.5 14 131 7.5 136Z",
            GOLD.light,
        )
        + shape("M24 137L36 137L35 162L25 162Z", BLUE.base, 2.6)
        + line(
            "M24.6 144L35.6 139.5M24.8 151L35.6 146.5M25 158L35.3 153.5",
            1.8,
            BLUE.light,
        )
        + shape("M23 131.5H37V138.5H23Z", RED.base, 2.2)
        + disc(30, 169, 9, GOLD.base, 2.8)
        + flat("M24 165.5A7 7 0 0 1 31 162.6A10 10 0 0 0 25.5 171Z", GOLD.light)
        + disc(30.5, 169.5, 3.4, RED.base, 1.5)
    )


def bastos() -> str:
    """Draw a green club, thick end up, with the stubs of its cut branches."""
    outline = (
        "M17 12C12 18 12.5 28 13.5 37C9 34.5 3 36 2.5 42C2 48 7 52.5 15.5 52"
        "C16.5 64 18 74 18.7 84C18.8 92 20 100 20.5 108C15.5 106 10.5 108 10.5 113.5"
        "C10.5 119 15.5 121.5 21.7 121C22.5 136 23 152 22.5 165C22 175 25 178 30 178"
        "C35 178 37.5 175 37.3 165C37.2 156 37.5 148 38 140C43 141.5 48 139.5 48 134"
        "C48 129 43.5 126.5 38.8 127.5C39.5 112 40.5 99 41.7 86C48 88 54.5 85.5 55 79"
        "C55.5 73 50 69.5 43.3 71C45 54 48.5 36 47 22C46.5 16 45 13 43 12Z"
    )
    lit = (
        "M19.5 17C15.5 22 16.5 30 17.5 41L6.5 41C6 46 11 48.5 18.5 48.5C20 64 21.5 76 22 86"
        "C22.5 104 25 140 25.5 168C26.5 172 28 173 29.5 173C26.5 140 25 100 24.5 84"
        "C24 62 20.5 38 22.5 18Z"
    )
    shaded = (
        "M43.5 18C45 34 41 54 39.5 74C37.5 96 35.5 126 34.3 172C37 172 35.5 160 36 138L44 135.5"
        "C45.5 130 41 129.5 37 130.5C37.5 112 38.5 98 40 82.5C45 85 51.5 83 51.5 78"
        "C51.5 74 47 72.5 42 74C43 56 47.5 32 43.5 18Z"
    )
    bark = (
        "M31 40C33 46 31 52 28 55M33 62C34 66 33 70 31 73M28 96C30 102 29.5 106 28 109"
        "M32 118C33 124 32.5 128 31 131M30 148V158M36 30C37 34 37 37 36 40"
    )
    return (
        shape(outline, GREEN.base, 3)
        + flat(lit, GREEN.light)
        + flat(shaded, GREEN.shade)
        + _stubs()
        + line(bark, 2, GREEN.shade)
        + oval(30, 12, 14, 8, WOOD.base, 3)
        + line("M21 12A9 4.9 0 1 1 39 12A9 4.9 0 1 1 21 12M26 12A4 2 0 1 1 34 12", 1.4, WOOD.shade)
    )


def _stubs() -> str:
    return (
        oval(6.2, 43.5, 3.6, 6, WOOD.light, 2)
        + oval(52, 78, 3.4, 6, WOOD.light, 2)
        + oval(13.2, 114, 2.8, 4.6, WOOD.light, 1.8)
        + oval(45.6, 134, 2.8, 4.4, WOOD.light, 1.8)
    )


def small_coin(colour: str) -> str:
    """Draw the coin of the index: the sign reduced to a few pixels."""
    rim = line("M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z", 3.4, colour)
    return disc(0, 0, 10, GOLD.base) + rim + disc(0, 0, 4, colour)


def small_cup(colour: str) -> str:
    """Draw the goblet of the index, reduced to a few pixels."""
    return flat(
        "M-11-12H11C11-2 7 4 2.5 5.5V8.5C6 9 8.5 10.5 8.5 13H-8.5"
        "C-8.5 10.5-6 9-2.5 8.5V5.5C-7 4-11-2-11-12Z",
        colour,
    ) + line("M-6-7H6", 2.4, GOLD.base)


def small_sword(colour: str) -> str:
    """Draw the sword of the index, reduced to a few pixels."""
    return flat("M-3 6L-3-8L0-13L3-8L3 6Z", colour) + line("M-5.5 6H5.5M0 6V12.5", 3.8, colour)


def small_club(colour: str) -> str:
    """Draw the club of the index, reduced to a few pixels."""
    return flat("M-6-11Q0-14 6-11C7-3 4 6 3 14H-3C-4 6-7-3-6-11Z", colour) + line(
        "M-5-5L-8-7M4 2L7 0", 3.4, colour
    )


OROS = Suit("o", "oros", 0, "#96590a", Sign(100, 100, (50, 93), oros), small_coin)
COPAS = Suit("c", "copas", 1, RED.base, Sign(100, 128, (50, 101), copas), small_cup)
ESPADAS = Suit("e", "espadas", 2, BLUE.base, Sign(60, 180, (30, 150), espadas), small_sword)
BASTOS = Suit("b", "bastos", 3, GREEN.shade, Sign(60, 180, (30, 152), bastos), small_club)
SUITS = (OROS, COPAS, ESPADAS, BASTOS)


def sign(suit: Suit, x: float, y: float, height: float, turn: float = 0) -> str:
    """Draw the suit's sign centred on a point."""
    art = suit.sign
    return _pinned(suit, (x, y), (art.width / 2, art.height / 2), height, turn)


def draw_held_suit(suit: Suit, x: float, y: float, height: float, turn: float = 0) -> str:
    """Draw the suit's sign with its grip in a hand at a point."""
    return _pinned(suit, (x, y), suit.sign.grip, height, turn)


def _pinned(
    suit: Suit, at: tuple[float, float], pin: tuple[float, float], height: float, turn: float
) -> str:
    where = place(*at, turn, height / suit.sign.height)
    return use(f"s-{suit.letter}", f"{where} translate({number(-pin[0])} {number(-pin[1])})")
