"""The reyes: standing in robe and mantle, the sign held high."""

from typing import NamedTuple

from games.deck_art.courts import faces, headgear
from games.deck_art.courts.dress import ermine, fist, ground
from games.deck_art.courts.faces import Look, head
from games.deck_art.geometry import hatch, petals, star
from games.deck_art.palette import (
    BLACK_HAIR,
    BLUE,
    BROWN_HAIR,
    GINGER_HAIR,
    GOLD,
    GREEN,
    RED,
    STEEL,
    WHITE_HAIR,
    Tones,
)
from games.deck_art.pen import disc, flat, group, line, shape
from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, held


class Rey(NamedTuple):
    """A king: who he is, what he wears, and how large his sign is."""

    look: Look
    crown: str
    robe: Tones
    mantle: Tones
    panel: Tones
    jewels: str
    sign_height: float


JEWELS = ((91, 221), (90, 243), (89, 264))
REYES = {
    OROS: Rey(
        look=Look(WHITE_HAIR, faces.long_hair, faces.long_beard),
        crown=headgear.royal_crown(),
        robe=RED,
        mantle=GOLD,
        panel=GOLD,
        jewels="".join(star(x, y, 9, 5, 8) for x, y in JEWELS),
        sign_height=56,
    ),
    COPAS: Rey(
        look=Look(BROWN_HAIR, faces.bobbed, faces.goatee),
        crown=headgear.arched_crown(),
        robe=BLUE,
        mantle=RED,
        panel=GOLD,
        jewels="".join(star(x, y, 8, 8, 2) for x, y in JEWELS),
        sign_height=72,
    ),
    ESPADAS: Rey(
        look=Look(BLACK_HAIR, faces.curls, faces.full_beard),
        crown=headgear.spiked_crown(),
        robe=BLUE,
        mantle=RED,
        panel=STEEL,
        jewels="".join(star(x, y, 9.5, 3.5, 4) for x, y in JEWELS),
        sign_height=114,
    ),
    BASTOS: Rey(
        look=Look(GINGER_HAIR, faces.bobbed, faces.moustache),
        crown=headgear.leafy_crown(),
        robe=GREEN,
        mantle=RED,
        panel=GOLD,
        jewels="".join(petals(x, y, 0, 9.5, 6, 3) for x, y in JEWELS),
        sign_height=114,
    ),
}
HAND = (158.0, 122.0)


def rey(suit: Suit) -> str:
    """The 12 of a suit."""
    king = REYES[suit]
    return (
        ground()
        + _mantle(king.mantle)
        + _robe(king.robe)
        + _panel(king)
        + _resting_arm(king.robe)
        + held(suit, *HAND, king.sign_height)
        + _raised_arm(king.robe)
        + _collar()
        + group(head(king.look) + king.crown, 96, 101, 0, 1.1)
    )


def _mantle(cloth: Tones) -> str:
    return (
        shape(
            "M70 136C46 156 38 220 21 289C48 299 110 299 137 291C141 232 136 164 120 136Z",
            cloth.base,
        )
        + flat("M68 142C50 160 42 224 26 287L36 290C48 226 54 170 72 146Z", cloth.light)
        + flat("M122 140C134 168 138 232 134 290L126 292C130 230 128 170 118 146Z", cloth.shade)
        + line("M50 194C46 226 42 252 34 286M58 180C52 216 48 250 44 284", 1.5, cloth.shade)
    )


def _robe(cloth: Tones) -> str:
    folds = (
        "M66 214C64 244 60 268 56 290M118 214C120 240 120 268 118 288M112 222"
        "C113 244 113 268 112 288"
    )
    hem = "M47 276C72 285 104 285 127 276L127 289C106 298 70 298 45 289Z"
    tails = tuple(
        (x, y) for x, y in zip(range(53, 126, 11), (282, 284, 286, 287, 287, 286, 283), strict=True)
    )
    return (
        shape(
            "M72 138C60 170 54 232 45 289C70 297 106 297 127 289C131 240 128 172 119 138Z",
            cloth.base,
        )
        + flat("M74 144C64 172 58 230 50 282L60 285C66 230 70 172 80 146Z", cloth.light)
        + flat("M118 144C126 174 128 236 124 280L115 282C119 236 118 176 112 148Z", cloth.shade)
        + line(folds, 1.5)
        + line(hatch(117, 212, (9, -4), (0.3, 8), 8), 1.2)
        + ermine(hem, tails)
    )


def _panel(king: Rey) -> str:
    return (
        shape(
            "M84 144C80 190 75 240 72 279C84 282 96 282 106 279C108 240 108 190 105 144Z",
            king.panel.base,
            2.2,
        )
        + flat("M86 148C82 190 78 240 75 278L82 279C84 240 87 190 91 148Z", king.panel.light)
        + shape(king.jewels, RED.base, 1.4)
        + shape(
            "M62 190C80 199 106 199 122 190L123 200C106 209 80 209 60 200Z", king.mantle.shade, 2.2
        )
        + shape(star(92, 201, 9, 9, 4), GOLD.base, 1.8)
        + disc(92, 201, 3.4, RED.base, 1.2)
    )


def _resting_arm(cloth: Tones) -> str:
    return (
        shape(
            "M70 140C50 150 42 172 48 196C56 206 72 204 84 194L79 178C72 180 70 174 78 160Z",
            cloth.base,
        )
        + flat("M68 145C54 156 47 174 52 194L60 198C54 178 60 158 74 148Z", cloth.light)
        + line("M70 168C64 176 62 186 66 196", 1.5)
        + ermine("M79 175L88 193L80 199L71 181Z", ())
        + fist(90, 186)
    )


def _raised_arm(cloth: Tones) -> str:
    return (
        shape(
            "M112 138C128 138 138 150 144 146L150 132L167 138C168 158 160 178 142 182"
            "C126 182 114 172 108 162Z",
            cloth.base,
        )
        + flat(
            "M164 146C162 162 154 174 142 178C132 178 122 172 116 166C132 170 150 164 157 142Z",
            cloth.shade,
        )
        + line("M144 146C143 152 139 157 133 158", 1.5)
        + ermine("M148 126L170 134L167 144L145 136Z", ((153, 130), (162, 133)))
        + fist(*HAND)
    )


def _collar() -> str:
    return ermine(
        "M66 136C76 124 116 124 126 136C133 150 116 166 96 168C74 166 60 150 66 136Z",
        ((72, 142), (84, 152), (96, 156), (108, 152), (119, 142), (78, 134), (113, 134)),
    )
