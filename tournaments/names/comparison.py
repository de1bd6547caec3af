"""Comparison of written names: accents, full stops and capitals are ignored."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from tournaments.names.given_names import is_given_name
from tournaments.names.words import flat

LONG = 5  # letters of the longer of two names that may be one
SHORT = 4  # letters; of shorter names another letter makes another name


def comparison_key(name: str) -> str:
    """Return a name without accents, capitals and punctuation: equal for names that are one."""
    return " ".join(re.findall(r"\w+", flat(unicodedata.normalize("NFKC", name))))


def near_index(keys: Iterable[str]) -> Mapping[str, list[str]]:
    """Return an index of names in which `near_names` finds those with one letter wrong."""
    index: dict[str, list[str]] = {}
    for key in keys:
        for near in near_keys(key):
            index.setdefault(near, []).append(key)
    return index


def near_keys(key: str) -> Iterator[str]:
    """Return a name, and the same without each of its letters; nothing for short names."""
    if len(key) >= SHORT:
        yield key
        yield from {key[:at] + key[at + 1 :] for at in range(len(key))} - {key}


def near_names(key: str, index: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the names of a `near_index` of which a name may be a typo, each once."""
    candidates = dict.fromkeys(other for near in near_keys(key) for other in index.get(near, ()))
    return [other for other in candidates if is_near(key, other)]


def is_near(one: str, other: str) -> bool:
    """Return whether one of two different names may be a typo of the other.

    One letter is missing, extra or wrong, or two are transposed. In names as short as `Sara` and
    `Mara` another letter makes another name, and two common given names are two names.
    """
    short, long = sorted((one, other), key=len)
    if one == other or len(long) - len(short) > 1 or len(long) < LONG or len(short) < SHORT:
        return False
    if " " not in one and " " not in other and is_given_name(one) and is_given_name(other):
        return False
    at = next(
        (at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short)
    )
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    is_swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return is_swapped or short[at + 1 :] == long[at + 1 :]
