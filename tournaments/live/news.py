"""What of a new fragment somebody lacks who was shown an earlier one.

A fragment is parts, a part is lines. A line that begins with an element which has an id is that
whole element (a match, a line of a table) and can take the place of the one before it; where
anything else differs the whole part is news.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

PART = "\f"
PIECE = re.compile(r'<(?:li|tr) id="([a-z]\d[\d-]*)"')
KEPT = 64  # pairs of fragments: one for each language of what is being watched


def in_lines(part: str) -> SafeString:
    """Write a part without blank lines: it holds nothing that is sensitive to them."""
    lines = (line.strip() for line in part.splitlines())
    return mark_safe("\n".join(filter(None, lines)))


@lru_cache(KEPT)
def news(shown: str, fragment: str) -> str:
    """Return what differs, in the order in which a browser can read it; all of it if in doubt."""
    before, after = shown.split(PART), fragment.split(PART)
    if len(before) != len(after):
        return fragment
    differing = [_differing(*parts) for parts in zip(before, after, strict=True)]
    return "".join(_rows_first(piece for pieces in differing for piece in pieces))


def _differing(shown: str, part: str) -> list[str]:
    before, after = shown.split("\n"), part.split("\n")
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    if len(before) == len(after) and all(_is_same_piece(*pair) for pair in changed):
        return [line for _, line in changed]
    return [part]


def _is_same_piece(shown: str, line: str) -> bool:
    old, new = PIECE.match(shown), PIECE.match(line)
    return old is not None and new is not None and old[1] == new[1]


def _rows_first(pieces: Iterable[str]) -> list[str]:
    """A parser takes a row of a table at the beginning of a fragment, and after other rows only."""
    return sorted(pieces, key=lambda piece: not piece.startswith("<tr"))
