"""A whole card: paper, pinta, figure and indices; and the back."""

from math import hypot

from games.deck_art.aces import ace, rays
from games.deck_art.courts import court
from games.deck_art.geometry import mirrored, petals
from games.deck_art.numerals import both_indices
from games.deck_art.palette import EDGE, GOLD, PAPER, RED
from games.deck_art.pen import disc, flat, line
from games.deck_art.pips import pips
from games.deck_art.suits import OROS, Suit, sign

WIDTH, HEIGHT = 208, 320
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
GAP, GAP_STEP = 17.0, 37.0
MESH = 28


def face(suit: Suit, rank: int) -> str:
    """The drawing of one card."""
    return paper() + pinta(suit.gaps) + _figure(suit, rank) + both_indices(suit, rank)


def _figure(suit: Suit, rank: int) -> str:
    if rank == 1:
        return ace(suit)
    return pips(suit, rank) if rank <= 7 else court(suit, rank)


def paper() -> str:
    """The card itself."""
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="15" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
    )


def pinta(gaps: int) -> str:
    """The frame, whose gaps above and below tell the suit of a hand held fanned."""
    sides = "M20 12Q12 12 12 20V300Q12 308 20 308M188 12Q196 12 196 20V300Q196 308 188 308"
    return line(sides + _broken_line(gaps, 12) + _broken_line(gaps, 308), 2.4)


def _broken_line(gaps: int, y: int) -> str:
    centres = [WIDTH / 2 + (gap - (gaps - 1) / 2) * GAP_STEP for gap in range(gaps)]
    starts = [20.0, *(centre + GAP / 2 for centre in centres)]
    ends = [*(centre - GAP / 2 for centre in centres), 188.0]
    return "".join(f"M{a:g} {y}H{b:g}" for a, b in zip(starts, ends, strict=True))


def back() -> str:
    """The back: a red lattice with the coin's sun in the middle, the same either way up."""
    border = "M24 18H184Q190 18 190 24V296Q190 302 184 302H24Q18 302 18 296V24Q18 18 24 18Z"
    return (
        paper()
        + f'<rect x="11" y="11" width="186" height="298" rx="9" fill="{RED.shade}"/>'
        + line(_lattice(), 2.2, RED.base)
        + flat(_flowers(), GOLD.shade)
        + line(border, 2.6, GOLD.base)
        + disc(104, 160, 80, RED.shade, 5)
        + line("M104 80A80 80 0 0 1 104 240A80 80 0 0 1 104 80Z", 2.4, GOLD.base)
        + rays(104, 160, 46, 72, 12)
        + sign(OROS, 104, 160, 100)
    )


def _lattice() -> str:
    wide, high = 168, 280
    falling = (
        f"M{20 + min(k, wide)} {20 + max(k - wide, 0)}L{20 + max(k - high, 0)} {20 + min(k, high)}"
        for k in range(MESH, wide + high, MESH)
    )
    slope = "".join(falling)
    return slope + mirrored(slope, WIDTH / 2)


def _flowers() -> str:
    half = MESH // 2
    return "".join(
        petals(x, y, 1, 8, 4.5, 4)
        for x in range(20 + half, 188, half)
        for y in range(20 + half, 300, half)
        if (x + y - 40) % MESH and hypot(x - 104, y - 160) > 86
    )
