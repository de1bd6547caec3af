"""A dozen heads for people's profiles, with the faces and hats of the court cards."""

from collections.abc import Iterator
from typing import NamedTuple

from games.deck_art.courts import faces, headgear
from games.deck_art.courts.faces import Look, head
from games.deck_art.geometry import symmetric
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
    WHITE_HAIR,
    WOOD,
    Tones,
)
from games.deck_art.pen import DEFAULTS, disc, flat, group, line, shape

SIDE = 128


class Avatar(NamedTuple):
    """A head: who it is, what is on it, the cloth below it and the ground behind it."""

    look: Look
    hat: str
    cloth: Tones
    ground: str


AVATARS = (
    Avatar(Look(GINGER_HAIR, faces.long_hair, faces.shaven), "", GREEN, BLUE.light),
    Avatar(Look(BLACK_HAIR, faces.cropped, faces.moustache), headgear.beret(RED), BLUE, GOLD.light),
    Avatar(Look(BLOND_HAIR, faces.curls, faces.shaven), "", RED, GREEN.light),
    Avatar(
        Look(WHITE_HAIR, faces.cropped, faces.full_beard),
        headgear.country_hat(WOOD),
        LEATHER,
        BLUE.light,
    ),
    Avatar(
        Look(BROWN_HAIR, faces.bobbed, faces.shaven),
        headgear.broad_hat(GREEN, LINEN),
        GOLD,
        RED.light,
    ),
    Avatar(Look(BLACK_HAIR, faces.cropped, faces.goatee), headgear.turban(BLUE), RED, GOLD.light),
    Avatar(Look(WHITE_HAIR, faces.bobbed, faces.shaven), "", BLUE, GOLD.light),
    Avatar(
        Look(GINGER_HAIR, faces.curls, faces.full_beard),
        headgear.hunters_cap(GREEN),
        LEATHER,
        STEEL.base,
    ),
    Avatar(
        Look(BLACK_HAIR, faces.long_hair, faces.shaven),
        headgear.rolled_hood(RED),
        GREEN,
        STEEL.light,
    ),
    Avatar(
        Look(BLOND_HAIR, faces.long_hair, faces.shaven),
        headgear.country_hat(GOLD),
        BLUE,
        GREEN.light,
    ),
    Avatar(
        Look(BROWN_HAIR, faces.cropped, faces.moustache), headgear.helmet(RED), STEEL, BLUE.light
    ),
    Avatar(Look(BLACK_HAIR, faces.curls, faces.shaven), "", GOLD, RED.light),
)


def draw_avatars() -> str:
    """The sprite: symbols `a0` to `a11`, square, to be shown as a disc."""
    drawn = "\n".join(_symbols())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'


def _symbols() -> Iterator[str]:
    for number, avatar in enumerate(AVATARS):
        box = f'viewBox="0 0 {SIDE} {SIDE}"'
        yield f'<symbol id="a{number}" {box} {DEFAULTS}>{_bust(avatar)}</symbol>'


def _bust(avatar: Avatar) -> str:
    middle = SIDE / 2
    return (
        disc(middle, middle, middle, avatar.ground)
        + group(_shoulders(avatar.cloth), middle, 112)
        + group(
            head(avatar.look) + (avatar.hat or _parted(avatar.look.hair)), middle - 3, 68, 0, 1.42
        )
    )


def _parted(hair: Tones) -> str:
    """Hair over the brow, for who wears no hat."""
    return (
        shape(
            "M-18 2C-26-22-16-35 1-35C18-35 27-22 18 2C17-8 12-15 2-20C-6-14-15-9-18 2Z", hair.base
        )
        + flat("M-17-8C-18-20-11-29-2-30C-6-24-9-18-11-12Z", hair.light)
        + line("M2-20C1-26 1-30 3-34M9-18C13-22 15-25 15-29", 1.3, hair.shade)
    )


def _shoulders(cloth: Tones) -> str:
    """A coat with a white collar, cut off by the edge of the picture."""
    coat = "M0-14C18-14 44-10 52 20L0 22"
    return (
        shape(symmetric(coat), cloth.base)
        + flat("M-46 14C-40-4-28-10-16-12L-22 18Z", cloth.light)
        + line("M-26 18L-22-8M26 18L22-8", 1.6, cloth.shade)
        + shape("M-20-14L0 12L20-14L10-20L-10-20Z", LINEN.base, 2)
        + line("M0 12V22", 1.6)
    )
