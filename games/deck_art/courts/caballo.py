"""The caballos: riders on rearing horses, the sign held up before them."""

from typing import NamedTuple

from games.deck_art.courts import faces, headgear
from games.deck_art.courts.dress import buttons, fist, ground
from games.deck_art.courts.faces import Look, head
from games.deck_art.courts.horse import BLACK, CHESTNUT, GREY, PIEBALD, Coat, horse
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
    STEEL,
    WOOD,
    Tones,
)
from games.deck_art.pen import disc, flat, group, line, shape
from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, held


class Caballo(NamedTuple):
    """A rider: who he is, what he wears, the horse under him, and how he holds the sign."""

    look: Look
    hat: str
    tunic: Tones
    cape: Tones
    hose: Tones
    horse: Coat
    sign_height: float
    tilt: float = 0


CABALLOS = {
    OROS: Caballo(
        look=Look(BROWN_HAIR, faces.bobbed, faces.goatee),
        hat=headgear.broad_hat(RED, LINEN),
        tunic=RED,
        cape=BLUE,
        hose=GOLD,
        horse=GREY,
        sign_height=52,
    ),
    COPAS: Caballo(
        look=Look(BLACK_HAIR, faces.cropped, faces.moustache),
        hat=headgear.turban(GOLD),
        tunic=BLUE,
        cape=RED,
        hose=RED,
        horse=CHESTNUT,
        sign_height=66,
    ),
    ESPADAS: Caballo(
        look=Look(BLOND_HAIR, faces.cropped, faces.shaven),
        hat=headgear.helmet(RED),
        tunic=STEEL,
        cape=BLUE,
        hose=BLUE,
        horse=BLACK,
        sign_height=90,
        tilt=10,
    ),
    BASTOS: Caballo(
        look=Look(GINGER_HAIR, faces.curls, faces.full_beard),
        hat=headgear.country_hat(WOOD),
        tunic=GREEN,
        cape=RED,
        hose=RED,
        horse=PIEBALD,
        sign_height=88,
        tilt=10,
    ),
}
HAND = (146.0, 92.0)


def caballo(suit: Suit) -> str:
    """The 11 of a suit."""
    rider = CABALLOS[suit]
    return (
        ground()
        + _cape(rider.cape)
        + held(suit, *HAND, rider.sign_height, rider.tilt)
        + _raised_arm(rider.tunic)
        + horse(rider.horse)
        + _saddle(rider.cape)
        + _leg(rider.hose)
        + _torso(rider.tunic)
        + _bridle()
        + _rein_arm(rider.tunic)
        + _collar()
        + group(head(rider.look) + rider.hat, 96, 93, 0, 1.02)
    )


def _cape(cloth: Tones) -> str:
    return (
        shape(
            "M90 124C70 130 48 122 28 132C36 142 30 154 22 166C42 178 62 172 82 178L96 160Z",
            cloth.base,
        )
        + flat(
            "M84 130C68 136 50 130 36 135C42 142 42 148 40 154C54 146 70 144 88 142Z", cloth.light
        )
        + line("M82 144C64 148 48 152 38 162M82 156C70 158 60 162 52 168", 1.5, cloth.shade)
    )


def _raised_arm(cloth: Tones) -> str:
    return (
        shape("M106 126C118 126 128 114 134 96L151 104C148 126 134 146 112 148Z", cloth.base)
        + flat("M147 106C143 124 132 140 114 144L112 138C128 134 138 120 142 104Z", cloth.shade)
        + shape("M132 94L154 102L151 110L130 102Z", LINEN.base, 2)
        + fist(*HAND)
    )


def _saddle(cloth: Tones) -> str:
    return (
        shape(
            "M74 182C86 180 102 174 114 164C124 180 128 196 124 214C112 222 100 228 88 236"
            "C76 220 72 200 74 182Z",
            cloth.base,
        )
        + shape("M83 228C96 219 110 212 124 205L124 214C112 222 100 228 88 236Z", GOLD.base, 2)
        + flat("M78 186C76 202 79 216 83 224L89 220C84 210 82 198 84 184Z", cloth.light)
        + line("M92 223L95 230M102 217L105 224M112 212L115 219", 1.4)
    )


def _leg(hose: Tones) -> str:
    return (
        shape(
            "M84 168C92 160 112 162 120 172C130 182 130 194 126 204L120 226L107 222L110 204"
            "C98 200 84 190 84 168Z",
            hose.base,
        )
        + flat(
            "M88 170C96 166 106 168 112 176C116 184 118 190 116 198C104 196 90 188 88 170Z",
            hose.light,
        )
        + shape(
            "M108 212L124 215L121 232C128 235 136 238 136 243C128 246 112 245 104 242Z",
            LEATHER.base,
        )
        + line("M107 220L123 222", 1.6, GOLD.base)
        + line("M103 246H124", 2.6, GOLD.shade)
    )


def _torso(cloth: Tones) -> str:
    return (
        shape(
            "M80 130C76 146 80 160 82 174C94 182 108 180 118 172C118 156 120 142 114 128Z",
            cloth.base,
        )
        + flat("M82 134C80 148 84 160 86 173L92 175C88 160 88 146 90 134Z", cloth.light)
        + flat("M113 134C116 146 114 160 114 171L107 174C108 160 108 146 106 134Z", cloth.shade)
        + buttons(99, range(142, 164, 9))
        + shape("M81 164C92 172 108 170 118 163L118 171C108 180 93 181 82 174Z", GOLD.base, 2.2)
    )


def _bridle() -> str:
    return (
        line(
            "M150 120C154 134 160 146 168 162M164 129L153 150M176 144C172 150 170 156 168 162",
            2.6,
            RED.shade,
        )
        + line("M168 162C154 178 140 176 124 164", 2.4, RED.shade)
        + disc(168, 161, 3, GOLD.base, 1.6)
    )


def _rein_arm(cloth: Tones) -> str:
    return (
        shape(
            "M84 130C70 136 66 154 76 164C86 172 104 172 116 168L114 156C104 158 94 156 92 150"
            "C94 146 96 142 97 138Z",
            cloth.base,
        )
        + flat("M82 136C72 142 70 154 79 162L86 165C78 156 80 146 88 138Z", cloth.light)
        + shape("M112 154L118 153L120 169L113 170Z", LINEN.base, 2)
        + fist(124, 161)
    )


def _collar() -> str:
    return shape(
        "M78 130C84 122 110 120 118 128C114 138 104 142 98 142C90 142 82 138 78 130Z",
        LINEN.base,
        2.2,
    ) + line("M88 132L86 137M97 134V140M107 132L109 137", 1.3, LINEN.shade)
