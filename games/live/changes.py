"""What a table's board is sent of its pieces: of each that it has, only what differs.

`static/js/live.js` puts pieces in their places itself. A line is

* an opening tag alone: the attributes of a piece, around what stands in it already;
* a tag with nothing but the id: what stands in the piece, behind the attributes it has already;
* a whole piece, where it was not shown before or was another kind of element.

In each, the place of a piece (`<!--hand-->`) is for the one that is there already, or for the one
that follows. Pages whose pieces htmx places are sent `games.live.pieces.frames` instead.
"""

import re
from collections.abc import Iterable, Iterator

from games.live.pieces import Pieces, enclosed

FRAME = 4096  # bytes at most, but for a piece that is larger itself
PARTS = re.compile(r'(?s)(<(\w+) id="[\w-]+")([^>]*>)(.*)')  # an attribute holds no ">": &gt;


def changes(shown: Pieces, now: Pieces) -> list[str]:
    """Return the frames that make what is now of what was shown; the table is whole after the last.

    What stands in no other piece is sent as it is: it may be all that a page has.
    """
    inside = {inner for piece in now.values() for inner in enclosed(piece)}
    differing = [name for name, piece in now.items() if shown.get(name) != piece]
    first = [now[name] for name in differing if name not in inside]
    inner = [name for name in differing if name in inside]  # each before those that stand in it
    parts = [part for name in inner for part in _parts(shown.get(name, ""), now[name])]
    return _packed([*first, *parts])


def _parts(shown: str, now: str) -> Iterator[str]:
    """Return what differs of a piece; "" was not shown."""
    before, after = PARTS.fullmatch(shown), PARTS.fullmatch(now)
    assert after, "a piece begins with its id"
    if before is None or before[2] != after[2]:
        yield now
        return
    if before[3] != after[3]:
        yield after[1] + after[3]
    if before[4] != after[4]:
        yield f"{after[1]}>{after[4]}"


def _packed(lines: Iterable[str]) -> list[str]:
    frames: list[str] = []
    for line in lines:
        if frames and len(f"{frames[-1]}\n{line}".encode()) <= FRAME:
            frames[-1] = f"{frames[-1]}\n{line}"
        else:
            frames.append(line)
    return frames
