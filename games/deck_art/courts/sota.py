"""The sotas: pages on foot with the sign at their side."""

from typing import NamedTuple

from games.deck_art.courts import faces, headgear
from games.deck_art.courts.dress import buttons, fist, ground
from games.deck_art.courts.faces import Look, head
from games.deck_art.geometry import hatch, placed, star
from games.deck_art.palette import (
    BLACK_HAIR,
    BLOND_HAIR,
    BLUE,
    BROWN_HAIR,
    GINGER_HAIR,
    GOLD,
    GREEN,
    LEATHER,
    LINEN,
    RED,
    Tones,
)
from games.deck_art.pen import flat, group, line, shape
from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, held


class Sota(NamedTuple):
    """A page: who he is and what he wears; one leg has the cloak's colour, the other its own."""

    look: Look
    hat: str
    tunic: Tones
    cloak: Tones
    hose: Tones
    sign_height: float


SOTAS = {
    OROS: Sota(
        look=Look(BLOND_HAIR, faces.bobbed, faces.shaven),
        hat=headgear.beret(BLUE),
        tunic=RED,
        cloak=BLUE,
        hose=GOLD,
        sign_height=66,
    ),
    COPAS: Sota(
        look=Look(BROWN_HAIR, faces.cropped, faces.shaven),
        hat=headgear.rolled_hood(RED),
        tunic=GOLD,
        cloak=RED,
        hose=BLUE,
        sign_height=84,
    ),
    ESPADAS: Sota(
        look=Look(BLACK_HAIR, faces.long_hair, faces.moustache),
        hat=headgear.broad_hat(BLUE, RED),
        tunic=BLUE,
        cloak=RED,
        hose=GOLD,
        sign_height=160,
    ),
    BASTOS: Sota(
        look=Look(GINGER_HAIR, faces.curls, faces.shaven),
        hat=headgear.hunters_cap(GREEN),
        tunic=GREEN,
        cloak=RED,
        hose=GOLD,
        sign_height=166,
    ),
}
HAND = (152.0, 166.0)


def sota(suit: Suit) -> str:
    """The 10 of a suit."""
    page = SOTAS[suit]
    return (
        ground()
        + _cloak(page.cloak)
        + _legs(page.cloak, page.hose)
        + _tunic(page.tunic, page.cloak)
        + _arm_on_the_hip(page.tunic)
        + held(suit, *HAND, page.sign_height)
        + _holding_arm(page.tunic)
        + _ruff()
        + group(head(page.look) + page.hat, 95, 98, 0, 1.1)
    )


def _cloak(cloth: Tones) -> str:
    return (
        shape(
            "M72 134C50 152 40 206 36 254C52 262 76 256 88 244L110 244C120 250 126 250 132 246"
            "C134 200 130 158 116 134Z",
            cloth.base,
        )
        + flat("M70 140C54 158 46 208 41 251L50 253C54 208 60 168 76 142Z", cloth.light)
        + line("M60 190C56 214 54 234 54 252M68 206C66 226 66 238 66 248", 1.5)
    )


def _legs(left: Tones, right: Tones) -> str:
    return (
        shape("M70 222C68 246 66 264 64 280L84 281C88 262 92 244 94 224Z", left.base)
        + flat("M74 226C72 248 70 264 68 279L74 280C77 262 80 246 82 226Z", left.light)
        + shape("M94 224C96 246 98 264 98 281L117 280C119 262 120 244 118 222Z", right.base)
        + flat("M112 224C114 246 113 264 112 279L117 279C119 262 120 244 118 224Z", right.shade)
        + line("M99 252C104 255 112 255 118 252M70 252C76 255 84 255 89 252", 1.6)
        + _shoe(86, -1)
        + _shoe(96, 1)
    )


def _shoe(heel: int, way: int) -> str:
    """A pointed shoe; `way` is -1 to the left and 1 to the right."""
    leather = "M0 0L21 0C24 7 31 9 35 7C37 14 31 18 25 18L0 18Z"
    return shape(placed(leather, heel, 277, way), LEATHER.base, 2.2) + line(
        placed("M3 6L20 6", heel, 277, way), 1.6, GOLD.base
    )


def _tunic(cloth: Tones, trim: Tones) -> str:
    skirt = (
        "M68 190C64 204 60 216 58 230C72 240 84 232 94 238C106 232 118 240 130 230"
        "C128 216 124 204 120 190Z"
    )
    return (
        shape(
            "M72 136C66 156 68 176 68 194C84 202 106 202 120 194C120 176 122 156 116 136Z",
            cloth.base,
        )
        + flat("M74 142C70 158 72 176 72 192L80 195C78 176 78 160 82 142Z", cloth.light)
        + flat("M114 142C118 158 116 176 116 192L108 195C110 176 110 160 107 142Z", cloth.shade)
        + shape(skirt, cloth.base)
        + flat("M70 202C66 214 64 222 62 229L72 232C74 220 76 212 80 203Z", cloth.light)
        + flat("M119 202C123 214 125 222 126 229L117 232C115 220 113 212 110 203Z", cloth.shade)
        + line("M82 206C80 216 78 224 78 232M94 208V236M107 206C109 216 111 224 111 232", 1.6)
        + shape("M67 187C84 195 104 195 121 187L122 197C104 206 84 206 66 197Z", GOLD.base, 2.2)
        + shape(star(94, 198, 7.5, 7.5, 4), trim.base, 1.8)
        + buttons(94, range(152, 186, 10))
        + line(hatch(107, 150, (9, -4), (0, 7), 6), 1.2)
    )


def _arm_on_the_hip(cloth: Tones) -> str:
    return (
        shape(
            "M72 138C54 142 40 160 38 174C42 188 56 194 70 192L72 180C64 178 60 174 62 170"
            "C68 162 76 158 80 154Z",
            cloth.base,
        )
        + flat("M69 143C56 148 45 162 43 173L49 181C52 166 62 154 74 148Z", cloth.light)
        + line("M62 170C58 172 54 172 51 170", 1.5)
        + shape("M70 178L64 176L60 194L68 196Z", LINEN.base, 2)
        + fist(74, 187)
    )


def _holding_arm(cloth: Tones) -> str:
    return (
        shape(
            "M112 138C128 140 134 152 138 160L146 156L153 172C148 184 136 188 128 182"
            "C116 174 110 164 108 154Z",
            cloth.base,
        )
        + flat(
            "M150 172C146 182 136 185 129 179C122 174 116 167 113 160C122 172 136 176 147 164Z",
            cloth.shade,
        )
        + line("M138 160C137 165 134 168 130 168", 1.5)
        + shape("M142 155L149 153L157 171L150 175Z", LINEN.base, 2)
        + fist(*HAND)
    )


def _ruff() -> str:
    frill = (
        "M70 134C68 128 74 124 78 126C82 121 88 121 91 124C96 120 102 121 105 125"
        "C110 122 117 126 116 132C120 138 114 143 109 141C105 146 99 146 95 142"
        "C91 146 84 146 81 142C75 144 69 140 70 134Z"
    )
    return shape(frill, LINEN.base, 2.2) + line(
        "M80 131L78 138M88 132L87 140M98 132L99 140M107 131L110 137", 1.3, LINEN.shade
    )
