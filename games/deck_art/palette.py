"""The inks of the deck: each colour in three flat tones, on cream paper with one dark outline."""

from typing import NamedTuple


class Tones(NamedTuple):
    """One colour as a woodcut prints it: lit side, body, side away from the light."""

    light: str
    base: str
    shade: str


PAPER = "#fdf7e8"
INK = "#2a2130"
EDGE = "#b7a98c"
LINEN = Tones("#ffffff", "#fffdf6", "#b9b0a4")
FELT = "#1f5a45"

GOLD = Tones("#ffe08a", "#f0b429", "#c07a12")
RED = Tones("#ee7a61", "#c5302c", "#861a24")
BLUE = Tones("#8fbdea", "#2c67b0", "#183d78")
GREEN = Tones("#a5d06a", "#4d9639", "#28602a")
STEEL = Tones("#f4f8fc", "#c3d3e4", "#8aa3bf")
WOOD = Tones("#f3d9a4", "#d9a860", "#9a6a2e")
LEATHER = Tones("#a9713d", "#7a4a22", "#4e2d14")
SKIN = Tones("#f0aa84", "#f5cfa5", "#dfa679")

WHITE_HAIR = Tones("#ffffff", "#ece5d8", "#b3a795")
BLACK_HAIR = Tones("#6b5a66", "#3d303c", "#1d151f")
BROWN_HAIR = Tones("#a56a3a", "#6d4020", "#41230f")
BLOND_HAIR = Tones("#f7d37c", "#d99f3a", "#96651b")
GINGER_HAIR = Tones("#e58b52", "#b9552a", "#7b3115")
