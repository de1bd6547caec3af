"""When two written names are one: people leave out accents, points and capitals."""

import re
from collections.abc import Iterable, Iterator, Mapping

from tournaments.entry_files.list_words import flat

SHORT = 5  # letters; of shorter names another letter makes another name


def alike(name: str) -> str:
    """Return the same for names that differ in accents, case and punctuation alone."""
    return " ".join(re.findall(r"\w+", flat(name)))


def nearly(keys: Iterable[str]) -> Mapping[str, list[str]]:
    """Return where to look for names of which one letter is wrong, missing or too many.

    What `near_keys` gives for a name is looked up in it.
    """
    found: dict[str, list[str]] = {}
    for key in keys:
        for near in near_keys(key):
            found.setdefault(near, []).append(key)
    return found


def near_keys(key: str) -> Iterator[str]:
    """Return a name, and the same without each of its letters; nothing for short names."""
    if len(key) >= SHORT:
        yield key
        yield from {key[:at] + key[at + 1 :] for at in range(len(key))} - {key}
