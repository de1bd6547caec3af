"""The court cards sota, caballo and rey, a different figure in each suit.

Sotas are pages on foot with the sign at their side; caballos are riders on rearing horses,
holding the sign in front; reyes stand in robe and mantle, the sign held high.
"""

from typing import NamedTuple

from games.artwork import figures
from games.artwork.figures import (
    BLACK,
    CHESTNUT,
    GREY,
    PIEBALD,
    Appearance,
    Coat,
    buttons,
    ermine,
    fist,
    ground,
    head,
    horse,
)
from games.artwork.pen import (
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
    WHITE_HAIR,
    WOOD,
    Tones,
    disc,
    flat,
    group,
    hatch,
    line,
    petals,
    placed,
    shape,
    star,
)
from games.artwork.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, draw_held_suit


def caballo(suit: Suit) -> str:
    """Draw the 11 of a suit."""
    rider = CABALLOS[suit]
    return (
        ground()
        + _cape(rider.cape)
        + draw_held_suit(suit, *REY_HAND, rider.sign_height, rider.tilt)
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


def rey(suit: Suit) -> str:
    """Draw the 12 of a suit."""
    king = REYES[suit]
    return enthroned(king, draw_held_suit(suit, *KING_HAND, king.sign_height))


def enthroned(king: "Rey", attribute: str) -> str:
    """Draw a king or queen in robe and mantle, with what the raised hand holds."""
    return (
        ground()
        + _mantle(king.mantle)
        + _robe(king.robe)
        + _panel(king)
        + _resting_arm(king.robe)
        + attribute
        + _king_raised_arm(king.robe)
        + _king_collar()
        + group(head(king.look) + king.crown, 96, 101, 0, 1.1)
    )


def sota(suit: Suit) -> str:
    """Draw the 10 of a suit."""
    page = SOTAS[suit]
    return on_foot(page, draw_held_suit(suit, *PAGE_HAND, page.sign_height))


def on_foot(page: "Sota", attribute: str) -> str:
    """Draw a page, with what the hand at the side holds."""
    return (
        ground()
        + _cloak(page.cloak)
        + _legs(page.cloak, page.hose)
        + _tunic(page.tunic, page.cloak)
        + _arm_on_the_hip(page.tunic)
        + attribute
        + _holding_arm(page.tunic)
        + _ruff()
        + group(head(page.look) + page.hat, 95, 98, 0, 1.1)
    )


COURTS = {10: sota, 11: caballo, 12: rey}


def court(suit: Suit, rank: int) -> str:
    """Draw the figure of a 10, 11 or 12."""
    return COURTS[rank](suit)


class Caballo(NamedTuple):
    """A rider: his head, clothes, horse, and how he holds the sign."""

    look: Appearance
    hat: str
    tunic: Tones
    cape: Tones
    hose: Tones
    horse: Coat
    sign_height: float
    tilt: float = 0


CABALLOS = {
    OROS: Caballo(
        look=Appearance(BROWN_HAIR, figures.bobbed, figures.goatee),
        hat=figures.broad_hat(RED, LINEN),
        tunic=RED,
        cape=BLUE,
        hose=GOLD,
        horse=GREY,
        sign_height=52,
    ),
    COPAS: Caballo(
        look=Appearance(BLACK_HAIR, figures.cropped, figures.moustache),
        hat=figures.turban(GOLD),
        tunic=BLUE,
        cape=RED,
        hose=RED,
        horse=CHESTNUT,
        sign_height=66,
    ),
    ESPADAS: Caballo(
        look=Appearance(BLOND_HAIR, figures.cropped, figures.shaven),
        hat=figures.helmet(RED),
        tunic=STEEL,
        cape=BLUE,
        hose=BLUE,
        horse=BLACK,
        sign_height=90,
        tilt=10,
    ),
    BASTOS: Caballo(
        look=Appearance(GINGER_HAIR, figures.curls, figures.full_beard),
        hat=figures.country_hat(WOOD),
        tunic=GREEN,
        cape=RED,
        hose=RED,
        horse=PIEBALD,
        sign_height=88,
        tilt=10,
    ),
}
REY_HAND = (146.0, 92.0)


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
        + fist(*REY_HAND)
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


class Rey(NamedTuple):
    """A king: his head, clothes, and the size of his sign."""

    look: Appearance
    crown: str
    robe: Tones
    mantle: Tones
    panel: Tones
    jewels: str
    sign_height: float


JEWELS = ((91, 221), (90, 243), (89, 264))
REYES = {
    OROS: Rey(
        look=Appearance(WHITE_HAIR, figures.long_hair, figures.long_beard),
        crown=figures.royal_crown(),
        robe=RED,
        mantle=GOLD,
        panel=GOLD,
        jewels="".join(star(x, y, 9, 5, 8) for x, y in JEWELS),
        sign_height=56,
    ),
    COPAS: Rey(
        look=Appearance(BROWN_HAIR, figures.bobbed, figures.goatee),
        crown=figures.arched_crown(),
        robe=BLUE,
        mantle=RED,
        panel=GOLD,
        jewels="".join(star(x, y, 8, 8, 2) for x, y in JEWELS),
        sign_height=72,
    ),
    ESPADAS: Rey(
        look=Appearance(BLACK_HAIR, figures.curls, figures.full_beard),
        crown=figures.spiked_crown(),
        robe=BLUE,
        mantle=RED,
        panel=STEEL,
        jewels="".join(star(x, y, 9.5, 3.5, 4) for x, y in JEWELS),
        sign_height=114,
    ),
    BASTOS: Rey(
        look=Appearance(GINGER_HAIR, figures.bobbed, figures.moustache),
        crown=figures.leafy_crown(),
        robe=GREEN,
        mantle=RED,
        panel=GOLD,
        jewels="".join(petals(x, y, 0, 9.5, 6, 3) for x, y in JEWELS),
        sign_height=114,
    ),
}
KING_HAND = (158.0, 122.0)


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


def _king_raised_arm(cloth: Tones) -> str:
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
        + fist(*KING_HAND)
    )


def _king_collar() -> str:
    return ermine(
        "M66 136C76 124 116 124 126 136C133 150 116 166 96 168C74 166 60 150 66 136Z",
        ((72, 142), (84, 152), (96, 156), (108, 152), (119, 142), (78, 134), (113, 134)),
    )


class Sota(NamedTuple):
    """A page: head and clothes; one leg has the cloak's colour, the other its own."""

    look: Appearance
    hat: str
    tunic: Tones
    cloak: Tones
    hose: Tones
    sign_height: float


SOTAS = {
    OROS: Sota(
        look=Appearance(BLOND_HAIR, figures.bobbed, figures.shaven),
        hat=figures.beret(BLUE),
        tunic=RED,
        cloak=BLUE,
        hose=GOLD,
        sign_height=66,
    ),
    COPAS: Sota(
        look=Appearance(BROWN_HAIR, figures.cropped, figures.shaven),
        hat=figures.rolled_hood(RED),
        tunic=GOLD,
        cloak=RED,
        hose=BLUE,
        sign_height=84,
    ),
    ESPADAS: Sota(
        look=Appearance(BLACK_HAIR, figures.long_hair, figures.moustache),
        hat=figures.broad_hat(BLUE, RED),
        tunic=BLUE,
        cloak=RED,
        hose=GOLD,
        sign_height=160,
    ),
    BASTOS: Sota(
        look=Appearance(GINGER_HAIR, figures.curls, figures.shaven),
        hat=figures.hunters_cap(GREEN),
        tunic=GREEN,
        cloak=RED,
        hose=GOLD,
        sign_height=166,
    ),
}
PAGE_HAND = (152.0, 166.0)


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
    """Draw a pointed shoe; `way` is -1 to the left and 1 to the right."""
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
        + fist(*PAGE_HAND)
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
