"""Names in standard capitals, and detection of letters, emoji and ticks in a line."""

import re
import unicodedata
from typing import Final

from accounts.names.validation import UNSEEN
from tournaments.names.words import PARTICLES


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


SIGNS: Final = frozenset({"So", "Sk", "Sm", "Me"})
KEY: Final = "\u20e3"
KEYS: Final = re.compile(r"((?:\d\u20e3)+)")  # figures on keys, which people number lines with
ACCOUNT: Final = re.compile(r"(?<![\w.])@\w")
PICTURES: Final = re.compile("[\u2600-\u260f\u2613-\u26ff\u2764\U0001f1e6-\U0001faff]")  # no ticks


def has_letters(text: str) -> bool:
    """Return whether the text has a letter, or an account name, which may be digits only."""
    if ACCOUNT.search(text):
        return True
    return any(unicodedata.category(sign)[0] == "L" for sign in unicodedata.normalize("NFKC", text))


def has_pictures(text: str) -> bool:
    """Return whether the text has emoji or similar pictures."""
    return PICTURES.search(text) is not None


def without_pictures(text: str) -> str:
    """Return the text without pictures, ticks and invisible characters; tabs stay."""
    text = "".join(map(_numbered, text))
    composed = unicodedata.normalize("NFKC", text.replace("\ufe0f", ""))
    keys = KEYS.sub(lambda match: f"{match[0].replace(KEY, '')} ", composed)
    visible = unicodedata.normalize("NFKC", "".join(map(_visible_sign, keys)))
    return re.sub(r"[^\S\t]+", " ", visible)


def _visible_sign(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign in "\t+|~":
        return sign
    if category in UNSEEN:
        return ""
    return " " if category in SIGNS else sign


def _numbered(sign: str) -> str:
    """Write a number in a circle, or with its point or brackets, as people number lines."""
    number = unicodedata.numeric(sign, None) if unicodedata.category(sign) == "No" else None
    is_marker = number is not None and (
        0x2460 <= ord(sign) <= 0x24FF or 0x2776 <= ord(sign) <= 0x2793
    )
    return f" {int(number)}) " if is_marker and number is not None else sign


def struck_as_tildes(text: str) -> str:
    """Write letters that combining lines strike out between tildes, as messengers do."""
    return re.sub("((?:[^\u0335-\u0338][\u0335-\u0338])+)", _between_tildes, text)


def _between_tildes(match: re.Match[str]) -> str:
    bare = re.sub("[\u0335-\u0338]", "", match[0])
    return f"~{bare}~"
