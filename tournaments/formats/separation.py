"""Keeping members of a club apart: an edge colouring of rows against clubs.

Every entry is an edge between its row and its club, every group a colour: a group takes one entry
of a row, and should take one of a club. With no more entries per row and per club than there are
groups a colouring always exists (Koenig), and one exchange along a path finds room for each entry.
"""

from collections.abc import Hashable
from typing import Generic

from tournaments.formats.pairing import Id

Vertex = tuple[str, Hashable]


class Separation(Generic[Id]):
    """A table of groups under construction."""

    def __init__(self, groups: int) -> None:
        self._groups = range(groups)
        self._ends: dict[Id, tuple[Vertex, Vertex]] = {}
        self._taken: dict[Vertex, dict[int, Id]] = {}
        self._group: dict[Id, int] = {}

    def place(self, entry: Id, row: int, club: Hashable, wish: int) -> None:
        """Into the wished group, else the nearest that suits both ends, else by an exchange."""
        ends: tuple[Vertex, Vertex] = ("row", row), ("club", club)
        self._ends[entry] = ends
        by_row, by_club = (self._free(end, wish) for end in ends)
        both = [group for group in by_row if group in by_club]
        if not both:
            self._exchange(ends[0], by_club[0], by_row[0])
        self._join(entry, both[0] if both else by_club[0])

    def groups(self) -> tuple[tuple[Id, ...], ...]:
        """Each group's entries in the order of their rows."""
        rows = [taken for (kind, _), taken in self._taken.items() if kind == "row"]
        return tuple(tuple(row[group] for row in rows if group in row) for group in self._groups)

    def _free(self, end: Vertex, wish: int) -> list[int]:
        """Groups without an entry of that row or club, the nearest to the wish first."""
        taken = self._taken.setdefault(end, {})
        free = [group for group in self._groups if group not in taken]
        return sorted(free, key=lambda group: abs(group - wish))

    def _exchange(self, start: Vertex, wanted: int, spare: int) -> None:
        """Free `wanted` at that row: along the path from there, the two groups change places."""
        path = []
        here, group = start, wanted
        while (entry := self._taken[here].get(group)) is not None:
            path.append(entry)
            here = next(end for end in self._ends[entry] if end != here)
            group = spare if group == wanted else wanted
        moves = {entry: {wanted: spare, spare: wanted}[self._group[entry]] for entry in path}
        for entry in path:
            self._leave(entry)
        for entry, target in moves.items():
            self._join(entry, target)

    def _join(self, entry: Id, group: int) -> None:
        self._group[entry] = group
        for end in self._ends[entry]:
            self._taken[end][group] = entry

    def _leave(self, entry: Id) -> None:
        for end in self._ends[entry]:
            del self._taken[end][self._group[entry]]
