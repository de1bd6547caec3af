"""What a written line may hold: one line of letters that mean what they show."""

import unicodedata
from typing import Final

from accounts.values.names import BLANKS, UNSEEN, tidy

LONGEST: Final = 200
JOINER: Final = "\u200d"  # holds the parts of an emoji together
MARKS: Final = frozenset({"Mn", "Me"})
MARKS_IN_A_ROW: Final = 3


def fault_of(text: str) -> str:
    """Return the code of what is wrong with a line; "" if nothing is."""
    plain = tidy(text)
    if not plain:
        return "empty-line"
    if len(plain) > LONGEST or len(text) > 2 * LONGEST:
        return "long-line"
    if any(_is_unseen(sign) for sign in text) or _has_heaps_of_marks(text):
        return "unseen-signs"
    return ""


def _is_unseen(sign: str) -> bool:
    """Controls, direction signs and blanks that are no space."""
    return sign != JOINER and (unicodedata.category(sign) in UNSEEN or sign in BLANKS)


def _has_heaps_of_marks(text: str) -> bool:
    row = 0
    for sign in unicodedata.normalize("NFD", text):
        row = row + 1 if unicodedata.category(sign) in MARKS else 0
        if row > MARKS_IN_A_ROW:
            return True
    return False
