"""Live pages as fragments, and the difference between two versions of a page.

A fragment is an element with an id. If it is inside another, the outer one holds its id as a
comment (`<!--m12-->`, which escaped user text cannot contain), so each fragment has only its own
text and the ids of its children. Two different ETags mean that the content changed.

`static/js/connection.js` applies the patches of a table itself. A line of a patch is

* an opening tag: new attributes for a fragment, whose content stays;
* a tag with only the id: new content for a fragment, whose attributes stay;
* a whole fragment, if it is new or another kind of element.

In each, the placeholder of a fragment (`<!--hand-->`) stands for the existing one or the one that
follows. Pages whose fragments htmx swaps are sent `frames` instead.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from zlib import crc32

from django.utils.safestring import SafeString, mark_safe


def etag(values: object) -> str:
    """Return a short hash of values whose `repr` is the same in every process."""
    return f"{crc32(repr(values).encode()):x}"


Pieces = Mapping[str, str]
"""A live page: its pieces by id, in the order of the page."""
INSIDE = re.compile(r"<!--([a-z][\w-]*)-->")


@lru_cache(maxsize=20_000)
def child_ids(piece: str) -> Sequence[str]:
    """Return the ids of the pieces inside a piece, in their order."""
    return tuple(INSIDE.findall(piece))


def render_tree(pieces: Pieces, name: str) -> SafeString:
    """Return a piece with all pieces inside it."""
    return mark_safe(INSIDE.sub(lambda inside: render_tree(pieces, inside[1]), pieces[name]))


def positioned_children(pieces: Pieces) -> dict[str, SafeString]:
    """Return the top-level pieces with their contents, for the page to place."""
    return {name: render_tree(pieces, name) for name in roots(pieces)}


def roots(pieces: Pieces) -> list[str]:
    """Return the ids of the top-level pieces."""
    inside = {name for piece in pieces.values() for name in child_ids(piece)}
    return [name for name in pieces if name not in inside]


def diff_fragments(previous: Pieces, now: Pieces) -> list[str]:
    """Return the pieces to send for a change from `previous` to `now`.

    A piece whose own text or list of inner pieces has changed is sent with its contents. Otherwise
    the inner pieces are compared. New pieces are sent with their contents.
    """
    return [each for name in roots(now) for each in _differing(previous, now, name)]


def frames(previous: Pieces, now: Pieces) -> list[str]:
    """Format a difference for a socket: one line per piece.

    Table rows have a separate frame: a fragment that starts with a row cannot contain a table, and
    any other cannot contain a row.
    """
    kinds: tuple[list[str], list[str]] = [], []
    for piece in diff_fragments(previous, now):
        kinds[not piece.startswith("<tr")].append(piece)
    return ["\n".join(pieces) for pieces in kinds if pieces]


def _differing(previous: Pieces, now: Pieces, name: str) -> Iterator[str]:
    piece = now[name]
    if previous.get(name) != piece:
        yield render_tree(now, name)
        return
    for inner in child_ids(piece):
        yield from _differing(previous, now, inner)


FRAME = 4096  # maximum bytes, except for a single larger piece
PARTS = re.compile(r'(?s)(<(\w+) id="[\w-]+")([^>]*>)(.*)')  # an attribute holds no ">": &gt;


def fragment_patch(previous: Pieces, now: Pieces) -> list[str]:
    """Return the frames for a change from `previous` to `now`; the page is complete after the last.

    Top-level pieces are sent unchanged, because a page may have only one.
    """
    inside = {inner for piece in now.values() for inner in child_ids(piece)}
    differing = [name for name, piece in now.items() if previous.get(name) != piece]
    first = [now[name] for name in differing if name not in inside]
    inner = [name for name in differing if name in inside]  # parents before the pieces inside them
    parts = [part for name in inner for part in _parts(previous.get(name, ""), now[name])]
    return _chunk([*first, *parts])


def _parts(previous: str, now: str) -> Iterator[str]:
    """Yield the changed parts of a piece; `previous` is "" for a new one."""
    before, after = PARTS.fullmatch(previous), PARTS.fullmatch(now)
    assert after, "a piece begins with its id"
    if before is None or before[2] != after[2]:
        yield now
        return
    if before[3] != after[3]:
        yield after[1] + after[3]
    if before[4] != after[4]:
        yield f"{after[1]}>{after[4]}"


def _chunk(lines: Iterable[str]) -> list[str]:
    chunks: list[str] = []
    for line in lines:
        if chunks and len(f"{chunks[-1]}\n{line}".encode()) <= FRAME:
            chunks[-1] = f"{chunks[-1]}\n{line}"
        else:
            chunks.append(line)
    return chunks
