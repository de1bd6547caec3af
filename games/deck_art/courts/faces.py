"""Heads of the court cards, drawn about the middle of the face and looking to the right."""

from collections.abc import Callable
from typing import NamedTuple

from games.deck_art.geometry import symmetric
from games.deck_art.palette import INK, RED, SKIN, Tones
from games.deck_art.pen import disc, flat, line, shape


class Look(NamedTuple):
    """A person: colour of the hair, how it falls, and what grows on the chin."""

    hair: Tones
    style: Callable[[Tones], str]
    beard: Callable[[Tones], str]


def head(look: Look) -> str:
    """Hair, face and beard; the hat or crown comes on top of it."""
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
    """No beard: the mouth alone."""
    return line("M-2.5 12.5Q2.5 15.5 7.5 12", 1.9, RED.shade) + line("M1 17.5H4.5", 1.2, SKIN.shade)


def moustache(hair: Tones) -> str:
    """A moustache with upturned ends."""
    curls = "M3 8.5C-1 7.5-6 9-9 13C-12 15-14 13-14 10C-16 16-10 19-5 16C-2 15 1 13.5 3 12.5"
    return shaven(hair) + shape(symmetric(curls, 3), hair.base, 1.6)


def goatee(hair: Tones) -> str:
    """A moustache and a pointed chin beard."""
    chin = "M3 17C0 16-2.5 17-3.5 19C-3 25 0 31 3 36"
    return (
        moustache(hair)
        + shape(symmetric(chin, 3), hair.base, 1.8)
        + line("M3 21V29", 1.1, hair.shade)
    )


def full_beard(hair: Tones) -> str:
    """A short beard from ear to ear."""
    return _beard(
        hair,
        "M-16-3C-14 6-9 9-4 8.5C0 6.5 6 6.5 9 8.5C12 8.5 14.5 5 16-3"
        "C19 14 15 28 3 33C-11 29-19 14-16-3Z",
    ) + line("M-7 19L-4 26M2 21V29M9 19L8 25", 1.2, hair.shade)


def long_beard(hair: Tones) -> str:
    """A patriarch's beard down to the chest."""
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
    """A page's hair, cut straight at the jaw."""
    return (
        shape("M-15-16C-27-4-25 16-22 25C-12 29 14 29 22 25C25 14 26-4 15-16Z", hair.base, 2.2)
        + flat("M-17-8C-23 2-22 14-20 22L-16 23C-18 12-18 0-14-10Z", hair.light)
        + line("M-19 4C-20 12-19 18-18 24M20 6C21 14 20 18 19 24", 1.2, hair.shade)
    )


def long_hair(hair: Tones) -> str:
    """Locks that fall over the shoulders."""
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
    """A head of short curls."""
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
    """Short hair that ends at the ears, which show."""
    return (
        shape("M-14-16C-24-8-21 4-17 10L18 10C22 4 23-8 14-16Z", hair.base, 2.2)
        + disc(-15.5, 5, 4.2, SKIN.base, 1.8)
        + line("M-17 4Q-15 3-14 6", 1.1, SKIN.shade)
    )
