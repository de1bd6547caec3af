"""Whole cards: aces, numeral cards from 2 to 7, indices, paper, pinta and back.

An ace is one large sign with rays, laurel, ribbon or leaves. The number of an index is drawn as a
pen stroke, without a font.
"""

from math import hypot, pi

from games.artwork.courts import court
from games.artwork.pen import (
    BLUE,
    EDGE,
    GOLD,
    GREEN,
    PAPER,
    RED,
    disc,
    flat,
    group,
    line,
    mirrored,
    petals,
    place,
    placed,
    polar,
    shape,
    star,
    symmetric,
    use,
)
from games.artwork.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, sign

CENTRE = (104.0, 160.0)


def ace(suit: Suit) -> str:
    """Draw the 1 of a suit."""
    return {
        OROS: _ace_of_oros,
        COPAS: _ace_of_copas,
        ESPADAS: _ace_of_espadas,
        BASTOS: _ace_of_bastos,
    }[suit]()


def rays(x: float, y: float, inner: float, outer: float, count: int) -> str:
    """Draw a sun: straight golden rays with red flames between them."""
    step = 2 * pi / count
    straight = "".join(
        f"M{polar(x, y, inner, i * step - step / 4)}L{polar(x, y, outer, i * step)}"
        f"L{polar(x, y, inner, i * step + step / 4)}Z"
        for i in range(count)
    )
    flames = "".join(_flame(x, y, inner, outer, (i + 0.5) * step, step) for i in range(count))
    return shape(flames, RED.base, 2) + shape(straight, GOLD.base, 2)


def _flame(x: float, y: float, inner: float, outer: float, turn: float, step: float) -> str:
    middle = (inner + outer) / 2
    tip = polar(x, y, outer - (outer - inner) * 0.12, turn + step * 0.12)
    return (
        f"M{polar(x, y, inner, turn - step / 4)}"
        f"Q{polar(x, y, middle, turn - step * 0.45)} {polar(x, y, middle, turn - step * 0.05)}"
        f"Q{polar(x, y, outer - 5, turn + step * 0.2)} {tip}"
        f"Q{polar(x, y, middle + 4, turn + step * 0.5)} {polar(x, y, inner, turn + step / 4)}Z"
    )


def leaf(x: float, y: float, turn: float, size: float = 1) -> str:
    """Draw one laurel leaf that grows from a point."""
    blade = shape("M0 0C8-10 22-10 31 0C22 9 8 9 0 0Z", GREEN.base, 2.2)
    return group(blade + flat("M3-1C9-7 20-7 27-1Z", GREEN.light), x, y, turn, size)


def _spray(points: tuple[tuple[float, float], ...], first: float, bend: float, size: float) -> str:
    """Draw pairs of leaves up both sides of the card, smaller towards the tip."""
    leaves = ""
    for number, (aside, y) in enumerate(points):
        for spread in (-36, 36):
            turn = first + bend * number + spread
            scale = size - 0.03 * number
            leaves += leaf(104 + aside, y, turn, scale) + leaf(104 - aside, y, 180 - turn, scale)
    return leaves


def _ace_of_oros() -> str:
    return rays(*CENTRE, 55, 87, 12) + sign(OROS, *CENTRE, 122)


def _ace_of_copas() -> str:
    scroll = (
        "M52 176C28 164 24 192 40 200C52 206 58 198 54 192C62 204 66 214 76 224"
        "C62 226 40 220 32 208"
        "C18 190 24 158 54 166Z"
    )
    handles = scroll + mirrored(scroll, 104)
    return shape(handles, GOLD.base) + sign(COPAS, 104, 203, 158) + _lid_of_the_cup()


def _lid_of_the_cup() -> str:
    dome = "M104 84C124 84 148 104 153 142C140 152 120 154 104 154"
    brim = "M104 149C124 149 144 146 158 136L160 146C146 158 124 161 104 161"
    return (
        shape(symmetric(dome, 104), RED.base, 3)
        + flat("M98 88C78 92 62 112 58 142L72 147C74 122 82 102 98 88Z", RED.light)
        + flat("M126 94C138 106 146 124 148 143L138 146C138 124 134 106 126 94Z", RED.shade)
        + line("M104 88V148M92 90C82 106 78 126 78 148M116 90C126 106 130 126 130 148", 2)
        + shape(symmetric(brim, 104), GOLD.base, 2.6)
        + flat("M54 141C66 150 84 153 100 153L100 156C82 156 64 153 53 145Z", GOLD.light)
        + shape(
            "".join(star(x, y, 5, 5, 2) for x, y in ((70, 152), (104, 155), (138, 152))),
            BLUE.base,
            1.3,
        )
        + shape(symmetric("M104 78C112 78 120 82 120 90C112 94 108 94 104 94", 104), GOLD.base, 2.4)
        + shape(petals(104, 62, 2, 17, 7, 8), RED.base, 1.8)
        + disc(104, 62, 7, GOLD.base, 2.2)
        + disc(102, 60, 2.4, GOLD.light)
    )


def _ace_of_espadas() -> str:
    stem = "M110 222C150 202 162 148 149 98M98 222C58 202 46 148 59 98"
    points = ((18, 212.0), (31, 195), (41, 175), (47, 153), (49, 131), (46, 110))
    ribbon = (
        "M62 240C76 230 92 242 104 234C116 226 132 238 146 228L149 248"
        "C134 258 118 246 104 254C90 262 76 250 65 260Z"
    )
    tails = "M62 240L49 247L56 254L50 264L65 260M146 228L158 223L155 233L162 240L149 248"
    return (
        line(stem, 2.6, GREEN.shade)
        + _spray(points, -62, -6, 0.68)
        + sign(ESPADAS, 104, 160, 268)
        + shape(tails, RED.shade)
        + shape(ribbon, RED.base)
        + line("M67 243C79 236 92 247 104 240C116 232 132 242 144 234", 2, RED.light)
        + line("M72 250L71 254M80 249L80 253M128 249L129 253M136 247L137 251", 1.6)
    )


def _ace_of_bastos() -> str:
    left = ((86, 124, 205), (84, 136, 158), (89, 216, 165), (91, 228, 200))
    right = ((124, 164, -35), (124, 176, 12), (119, 226, 8), (119, 214, -38))
    leaves = "".join(leaf(x, y, turn, 1.2) for x, y, turn in (*left, *right))
    return leaves + leaf(126, 68, -30, 1.2) + leaf(126, 80, 14, 1.2) + sign(BASTOS, 104, 160, 268)


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
    """Return the strokes of the number in the corner, with a foot under a single 1."""
    strokes, x, wide = "", LEFT, _breadth(rank)
    for digit in str(rank):
        strokes += placed(DIGITS[digit], x, TOP, wide, HIGH)
        x += (WIDTHS.get(digit, FULL_WIDTH) + SPACING) * wide
    return strokes + (placed(FOOT_OF_THE_ACE, LEFT, TOP, wide, HIGH) if rank == 1 else "")


def middle(rank: int) -> float:
    """Return the axis of the emblem."""
    widths = [WIDTHS.get(digit, FULL_WIDTH) for digit in str(rank)]
    whole = FOOT if rank == 1 else sum(widths) + SPACING * (len(widths) - 1)
    return LEFT + whole * _breadth(rank) / 2


def _breadth(rank: int) -> float:
    """Return the width of a digit: two digits are narrower than one."""
    return 1.48 if rank < 10 else 1.28


def index(suit: Suit, rank: int) -> str:
    """Draw one corner: number and emblem."""
    return line(numeral(rank), STROKE, suit.colour) + use(
        f"m-{suit.letter}", place(middle(rank), EMBLEM_Y)
    )


def both_indices(suit: Suit, rank: int) -> str:
    """Draw the index at the top left, and rotated by 180 degrees at the bottom right."""
    name = f"i{rank}{suit.letter}"
    return f'<g id="{name}">{index(suit, rank)}</g>' + use(name, "rotate(180 104 160)")


Spots = tuple[tuple[float, float], ...]
BROAD: dict[int, Spots] = {
    2: ((104, 94), (104, 226)),
    3: ((104, 68), (104, 160), (104, 252)),
    4: ((75, 104), (133, 104), (75, 216), (133, 216)),
    5: ((75, 80), (133, 80), (104, 160), (75, 240), (133, 240)),
    6: ((77, 76), (131, 76), (77, 160), (131, 160), (77, 244), (131, 244)),
    7: ((77, 76), (131, 76), (50, 160), (104, 160), (158, 160), (77, 244), (131, 244)),
}
LONG: dict[int, Spots] = {
    2: ((80, 160), (128, 160)),
    3: ((104, 96), (71, 226), (137, 226)),
    4: ((77, 92), (131, 92), (77, 228), (131, 228)),
    5: ((70, 90), (138, 90), (104, 160), (70, 230), (138, 230)),
    6: ((68, 90), (104, 90), (140, 90), (68, 230), (104, 230), (140, 230)),
    7: ((69, 82), (104, 82), (139, 82), (104, 160), (69, 238), (104, 238), (139, 238)),
}
SPOTS = {OROS: BROAD, COPAS: BROAD, ESPADAS: LONG, BASTOS: LONG}
COIN_HEIGHTS = {2: 108, 3: 84, 4: 57, 5: 56, 6: 54, 7: 53}
CUP_HEIGHTS = {2: 122, 3: 86, 4: 79, 5: 77, 6: 76, 7: 70}
STAFF_HEIGHTS = {2: 236, 3: 128, 4: 130, 5: 120, 6: 114, 7: 106}
HEIGHTS = {
    OROS: COIN_HEIGHTS,
    COPAS: CUP_HEIGHTS,
    ESPADAS: STAFF_HEIGHTS,
    BASTOS: STAFF_HEIGHTS,
}
LYING = 90


def pips(suit: Suit, rank: int) -> str:
    """Draw the signs of a card from 2 to 7."""
    return "".join(
        sign(suit, x, y, HEIGHTS[suit][rank], turn_of(suit, rank, (x, y)))
        for x, y in SPOTS[suit][rank]
    )


def turn_of(suit: Suit, rank: int, spot: tuple[float, float]) -> float:
    """Return the rotation of a sign.

    The middle one of a long 7 is horizontal, easy to recognise.
    """
    return LYING if SPOTS[suit] is LONG and rank == 7 and spot == (104, 160) else 0


WIDTH, HEIGHT = 208, 320
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
GAP, GAP_STEP = 17.0, 37.0
MESH = 28


def face(suit: Suit, rank: int) -> str:
    """Draw the face of one card."""
    return paper() + pinta(suit.gaps) + _figure(suit, rank) + both_indices(suit, rank)


def _figure(suit: Suit, rank: int) -> str:
    if rank == 1:
        return ace(suit)
    return pips(suit, rank) if rank <= 7 else court(suit, rank)


def paper() -> str:
    """Draw the blank card."""
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="15" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
    )


def pinta(gaps: int) -> str:
    """Draw the frame; the gaps above and below identify the suit in a fanned hand."""
    sides = "M20 12Q12 12 12 20V300Q12 308 20 308M188 12Q196 12 196 20V300Q196 308 188 308"
    return line(sides + _broken_line(gaps, 12) + _broken_line(gaps, 308), 2.4)


def _broken_line(gaps: int, y: int) -> str:
    centres = [WIDTH / 2 + (gap - (gaps - 1) / 2) * GAP_STEP for gap in range(gaps)]
    starts = [20.0, *(centre + GAP / 2 for centre in centres)]
    ends = [*(centre - GAP / 2 for centre in centres), 188.0]
    return "".join(f"M{a:g} {y}H{b:g}" for a, b in zip(starts, ends, strict=True))


def back() -> str:
    """Draw the back: a red lattice with the coin's sun in the middle, symmetric top to bottom."""
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
