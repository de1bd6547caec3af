"""Live pages as pieces: the diff between the page a browser shows and the current one.

A piece is an element with an id. Where a piece stands inside another, the outer one holds the id as
a comment (`<!--m12-->`, which no text that people write can be: it is escaped), so each piece knows
its own words alone, and which pieces it encloses.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

Pieces = Mapping[str, str]
"""A live page: its pieces by id, in the order of the page."""

INSIDE = re.compile(r"<!--([a-z][\w-]*)-->")


@lru_cache(maxsize=20_000)
def enclosed(piece: str) -> Sequence[str]:
    """Return the ids of the pieces that stand in one, in their order."""
    return tuple(INSIDE.findall(piece))


def whole(pieces: Pieces, name: str) -> SafeString:
    """Return a piece with everything that stands in it."""
    return mark_safe(INSIDE.sub(lambda inside: whole(pieces, inside[1]), pieces[name]))


def placed(pieces: Pieces) -> dict[str, SafeString]:
    """Return what a page places itself: the pieces that stand in no other, whole."""
    return {name: whole(pieces, name) for name in outermost(pieces)}


def outermost(pieces: Pieces) -> list[str]:
    """Return the ids of the pieces that stand in no other."""
    inside = {name for piece in pieces.values() for name in enclosed(piece)}
    return [name for name in pieces if name not in inside]


def difference(shown: Pieces, now: Pieces) -> list[str]:
    """Return what takes the place of what was shown so that it becomes what is now.

    A piece that differs is sent whole: its own words, or which pieces stand in it, have changed.
    In one that does not, the pieces inside are compared. What was never shown is sent whole.
    """
    return [each for name in outermost(now) for each in _differing(shown, now, name)]


def frames(shown: Pieces, now: Pieces) -> list[str]:
    """Write a difference as a socket sends it: a line for each piece.

    Rows of tables have a frame of their own: in a fragment that begins with one a parser takes no
    table any more, and in any other no row.
    """
    kinds: tuple[list[str], list[str]] = [], []
    for piece in difference(shown, now):
        kinds[not piece.startswith("<tr")].append(piece)
    return ["\n".join(pieces) for pieces in kinds if pieces]


def _differing(shown: Pieces, now: Pieces, name: str) -> Iterator[str]:
    piece = now[name]
    if shown.get(name) != piece:
        yield whole(now, name)
        return
    for inner in enclosed(piece):
        yield from _differing(shown, now, inner)
