"""Names as whole words of a text: found large or small, never as a part of another word."""

import re
from collections.abc import Collection


def whole_words(names: Collection[str]) -> re.Pattern[str]:
    """Return what finds these names, the longest first; at least one is given."""
    longest_first = sorted(names, key=len, reverse=True)
    spelled = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)


def with_given_names(names: Collection[str]) -> set[str]:
    """Add the first word of each that has several."""
    return {*names, *(name.split()[0] for name in names if " " in name.strip())}
