"""The second Spanish deck: *clásica*, as the decks of Argentine bars look, drawn anew.

The figures are those of the first deck, in the four plain inks of a printer's stone, larger on
white card. A double rule with the gaps of the suit runs close to the edge, the number stands small
in its corner, and the back is a blue lattice.
"""

import re
from collections.abc import Mapping
from typing import Final

from games.artwork.cards import (
    CENTRE,
    DIGITS,
    GAP,
    HEIGHT,
    HEIGHTS,
    SPOTS,
    WIDTH,
    ace,
    turn_of,
)
from games.artwork.courts import court
from games.artwork.pen import (
    BLUE,
    EDGE,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    PAPER,
    RED,
    SKIN,
    STEEL,
    WOOD,
    Tones,
    disc,
    flat,
    group,
    line,
    mirrored,
    petals,
    placed,
    use,
)
from games.artwork.suits import BASTOS, ESPADAS, OROS, Suit, sign

INKS: Final[Mapping[Tones, Tones]] = {
    GOLD: Tones("#ffec6e", "#ffcf1a", "#d28a00"),
    RED: Tones("#f2664f", "#dd1f26", "#9c1220"),
    BLUE: Tones("#7cb9ec", "#1b62b5", "#123f7d"),
    GREEN: Tones("#8fce5c", "#2c8a3c", "#185c28"),
    STEEL: Tones("#ffffff", "#dbe6f1", "#90a7bf"),
    WOOD: Tones("#f0c988", "#c4853b", "#7f4f1d"),
    LEATHER: Tones("#b4703a", "#82461b", "#532a0e"),
    SKIN: Tones("#f6bd98", "#fbdcbb", "#e6ae80"),
}
"""What the colours of the first deck are printed with."""
_PLAIN: Final = {PAPER: "#fffef8", INK: "#17141f", EDGE: "#c4bfb6"}
_PRINTED: Final = _PLAIN | {
    old: new for tones, inks in INKS.items() for old, new in zip(tones, inks, strict=True)
}
_COLOURS: Final = re.compile("|".join(map(re.escape, _PRINTED)))
INNER, OUTER = 17, 11
GAP_STEP = 30
MOST_PIPS: Final = 7
SPREAD: Final = {2: (1.25, 1.08), 4: (1.4, 1.2), 5: (1.4, 1.15), 6: (1.35, 1.15)}
"""How far apart the signs of a rank are, and how large, by the first deck."""


def printed(drawing: str) -> str:
    """Return a drawing of the first deck in the inks of this one."""
    return _COLOURS.sub(lambda match: _PRINTED[match[0]], drawing)


def classic_face(suit: Suit, rank: int) -> str:
    """Draw the face of one card."""
    x, y = CENTRE
    frame = _card() + _rules(suit.gaps)
    if 1 < rank <= MOST_PIPS:
        return frame + _pips(suit, rank) + _corners(suit, rank)
    figure, size = (ace(suit), 1.1) if rank == 1 else (court(suit, rank), 1.04)
    moved = group(figure, x - size * x, y - size * y, 0, size)
    return frame + moved + _corners(suit, rank)


def _pips(suit: Suit, rank: int) -> str:
    """Draw the signs wider apart than in the first deck: no emblem stands in the corner."""
    wide, size = SPREAD.get(rank, (1.12, 1.0))
    if suit in (ESPADAS, BASTOS):
        size = min(size, 1.04)  # long signs stand over each other
    return "".join(
        sign(
            suit,
            CENTRE[0] + wide * (x - CENTRE[0]),
            y,
            size * HEIGHTS[suit][rank],
            turn_of(suit, rank, (x, y)),
        )
        for x, y in SPOTS[suit][rank]
    )


def _card() -> str:
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="11" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
    )


def _rules(gaps: int) -> str:
    """Draw the double rule; gaps above and below tell the suit in a fanned hand."""
    return line(_rule(OUTER, gaps), 2.2) + line(_rule(INNER, gaps), 1.1)


def _rule(inset: int, gaps: int) -> str:
    left, right, top, bottom = inset, WIDTH - inset, inset, HEIGHT - inset
    centres = [WIDTH / 2 + (gap - (gaps - 1) / 2) * GAP_STEP for gap in range(gaps)]
    starts = [left, *(centre + GAP / 2 for centre in centres)]
    ends = [*(centre - GAP / 2 for centre in centres), right]
    across = "".join(
        f"M{a:g} {y}H{b:g}" for y in (top, bottom) for a, b in zip(starts, ends, strict=True)
    )
    return f"M{left} {top}V{bottom}M{right} {top}V{bottom}{across}"


DIGIT = 16.0


def _corners(suit: Suit, rank: int) -> str:
    """Draw the number at the top left and, turned, at the bottom right, each on a patch of card."""
    digits = str(rank)
    wide = 1.24 if rank < 10 else 1.02
    name, breadth = f"i{rank}{suit.letter}", (DIGIT * len(digits) + 8) * wide
    patch = f"M5 5H{8 + breadth:g}V50H5Z"
    strokes = "".join(
        placed(DIGITS[digit], 12 + place * (DIGIT + 2) * wide, 13, wide, 1.24)
        for place, digit in enumerate(digits)
    )
    return f'<g id="{name}">{flat(patch, PAPER)}{line(strokes, 5.4, suit.colour)}</g>' + use(
        name, "rotate(180 104 160)"
    )


def classic_back() -> str:
    """Draw the back: a blue lattice with a coin in the middle, the same either way up."""
    falling = _falling_lines()
    return (
        _card()
        + f'<rect x="11" y="11" width="186" height="298" rx="5" fill="{BLUE.base}"/>'
        + line(falling + mirrored(falling, WIDTH / 2), 2.4, PAPER)
        + f'<rect x="14" y="14" width="180" height="292" rx="4" stroke="{PAPER}" stroke-width="4"/>'
        + disc(104, 160, 58, BLUE.shade, 3)
        + flat(petals(104, 160, 12, 56, 15, 12), PAPER)
        + sign(OROS, 104, 160, 66)
    )


def _falling_lines() -> str:
    """Draw parallel lines from upper left to lower right, cut off at the border."""
    left, right, top, bottom, step = 14, 194, 14, 306, 18
    starts = [(x, top) for x in range(left, right, step)]
    starts += [(left, y) for y in range(top + step, bottom, step)]
    ends = [min(right - x, bottom - y) for x, y in starts]
    return "".join(
        f"M{x} {y}L{x + length} {y + length}" for (x, y), length in zip(starts, ends, strict=True)
    )
