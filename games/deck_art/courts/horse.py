"""The horses of the caballos: rearing to the right, hind feet on the ground."""

from typing import NamedTuple

from games.deck_art.geometry import hatch
from games.deck_art.palette import BLACK_HAIR, BLOND_HAIR, INK, LEATHER, Tones
from games.deck_art.pen import disc, flat, group, line, shape


class Coat(NamedTuple):
    """A horse's colours, and the marks that tell it from the others."""

    body: Tones
    mane: Tones
    marks: str = ""


DAPPLES = (
    (62, 204, 3),
    (73, 213, 2.4),
    (57, 218, 2.6),
    (76, 198, 2.2),
    (132, 182, 2.4),
    (141, 192, 2.8),
    (141, 170, 2.4),
)
PATCHES = (
    "M136 142C146 144 150 158 144 172C136 180 126 176 124 168Z"
    "M56 198C70 190 80 200 76 214C64 220 50 212 56 198Z"
)
GREY = Coat(
    body=Tones("#ffffff", "#efe8dc", "#bdb2a6"),
    mane=Tones("#d9cdbd", "#a89c90", "#6f6459"),
    marks="".join(disc(x, y, r, "#bdb2a6") for x, y, r in DAPPLES),
)
CHESTNUT = Coat(body=Tones("#d98e52", "#a85c2a", "#713815"), mane=BLOND_HAIR)
BLACK = Coat(body=Tones("#7d7488", "#4a4252", "#2f2836"), mane=BLACK_HAIR)
PIEBALD = Coat(
    body=Tones("#f3dca6", "#d8b06a", "#a37a3c"), mane=LEATHER, marks=flat(PATCHES, "#fff6e0")
)
HIND_LEG = (
    "M42 206C36 226 44 244 55 252L50 263C52 272 60 279 62 288L75 288C73 278 69 270 71 264"
    "C82 258 93 250 95 238C98 224 88 210 72 204Z"
)
HIND_HOOF = "M61 287L76 287L82 297L61 297Z"
FORE_LEG = (
    "M138 174C150 184 164 186 173 189C180 192 179 199 175 204L170 211L159 207L163 201"
    "C150 206 134 204 124 192Z"
)
FORE_HOOF = "M171 210L158 206L152 213L166 219Z"
BODY = (
    "M146 118C156 117 162 124 168 134L184 152C189 157 188 165 181 167C175 169 170 165 166 162"
    "C160 161 155 159 151 155C149 163 153 171 154 180C154 192 148 202 138 208"
    "C124 214 112 222 102 232C86 246 58 246 46 234C36 222 38 200 52 190C68 180 84 176 98 168"
    "C112 158 118 142 126 130C132 121 138 118 146 118Z"
)


def horse(coat: Coat) -> str:
    """Far legs, tail, body, near legs, head and mane."""
    body = coat.body
    return (
        _leg(HIND_LEG, HIND_HOOF, body.shade, 27, -3)
        + _leg(FORE_LEG, FORE_HOOF, body.shade, 8, -14)
        + _tail(coat.mane)
        + shape(BODY, body.base, 2.6)
        + flat(
            "M50 196C64 186 84 182 100 172C90 184 66 190 54 204C48 212 46 222 48 230"
            "C40 220 42 204 50 196Z",
            body.light,
        )
        + flat(
            "M152 178C152 190 146 200 136 205C122 211 112 218 100 229C96 233 92 236 88 237"
            "C104 218 140 206 146 176Z",
            body.shade,
        )
        + coat.marks
        + _leg(HIND_LEG, HIND_HOOF, body.base, 0, 0)
        + _leg(FORE_LEG, FORE_HOOF, body.base, 0, 0)
        + flat("M46 210C42 226 48 240 57 247L60 242C52 234 50 222 54 208Z", body.light)
        + line(hatch(88, 240, (6, -9), (7, -4), 6), 1.2)
        + line("M66 268C66 276 68 282 69 287M146 190C154 194 162 195 168 195", 1.4, body.shade)
        + _face(body)
        + _mane(coat.mane)
    )


def _leg(leg: str, hoof: str, colour: str, x: float, y: float) -> str:
    drawn = shape(leg, colour) + shape(hoof, INK, 1.4)
    return group(drawn, x, y) if x or y else drawn


def _tail(mane: Tones) -> str:
    return shape(
        "M50 192C34 184 22 198 25 222C27 244 20 256 23 272C37 264 43 248 41 230"
        "C40 214 44 206 54 202Z",
        mane.base,
    ) + line(
        "M40 196C30 206 32 222 33 234C34 246 31 256 28 263M46 197C38 206 38 218 38 226",
        1.4,
        mane.light,
    )


def _mane(mane: Tones) -> str:
    return (
        shape("M138 116L142 102L150 113L156 103L158 120C150 122 144 121 138 116Z", mane.shade, 2)
        + shape(
            "M150 115C140 110 128 114 121 126C114 138 112 152 100 162C108 170 118 166 124 158"
            "C122 152 130 150 131 144C129 138 137 136 138 131C144 130 150 124 150 115Z",
            mane.base,
        )
        + line("M143 118C130 124 126 142 112 160M132 120C124 128 122 144 110 156", 1.4, mane.light)
    )


def _face(body: Tones) -> str:
    return (
        flat(
            "M150 121C156 121 161 127 166 135L182 153C185 157 184 162 180 163"
            "C176 158 160 146 150 121Z",
            body.light,
        )
        + disc(157, 135, 2.6, INK)
        + line("M152 132Q157 128 161 132M180 158L182 161M172 164L178 160", 1.6)
    )
