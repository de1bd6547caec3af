"""What all court figures share: the ground they stand on, hands, cuffs and ermine."""

from games.deck_art.geometry import placed
from games.deck_art.palette import GOLD, GREEN, INK, LINEN, SKIN
from games.deck_art.pen import flat, line, shape


def ground() -> str:
    """A strip of meadow that leaves the lower index free."""
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
    """A hand closed round what it holds."""
    return shape(placed(FIST, x, y), SKIN.base, 2.2) + line(placed(FINGERS, x, y), 1.2, SKIN.shade)


def ermine(d: str, tails: tuple[tuple[float, float], ...]) -> str:
    """White fur with black tails."""
    marks = "".join(
        f"M{x:g} {y:g}v5M{x - 2:g} {y + 1:g}l1 4M{x + 2:g} {y + 1:g}l-1 4" for x, y in tails
    )
    return shape(d, LINEN.base, 2.2) + line(marks, 1.3, INK)


def buttons(x: float, ys: range) -> str:
    """A row of gold buttons."""
    return shape(
        "".join(
            f"M{x - 2.2:g} {y}A2.2 2.2 0 1 1 {x + 2.2:g} {y}A2.2 2.2 0 1 1 {x - 2.2:g} {y}Z"
            for y in ys
        ),
        GOLD.light,
        1.2,
    )
