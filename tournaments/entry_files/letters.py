"""Names in the letters in which names are written."""

import re
import unicodedata

from tournaments.entry_files.list_words import PARTICLES


def in_usual_letters(name: str) -> str:
    """Write a name that is all small or all capitals as names are written."""
    letters = [sign for sign in name if sign.isalpha()]
    is_shouted = name.isupper() and len(letters) > 2
    if (not is_shouted and not name.islower()) or name.startswith("@"):
        return name
    return " ".join(_capital(word, number) for number, word in enumerate(name.split()))


def _capital(word: str, number: int) -> str:
    small = word.lower()
    if number and small in PARTICLES:
        return small
    capital = re.sub(r"(?:^|(?<=[-'’.\"“]))\w", lambda first: first[0].upper(), small)
    return unicodedata.normalize("NFKC", capital)
