"""The index of a card: its number as a stroke of the pen (no font), and a small emblem below."""

from games.deck_art.geometry import placed
from games.deck_art.pen import line, place, use
from games.deck_art.suits import Suit

DIGITS = {
    "0": "M7 0C-2 0-2 24 7 24C16 24 16 0 7 0Z",
    "1": "M0 5L6 0L6 24",
    "2": "M.6 7C.6-2.5 13.5-2.5 13 7C12.6 13 4 17 1 24L13.5 24",
    "3": "M1 3.5C4-1.5 13-1 12.5 6C12 10 9 11 6 11C10 11 13.5 13 13.5 17.5C13.5 25 4 26 .5 21",
    "4": "M10 24L10 0L0 17L14 17",
    "5": "M12.5 0L3 0L2 11C6 8 13.5 9 13.5 16.5C13.5 25 5 26 1 21.5",
    "6": "M11.5 .5C5 2 .5 8.5 .5 16C.5 27 13.5 27 13.5 17C13.5 9 4 7.5 .7 15.5",
    "7": "M0 0L14 0L5.5 24M3.5 12L11.5 12",
}
FOOT = 12.0
FOOT_OF_THE_ACE = f"M0 24L{FOOT:g} 24"
WIDTHS = {"1": 6.0}
FULL_WIDTH = 14.0
SPACING = 6.5
LEFT, TOP = 22.5, 23.0
HIGH = 1.7
STROKE = 7.4
EMBLEM_Y = 83.0


def numeral(rank: int) -> str:
    """The number's strokes in the corner, with a foot under a lone 1."""
    strokes, x, wide = "", LEFT, _breadth(rank)
    for digit in str(rank):
        strokes += placed(DIGITS[digit], x, TOP, wide, HIGH)
        x += (WIDTHS.get(digit, FULL_WIDTH) + SPACING) * wide
    return strokes + (placed(FOOT_OF_THE_ACE, LEFT, TOP, wide, HIGH) if rank == 1 else "")


def middle(rank: int) -> float:
    """The axis on which the emblem hangs."""
    widths = [WIDTHS.get(digit, FULL_WIDTH) for digit in str(rank)]
    whole = FOOT if rank == 1 else sum(widths) + SPACING * (len(widths) - 1)
    return LEFT + whole * _breadth(rank) / 2


def _breadth(rank: int) -> float:
    """Two digits are set narrower than one."""
    return 1.48 if rank < 10 else 1.28


def index(suit: Suit, rank: int) -> str:
    """One corner: number and emblem."""
    return line(numeral(rank), STROKE, suit.colour) + use(
        f"m-{suit.letter}", place(middle(rank), EMBLEM_Y)
    )


def both_indices(suit: Suit, rank: int) -> str:
    """The index at the top left, and turned by half a turn at the bottom right."""
    name = f"i{rank}{suit.letter}"
    return f'<g id="{name}">{index(suit, rank)}</g>' + use(name, "rotate(180 104 160)")
