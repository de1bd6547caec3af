"""French faces of the forty cards, as played with in Brazil (R-D8).

The suits keep their letters: e spades, b clubs, o diamonds, c hearts. The 10 is the queen, the 11
the jack and the 12 the king. Courts wear the clothes of the Spanish deck and hold a sceptre.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.artwork import figures
from games.artwork.cards import DIGITS, FOOT, FULL_WIDTH, HIGH, LEFT, STROKE, TOP, paper, pinta
from games.artwork.courts import KING_HAND, PAGE_HAND, REYES, SOTAS, enthroned, on_foot
from games.artwork.figures import Appearance
from games.artwork.pen import (
    BLACK_HAIR,
    BLOND_HAIR,
    BLUE,
    BROWN_HAIR,
    GINGER_HAIR,
    GOLD,
    GREEN,
    INK,
    RED,
    Tones,
    flat,
    line,
    place,
    placed,
    shape,
    use,
)
from games.artwork.suits import BASTOS, COPAS, ESPADAS, OROS, Suit

BLACK = Tones("#6b5a66", INK, "#1d151f")


class FrenchSuit(NamedTuple):
    """A French suit: the letter of its cards in records, its colour, and its pip around (0, 0)."""

    letter: str
    name: str
    colour: str
    draw: Callable[[], str]
    like: Suit
    """The Spanish suit whose king and page lend their clothes."""
    queen: Appearance
    gown: Suit
    """The Spanish suit whose king lends the queen a robe."""

    @property
    def pip(self) -> str:
        """The id of the pip in the sprite."""
        return f"p-{self.letter}"


def _heart() -> str:
    half = "C-22 22-46 6-46-18C-46-36-34-45-23-45C-11-45-3-37 0-26"
    other = "C3-37 11-45 23-45C34-45 46-36 46-18C46 6 22 22 0 46Z"
    lit = "M-23-38C-33-37-39-29-38-18C-37-9-33-3-28 3C-31-12-31-24-23-38Z"
    return shape(f"M0 46{half}{other}", RED.base, 4) + flat(lit, RED.light)


def _diamond() -> str:
    outline = "M0-48C9-28 22-11 38 0C22 11 9 28 0 48C-9 28-22 11-38 0C-22-11-9-28 0-48Z"
    return shape(outline, RED.base, 4) + flat("M0-35C-7-20-16-9-27 0C-16 2-6-12 0-35Z", RED.light)


STEM = "M-4 8C-5 28-9 38-19 46L19 46C9 38 5 28 4 8Z"


def _spade() -> str:
    left = "C-14-28-46-10-46 14C-46 28-36 34-27 34C-17 34-7 28-3 20"
    right = "L3 20C7 28 17 34 27 34C36 34 46 28 46 14C46-10 14-28 0-48Z"
    lit = "M-4-34C-16-20-36-6-37 12C-37 17-35 21-31 23C-30 4-16-12-4-34Z"
    return (
        shape(STEM, BLACK.base, 4)
        + shape(f"M0-48{left}{right}", BLACK.base, 4)
        + flat(lit, BLACK.light)
    )


def _club() -> str:
    leaf = "M{0} {1}m-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0"
    leaves = "".join(leaf.format(x, y) for x, y in ((0, -25), (-25, 10), (25, 10)))
    lit = "M-4-40C-13-38-17-31-15-23C-12-30-10-35-4-40ZM-29-5C-38-3-42 4-40 12C-37 5-35 0-29-5Z"
    middle = "M-12-14L12-14L16 14L-16 14Z"
    return (
        shape(STEM + leaves, BLACK.base, 4)
        + flat(leaves + middle, BLACK.base)
        + flat(lit, BLACK.light)
    )


FRENCH_SUITS = (
    FrenchSuit(
        *("o", "diamonds", RED.base, _diamond, OROS),
        queen=Appearance(BLOND_HAIR, figures.long_hair, figures.shaven),
        gown=BASTOS,
    ),
    FrenchSuit(
        *("c", "hearts", RED.base, _heart, COPAS),
        queen=Appearance(BROWN_HAIR, figures.long_hair, figures.shaven),
        gown=OROS,
    ),
    FrenchSuit(
        *("e", "spades", BLACK.base, _spade, ESPADAS),
        queen=Appearance(BLACK_HAIR, figures.long_hair, figures.shaven),
        gown=COPAS,
    ),
    FrenchSuit(
        *("b", "clubs", BLACK.base, _club, BASTOS),
        queen=Appearance(GINGER_HAIR, figures.long_hair, figures.shaven),
        gown=ESPADAS,
    ),
)
CLOAKS = {OROS: RED, COPAS: BLUE, ESPADAS: GREEN, BASTOS: BLUE}
"""The queens' mantles, by their gown."""
LETTERS = {
    1: "M0 24L7 0L14 24M3 16L11 16",
    10: "M7 0C-2 0-2 24 7 24C16 24 16 0 7 0ZM8 17L14 25",
    11: "M3 0L12 0M9 0L9 18C9 25 1 26 0 18",
    12: "M1 0L1 24M13 0L1 14M5 10L14 24",
}
WIDE = 1.48
SMALL, LARGE = 0.27, 1.15
EMBLEM_Y = 84.0
ROWS = {"top": 76.0, "upper": 104.0, "middle": 160.0, "lower": 216.0, "bottom": 244.0}
COLUMNS = (78.0, 130.0)
CENTRE = 104.0
_PAIRS = {
    4: ("top", "bottom"),
    5: ("top", "bottom"),
    6: ("top", "middle", "bottom"),
    7: ("top", "middle", "bottom"),
}
_ALONE = {2: (76.0, 244.0), 3: (76.0, 160.0, 244.0), 5: (160.0,), 7: (118.0,)}
PIP = 0.54


def french_face(suit: FrenchSuit, rank: int) -> str:
    """Draw the face of one card with a French suit."""
    return paper() + pinta(0) + _picture(suit, rank) + _indices(suit, rank)


def _picture(suit: FrenchSuit, rank: int) -> str:
    match rank:
        case 1:
            return use(suit.pip, place(CENTRE, 160, size=LARGE))
        case 10:
            robe = REYES[suit.gown]._replace(look=suit.queen, mantle=CLOAKS[suit.gown])
            return enthroned(robe, _sceptre(suit, *KING_HAND))
        case 11:
            return on_foot(SOTAS[suit.like], _sceptre(suit, *PAGE_HAND))
        case 12:
            return enthroned(REYES[suit.like], _sceptre(suit, *KING_HAND))
    return french_pips(suit, rank)


def french_pips(suit: FrenchSuit, rank: int) -> str:
    """Draw the pips of a card from 2 to 7; those of the lower half are turned."""
    spots = [(x, ROWS[row]) for row in _PAIRS.get(rank, ()) for x in COLUMNS]
    spots += [(CENTRE, y) for y in _ALONE.get(rank, ())]
    return "".join(use(suit.pip, place(x, y, 180 if y > 160 else 0, PIP)) for x, y in spots)


def _sceptre(suit: FrenchSuit, x: float, y: float) -> str:
    staff = placed("M-3-46L3-46L3 62L-3 62Z", x, y)
    return shape(staff, GOLD.base, 2) + use(suit.pip, place(x, y - 66, size=0.46))


def _indices(suit: FrenchSuit, rank: int) -> str:
    strokes = placed(LETTERS.get(rank) or DIGITS[str(rank)], LEFT, TOP, WIDE, HIGH)
    middle = LEFT + (FULL_WIDTH if rank > 1 else FOOT + 2) * WIDE / 2
    corner = line(strokes, STROKE, suit.colour) + use(suit.pip, place(middle, EMBLEM_Y, size=SMALL))
    name = f"j{rank}{suit.letter}"
    return f'<g id="{name}">{corner}</g>' + use(name, "rotate(180 104 160)")
