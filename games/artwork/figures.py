"""Parts of the court figures: heads, headgear, clothes, hands, ground and horses.

Heads and headgear are drawn around the middle of the face, looking right. Horses rear to the
right, hind feet on the ground.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.artwork.pen import (
    BLACK_HAIR,
    BLOND_HAIR,
    BLUE,
    GOLD,
    GREEN,
    INK,
    LEATHER,
    LINEN,
    RED,
    SKIN,
    STEEL,
    Tones,
    disc,
    flat,
    group,
    hatch,
    line,
    oval,
    placed,
    shape,
    star,
    symmetric,
)


def ground() -> str:
    """Draw a strip of meadow that leaves the lower index free."""
    tufts = "".join(
        f"M{x} 294L{x - 3} 287M{x} 294L{x + 1} 285M{x} 294L{x + 5} 288" for x in range(26, 126, 20)
    )
    return (
        shape(
            "M19 299C24 288 50 291 78 290C106 289 130 290 136 299C120 304 34 304 19 299Z",
            GREEN.base,
            2,
        )
        + flat(
            "M24 296C32 291 60 293 84 292.5C60 296 40 296 24 299Z",
            GREEN.light,
        )
        + line(tufts, 1.6, GREEN.shade)
    )


FIST = "M-9 3C-11-6-4-9 2-8C9-7 11 1 7 6C2 10-6 9-9 3Z"
FINGERS = "M-3-3L8-3M-3 1.5L8 1.5"


def fist(x: float, y: float) -> str:
    """Draw a hand closed round the object that it holds."""
    return shape(placed(FIST, x, y), SKIN.base, 2.2) + line(placed(FINGERS, x, y), 1.2, SKIN.shade)


def ermine(d: str, tails: tuple[tuple[float, float], ...]) -> str:
    """Draw white fur with black tails."""
    marks = "".join(
        f"M{x:g} {y:g}v5M{x - 2:g} {y + 1:g}l1 4M{x + 2:g} {y + 1:g}l-1 4" for x, y in tails
    )
    return shape(d, LINEN.base, 2.2) + line(marks, 1.3, INK)


def buttons(x: float, ys: range) -> str:
    """Draw a row of gold buttons."""
    return shape(
        "".join(
            f"M{x - 2.2:g} {y}A2.2 2.2 0 1 1 {x + 2.2:g} {y}A2.2 2.2 0 1 1 {x - 2.2:g} {y}Z"
            for y in ys
        ),
        GOLD.light,
        1.2,
    )


class Appearance(NamedTuple):
    """A person: hair colour, hairstyle, and beard."""

    hair: Tones
    style: Callable[[Tones], str]
    beard: Callable[[Tones], str]


def head(look: Appearance) -> str:
    """Draw hair, face and beard; the hat or crown is drawn on top of it."""
    return look.style(look.hair) + _face() + look.beard(look.hair) + _features(look.hair)


def _face() -> str:
    return (
        shape("M-15-14C-18 4-12 19 2 22C13 20 18 8 15-14Z", SKIN.base, 2.2)
        + flat("M14-12C17 8 12 19 2 21C9 15 11 2 9.5-12Z", SKIN.shade)
        + disc(-8, 7.5, 3.4, SKIN.light)
    )


def _features(hair: Tones) -> str:
    return (
        line("M-9.5-5.5Q-5-9.5-1-6M5.5-6Q9-9.5 12.5-5.5", 1.9, hair.shade)
        + line("M-8.5-.8Q-4.5-4-.8-.8M5-.8Q8.5-4 12-.8M3.2-3L6 5Q5 7.5 1 6.5", 1.4)
        + disc(-4.3, -0.4, 1.8, INK)
        + disc(8.4, -0.4, 1.8, INK)
    )


def shaven(_hair: Tones) -> str:
    """Draw no beard, only the mouth."""
    return line("M-2.5 12.5Q2.5 15.5 7.5 12", 1.9, RED.shade) + line("M1 17.5H4.5", 1.2, SKIN.shade)


def moustache(hair: Tones) -> str:
    """Draw a moustache with upturned ends."""
    curls = "M3 8.5C-1 7.5-6 9-9 13C-12 15-14 13-14 10C-16 16-10 19-5 16C-2 15 1 13.5 3 12.5"
    return shaven(hair) + shape(symmetric(curls, 3), hair.base, 1.6)


def goatee(hair: Tones) -> str:
    """Draw a moustache and a pointed chin beard."""
    chin = "M3 17C0 16-2.5 17-3.5 19C-3 25 0 31 3 36"
    return (
        moustache(hair)
        + shape(symmetric(chin, 3), hair.base, 1.8)
        + line("M3 21V29", 1.1, hair.shade)
    )


def full_beard(hair: Tones) -> str:
    """Draw a short beard from ear to ear."""
    return _beard(
        hair,
        "M-16-3C-14 6-9 9-4 8.5C0 6.5 6 6.5 9 8.5C12 8.5 14.5 5 16-3"
        "C19 14 15 28 3 33C-11 29-19 14-16-3Z",
    ) + line("M-7 19L-4 26M2 21V29M9 19L8 25", 1.2, hair.shade)


def long_beard(hair: Tones) -> str:
    """Draw a patriarch's beard down to the chest."""
    return _beard(
        hair,
        "M-16-3C-14 6-9 9-4 8.5C0 6.5 6 6.5 9 8.5C12 8.5 14.5 5 16-3"
        "C20 12 19 26 15 34C13 41 8 42 4 53C0 43-7 42-10 35C-16 26-20 12-16-3Z",
    ) + line("M-8 20C-8 28-4 32-5 37M1 20C0 30 4 36 3 44M9 20C10 28 7 32 9 37", 1.2, hair.shade)


def _beard(hair: Tones, outline: str) -> str:
    return (
        shape(outline, hair.base, 2)
        + flat("M-14 4C-13 16-8 26-2 29C-8 24-11 14-9 8C-11 8-13 6-14 4Z", hair.light)
        + shape("M-2.5 13Q2.5 11 7.5 13Q3 16.5-2.5 13Z", RED.base, 1.2)
    )


def bobbed(hair: Tones) -> str:
    """Draw a page's hair, cut straight at the jaw."""
    return (
        shape("M-15-16C-27-4-25 16-22 25C-12 29 14 29 22 25C25 14 26-4 15-16Z", hair.base, 2.2)
        + flat("M-17-8C-23 2-22 14-20 22L-16 23C-18 12-18 0-14-10Z", hair.light)
        + line("M-19 4C-20 12-19 18-18 24M20 6C21 14 20 18 19 24", 1.2, hair.shade)
    )


def long_hair(hair: Tones) -> str:
    """Draw locks that fall over the shoulders."""
    return (
        shape(
            "M-15-16C-28-4-20 10-27 22C-31 32-24 40-17 38C-8 34 12 34 21 38C28 40 33 31 29 22"
            "C23 10 28-4 15-16Z",
            hair.base,
            2.2,
        )
        + flat("M-18-6C-24 4-17 12-23 24C-25 30-22 35-18 35C-23 24-14 12-16-6Z", hair.light)
        + line("M-19 14C-19 22-23 26-21 34M21 8C21 16 26 22 24 34", 1.3, hair.shade)
    )


def curls(hair: Tones) -> str:
    """Draw a head of short curls."""
    return shape(
        "M-12-16C-22-18-26-8-22-4C-28 0-27 9-22 11C-24 18-18 23-13 20C-4 26 10 25 15 20"
        "C21 22 26 17 23 11C28 8 28 0 23-4C26-10 20-18 12-16Z",
        hair.base,
        2.2,
    ) + line(
        "M-22-4C-19-5-17-3-17 0M-22 11C-19 11-17 9-17 6M23-4C20-5 18-3 19 0M23 11C20 11 18 9 19 6",
        1.3,
        hair.shade,
    )


def cropped(hair: Tones) -> str:
    """Draw short hair that leaves the ears free."""
    return (
        shape("M-14-16C-24-8-21 4-17 10L18 10C22 4 23-8 14-16Z", hair.base, 2.2)
        + disc(-15.5, 5, 4.2, SKIN.base, 1.8)
        + line("M-17 4Q-15 3-14 6", 1.1, SKIN.shade)
    )


BAND = "M0-7C8-7 14-8.5 19-11L20-18C12-15 6-14 0-14"


def _circlet(gems: Tones) -> str:
    """Draw the band of every crown, with three stones."""
    stones = "".join(
        disc(x, y, 2.5, gems.base, 1.1) for x, y in ((-11, -12), (0, -10.5), (11, -12))
    )
    return shape(symmetric(BAND), GOLD.base, 2.2) + stones


def royal_crown() -> str:
    """Draw the crown of oros: five tall points with pearls, over a red cap."""
    cap = "M0-32C-10-32-18-26-18-14L0-10"
    points = "M0-13L0-36L6-22L13-34L16-20L25-31L20-16C12-13 6-13 0-13"
    pearls = "".join(
        disc(x, y, 3, GOLD.light, 1.6)
        for x, y in ((-25, -32), (-13, -35), (0, -38), (13, -35), (25, -32))
    )
    return (
        shape(symmetric(cap), RED.base, 2)
        + shape(symmetric(points), GOLD.base, 2.2)
        + flat("M-21-24L-18-16L-10-14L-13-28L-16-19Z", GOLD.light)
        + pearls
        + _circlet(RED)
    )


def arched_crown() -> str:
    """Draw the crown of copas: closed by arches under an orb and a cross."""
    arches = "M0-36C10-36 22-30 20-15C12-12 6-11 0-11"
    return (
        shape(symmetric(arches), RED.base, 2.2)
        + line("M-19-15C-19-28-9-35 0-36M0-36C9-35 19-28 19-15M0-36V-13", 5.4)
        + line("M-19-15C-19-28-9-35 0-36M0-36C9-35 19-28 19-15M0-36V-13", 2.4, GOLD.base)
        + disc(0, -38, 4.4, GOLD.base, 2)
        + line("M0-42V-51M-4-47H4", 4.4)
        + line("M0-42V-51M-4-47H4", 1.8, GOLD.base)
        + _circlet(BLUE)
    )


def spiked_crown() -> str:
    """Draw the crown of espadas: a warrior's, with sharp points round a steel helmet."""
    helmet = "M0-37C-9-37-18-27-18-14L0-10"
    points = "M0-12L0-31L7-19L11-28L16-18L23-30L20-15C12-12 6-12 0-12"
    return (
        shape(symmetric(helmet), STEEL.base, 2.2)
        + flat("M-12-26C-9-32-5-34-2-35L-3-24L-11-20Z", STEEL.light)
        + line("M0-36V-26", 1.6)
        + shape(symmetric(points), GOLD.base, 2.2)
        + flat("M-20-22L-18-15L-9-13L-11-23L-16-16Z", GOLD.light)
        + disc(0, -39, 3.4, RED.base, 1.8)
        + _circlet(BLUE)
    )


def leafy_crown() -> str:
    """Draw the crown of bastos: gold leaves on a green cap."""
    cap = "M0-34C-12-33-18-26-18-14L0-10"
    blade = "M0 0C-7-6-6-15 0-22C6-15 7-6 0 0Z"
    leaves = "".join(
        group(shape(blade, GOLD.base, 2.2) + line("M0-3V-14", 1.2, GOLD.shade), x, y, turn, 1, 2.2)
        for x, y, turn in (
            (-17, -13, -28),
            (17, -13, 28),
            (-8.5, -12, -13),
            (8.5, -12, 13),
            (0, -11, 0),
        )
    )
    return shape(symmetric(cap), GREEN.base, 2.2) + leaves + _circlet(GREEN)


def plume(colour: Tones) -> str:
    """Draw a feather from the right temple that curls back over the head."""
    return shape(
        "M17-16C20-34 8-48-12-46C-22-45-28-38-26-32C-22-38-14-38-10-34C-14-34-17-31-17-28"
        "C-8-32 4-28 9-16Z",
        colour.base,
        2.2,
    ) + line("M12-18C10-32 0-40-14-41M-1-30C2-32 2-34 1-37M6-25C9-27 10-31 9-34", 1.3, colour.shade)


def beret(cloth: Tones) -> str:
    """Draw a soft cap leaning to the left, with a white feather."""
    return (
        group(plume(LINEN), 4, 0)
        + shape("M-26-6C-32-18-16-31 2-30C16-29 23-20 21-10C10-15-10-14-26-6Z", cloth.base)
        + flat("M-24-11C-24-20-10-27 2-27C-6-23-16-18-20-11Z", cloth.light)
        + shape("M-22-6C-10-13 10-14 21-9L20-15C8-19-12-18-23-12Z", cloth.shade, 2)
        + disc(15, -14, 3.6, GOLD.base, 1.8)
    )


def rolled_hood(cloth: Tones) -> str:
    """Draw a padded roll round the head, its tail hanging over the shoulder."""
    return (
        shape("M-17-20C-32-16-30 8-33 32L-23 36C-20 16-21 2-13-8Z", cloth.base)
        + line("M-25-8C-27 6-26 18-28 31", 1.4, cloth.shade)
        + shape("M-14-22C-12-34 8-36 14-22Z", cloth.shade)
        + shape("M-21-9C-27-18-18-27 0-27C18-27 26-17 20-9C10-15-11-15-21-9Z", cloth.base)
        + flat("M-20-13C-22-20-12-24-2-24C-8-21-14-18-20-13Z", cloth.light)
        + line(
            "M-12-25C-8-22-7-18-9-14M0-27C3-23 4-18 2-14M12-25C14-21 14-17 12-13", 1.5, cloth.shade
        )
    )


def broad_hat(cloth: Tones, feather: Tones) -> str:
    """Draw a wide brim turned up at one side, with a plume."""
    return (
        group(plume(feather), -2, 0)
        + shape("M-15-12C-17-30-10-33 0-31C10-33 18-28 15-12Z", cloth.base)
        + flat("M-12-15C-13-26-8-29-3-29C-7-24-7-19-7-15Z", cloth.light)
        + shape(
            "M-34-8C-26-20 22-22 33-14C38-9 30-4 24-7C12-13-8-13-20-6C-28-2-38-2-34-8Z", cloth.base
        )
        + flat("M-30-8C-20-14 10-17 26-13C10-15-14-12-26-6Z", cloth.light)
        + shape("M-15-14C-6-18 6-18 15-15L15-20C6-23-6-23-15-19Z", GOLD.base, 1.8)
    )


def hunters_cap(cloth: Tones) -> str:
    """Draw a pointed cap with a feather stuck in its turned brim."""
    return (
        shape("M-6-18C-18-30-22-44-14-54C-12-42-4-34 2-20Z", RED.base, 2)
        + line("M-1-20C-9-30-13-40-14-50", 1.2, RED.light)
        + shape("M-21-9C-20-28-4-36 8-33C20-30 28-22 40-15C26-16 24-10 18-8Z", cloth.base)
        + flat("M-18-12C-16-26-4-31 6-30C-4-26-10-20-10-12Z", cloth.light)
        + shape(
            "M-23-5C-10-12 10-13 24-7C32-8 36-11 40-15C28-18 18-19 8-19C-6-19-20-15-23-5Z",
            cloth.shade,
            2.2,
        )
    )


def turban(cloth: Tones) -> str:
    """Draw wound cloth with a jewel at the brow."""
    return (
        shape("M2-24C-2-34 2-44 9-50C10-42 14-34 8-24Z", LINEN.base, 2)
        + line("M5-26C5-34 7-40 8-44", 1.2, LINEN.shade)
        + shape("M-22-8C-30-22-14-34 0-33C16-34 30-22 22-8C10-15-10-15-22-8Z", cloth.base)
        + flat("M-22-14C-23-24-10-30 0-30C-8-26-14-20-20-12Z", cloth.light)
        + line(
            "M-18-27C-6-24 8-20 22-10M-24-17C-14-18-2-16 8-13M2-33C12-29 20-25 25-18",
            1.6,
            cloth.shade,
        )
        + disc(3, -19, 4.6, GOLD.base, 1.8)
        + disc(3, -19, 2, RED.base)
    )


def helmet(crest: Tones) -> str:
    """Draw a steel helmet with a crest of feathers."""
    return (
        shape(
            "M-4-34C-14-48-34-44-37-26C-40-12-32-2-31 8C-25-2-27-12-20-18C-16-24-10-26-2-28Z",
            crest.base,
        )
        + line(
            "M-8-34C-18-38-29-32-31-18C-32-10-30-4-30 0M-12-30C-20-28-24-22-25-16", 1.3, crest.light
        )
        + shape("M-20-5C-22-24-12-36 1-36C14-36 23-24 21-5C12-12-10-12-20-5Z", STEEL.base)
        + flat("M-16-10C-17-22-10-31-2-33C-8-26-9-18-9-12Z", STEEL.light)
        + flat("M17-10C18-20 14-28 8-32C12-24 12-18 12-12Z", STEEL.shade)
        + shape("M-22-3C-10-11 12-11 23-3L22-9C12-17-10-17-21-9Z", GOLD.base, 2)
        + line("M1-35V-15", 1.8)
    )


def country_hat(cloth: Tones) -> str:
    """Draw a round straw hat with a sprig of leaves."""
    leaves = (
        "M14-16C16-24 24-28 32-27C30-20 22-14 14-16ZM14-16C12-24 16-32 22-36C25-28 22-20 14-16Z"
    )
    hat = (
        oval(0, -10, 31, 8, cloth.shade, 2.4)
        + shape("M-17-13C-18-30-8-34 0-34C8-34 18-30 17-13C8-9-8-9-17-13Z", cloth.base)
        + flat("M-13-16C-14-27-7-31-1-31C-6-26-7-20-7-14Z", cloth.light)
        + shape("M-17-13C-8-9 8-9 17-13L17-19C8-15-8-15-17-19Z", RED.base, 1.8)
        + shape(
            "M-31-10C-28-4-14-12 0-11C14-12 28-4 31-10C30-2 16-3 0-4C-16-3-30-2-31-10Z",
            cloth.base,
            2,
        )
        + shape(leaves, GREEN.base, 1.8)
        + shape(star(14, -16, 3, 3, 4), RED.base, 1.2)
    )
    return group(hat, 0, -4)


class Coat(NamedTuple):
    """A horse's colours, and the marks that distinguish it from the others."""

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
    """Draw far legs, tail, body, near legs, head and mane."""
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
        + _horse_face(body)
        + _mane(coat.mane)
    )


def _leg(leg: str, hoof: str, colour: str, x: float, y: float) -> str:
    drawing = shape(leg, colour) + shape(hoof, INK, 1.4)
    return group(drawing, x, y) if x or y else drawing


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


def _horse_face(body: Tones) -> str:
    return (
        flat(
            "M150 121C156 121 161 127 166 135L182 153C185 157 184 162 180 163"
            "C176 158 160 146 150 121Z",
            body.light,
        )
        + disc(157, 135, 2.6, INK)
        + line("M152 132Q157 128 161 132M180 158L182 161M172 164L178 160", 1.6)
    )
