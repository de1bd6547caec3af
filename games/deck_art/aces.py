"""The four aces: one large sign, dressed with rays, laurel, ribbon or leaves."""

from math import pi

from games.deck_art.geometry import mirrored, petals, polar, star, symmetric
from games.deck_art.palette import BLUE, GOLD, GREEN, RED
from games.deck_art.pen import disc, flat, group, line, shape
from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, sign

CENTRE = (104.0, 160.0)


def ace(suit: Suit) -> str:
    """The 1 of a suit."""
    return {
        OROS: _ace_of_oros,
        COPAS: _ace_of_copas,
        ESPADAS: _ace_of_espadas,
        BASTOS: _ace_of_bastos,
    }[suit]()


def rays(x: float, y: float, inner: float, outer: float, count: int) -> str:
    """A sun: straight rays of gold, and flames of red between them."""
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
    """One laurel leaf growing from a point."""
    blade = shape("M0 0C8-10 22-10 31 0C22 9 8 9 0 0Z", GREEN.base, 2.2)
    return group(blade + flat("M3-1C9-7 20-7 27-1Z", GREEN.light), x, y, turn, size)


def _spray(points: tuple[tuple[float, float], ...], first: float, bend: float, size: float) -> str:
    """Pairs of leaves up both sides of the card, smaller towards the tip."""
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
