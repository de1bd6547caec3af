"""Seeding a bracket so that mates (of a club, of a group) meet as late as possible."""

from collections import Counter, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic

from tournaments.formats.pairing import Id
from tournaments.formats.seeds import bracket_order, bracket_size

Exchange = tuple[int, int]
"""Two seeds of a row whose holders change places, counted from 0."""


def seed_rows(entries: Sequence[Id]) -> list[Sequence[Id]]:
    """Seeds that are worth the same in a bracket: 1, 2, 3-4, 5-8, 9-16 and so on."""
    ends = [1 << power for power in range(bracket_size(len(entries)).bit_length())]
    return [entries[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def set_apart(rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> tuple[Id, ...]:
    """The entries by seed; each keeps to the seeds of its row, mates share a value of `mates`.

    From the whole bracket down, the mates in a section are shared out over its two halves as
    evenly as rows allow. Where they are not yet, seeds of the last rows are exchanged, better ones
    only if that is not enough, along the shortest chain that evens out.
    """
    bracket = _Bracket(rows, mates)
    bracket.share_out(bracket_order(bracket_size(len(bracket.holders))))
    return tuple(bracket.holders)


class _Bracket(Generic[Id]):
    """Who holds which seed, counted from 0, while holders of a row change seeds."""

    def __init__(self, rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> None:
        self.holders = [entry for row in rows for entry in row]
        self._row = [number for number, row in enumerate(rows) for _ in row]
        kinds = ((entry, mates.get(entry)) for entry in self.holders)
        # whoever has no mates is of a kind of their own
        self._kinds: list[Hashable] = [
            ("none", entry) if kind is None else kind for entry, kind in kinds
        ]

    def share_out(self, section: Sequence[int]) -> None:
        """Part the mates in a section: places from top to bottom, by the seed that stands there."""
        middle = len(section) // 2
        if middle < 2:
            return
        halves = section[:middle], section[middle:]
        one, other = ([seed - 1 for seed in half if seed <= len(self._row)] for half in halves)
        for best in sorted(set(self._row), reverse=True):
            while chain := self._chain(one, other, best) or self._chain(other, one, best):
                for pair in chain:
                    self._exchange(*pair)
        for half in halves:
            self.share_out(half)

    def _exchange(self, one: int, other: int) -> None:
        holders, kinds = self.holders, self._kinds
        holders[one], holders[other] = holders[other], holders[one]
        kinds[one], kinds[other] = kinds[other], kinds[one]

    def _chain(self, heavy: Sequence[int], light: Sequence[int], best: int) -> list[Exchange]:
        """What gives a kind with too many in one half fewer there; nothing if nothing does.

        Each exchange passes the surplus on to another kind, the last to one that it evens out. The
        rows above `best` stay as they are.
        """
        surplus = Counter(self._kinds[seed] for seed in heavy)
        surplus.subtract(self._kinds[seed] for seed in light)
        for start, most in surplus.most_common():
            if most < 2:
                break
            came: dict[Hashable, Exchange] = {}
            waiting = deque([start])
            while waiting:
                for exchange in self._exchanges(waiting.popleft(), heavy, light, best):
                    kind = self._kinds[exchange[1]]
                    if kind == start or kind in came:
                        continue
                    came[kind] = exchange
                    if surplus[kind] + 2 < most:
                        return list(self._way(start, kind, came))
                    waiting.append(kind)
        return []

    def _exchanges(
        self, kind: Hashable, heavy: Sequence[int], light: Sequence[int], best: int
    ) -> Iterator[Exchange]:
        """What takes one of a kind out of a half: the worst seeds first, for the nearest."""
        for seed in sorted(heavy, reverse=True):
            if self._kinds[seed] == kind and self._row[seed] >= best:
                row = (other for other in light if self._row[other] == self._row[seed])
                nearest = sorted(row, key=lambda other: abs(other - seed))
                yield from ((seed, other) for other in nearest)

    def _way(
        self, start: Hashable, kind: Hashable, came: Mapping[Hashable, Exchange]
    ) -> Iterator[Exchange]:
        while kind != start:
            yield came[kind]
            kind = self._kinds[came[kind][0]]
