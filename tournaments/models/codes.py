"""The short code of a competition: its number, shuffled, in signs that nobody mixes up.

Nothing is stored: the code follows from the number, and the number from the code. Most codes are
nobody's, so a slip of the finger seldom leads to another competition.
"""

from typing import Final

SIGNS: Final = "23456789bcdfghjkmnpqrstvwxyz"  # no 0 and o, no 1, i and l, no vowels: no words
SHORTEST: Final = 4
SPREAD: Final = 397_337  # a prime that divides no power of so many signs


def code_of(number: int) -> str:
    """Return the code of the competition with that number."""
    length = SHORTEST
    while number >= len(SIGNS) ** length:
        length += 1
    left, signs = number * SPREAD % len(SIGNS) ** length, ""
    for _ in range(length):
        left, sign = divmod(left, len(SIGNS))
        signs += SIGNS[sign]
    return signs


def number_of(code: str) -> int | None:
    """Return the number behind a code, however it is spelled; None if there is none."""
    signs = [sign for sign in code.lower() if sign not in " -"]
    if not SHORTEST <= len(signs) <= 2 * SHORTEST or not set(signs) <= set(SIGNS):
        return None
    shuffled = 0
    for sign in reversed(signs):
        shuffled = shuffled * len(SIGNS) + SIGNS.index(sign)
    size = len(SIGNS) ** len(signs)
    number = shuffled * pow(SPREAD, -1, size) % size
    return number if code_of(number) == "".join(signs) else None
