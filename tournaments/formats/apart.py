"""Seeding a bracket so that mates (of a club, of a group) meet as late as possible."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Generic

from tournaments.formats.matching import cheapest_partners
from tournaments.formats.pairing import Id
from tournaments.formats.seeds import bracket_order, bracket_size


def seed_rows(entries: Sequence[Id]) -> list[Sequence[Id]]:
    """Seeds that are worth the same in a bracket: 1, 2, 3-4, 5-8, 9-16 and so on."""
    ends = [1 << power for power in range(bracket_size(len(entries)).bit_length())]
    return [entries[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def set_apart(rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> tuple[Id, ...]:
    """The entries by seed; each keeps to the seeds of its row, mates share a value of `mates`.

    Row by row, and inside a row one of each kind at a time, entries are matched with the seeds
    farthest from the mates already placed. Then two of a row change seeds as long as that parts
    mates further or, failing that, brings the two nearer to the seeds they came with.
    """
    bracket = _Bracket([entry for row in rows for entry in row], mates)
    starts = [sum(len(row) for row in rows[:number]) for number in range(len(rows))]
    spans = [range(start, start + len(row)) for start, row in zip(starts, rows, strict=True)]
    for row, span in zip(rows, spans, strict=True):
        for layer in _layers(row, mates):
            bracket.place(layer, span)
    pairs = [pair for span in spans for pair in combinations(span, 2)]
    while sum(bracket.exchange(*pair) for pair in pairs):
        continue
    return bracket.seeded()


def _layers(row: Sequence[Id], mates: Mapping[Id, Hashable]) -> Iterable[list[Id]]:
    """The row in parts without mates: the first of every kind, the second, and so on."""
    seen: Counter[Hashable] = Counter()
    layers: dict[int, list[Id]] = {}
    for entry in row:
        kind = mates.get(entry)
        layers.setdefault(seen[kind], []).append(entry)
        seen[kind] += kind is not None
    return layers.values()


class _Bracket(Generic[Id]):
    """Who holds which seed, counted from 0, while entries are placed and exchanged."""

    def __init__(self, entries: Sequence[Id], mates: Mapping[Id, Hashable]) -> None:
        order = bracket_order(bracket_size(len(entries)))
        self._place = {seed - 1: place for place, seed in enumerate(order)}
        self._wish = {entry: seed for seed, entry in enumerate(entries)}
        self._mates = {
            entry: [mate for mate in entries if mate != entry and mates.get(mate) == kind]
            for entry in entries
            if (kind := mates.get(entry)) is not None
        }
        self._seed: dict[Id, int] = {}
        self._holder: dict[int, Id] = {}

    def seeded(self) -> tuple[Id, ...]:
        return tuple(self._holder[seed] for seed in sorted(self._holder))

    def place(self, layer: Sequence[Id], span: range) -> None:
        """All of the layer on free seeds of the span, as cheaply as possible."""
        free = [seed for seed in span if seed not in self._holder]
        costs = {
            (seed, -1 - number): self._cost(entry, seed)
            for number, entry in enumerate(layer)
            for seed in free
        }
        partners = cheapest_partners(costs)
        for number, entry in enumerate(layer):
            self._put(entry, partners[-1 - number])

    def exchange(self, one: int, other: int) -> bool:
        """Exchange the holders of two seeds if that is better."""
        first, second = self._holder[one], self._holder[other]
        before = self._cost(first, one) + self._cost(second, other)
        self._put(first, other)
        self._put(second, one)
        if self._cost(first, other) + self._cost(second, one) < before:
            return True
        self._put(first, one)
        self._put(second, other)
        return False

    def _put(self, entry: Id, seed: int) -> None:
        self._seed[entry] = seed
        self._holder[seed] = entry

    def _cost(self, entry: Id, seed: int) -> int:
        """A meeting costs more than all that come in later rounds; then the way moved counts."""
        rounds = len(self._place).bit_length()
        placed = (mate for mate in self._mates.get(entry, ()) if mate in self._seed)
        sections = (self._place[seed] ^ self._place[self._seed[mate]] for mate in placed)
        meetings = sum(
            1 << 2 * rounds * (2 + rounds - section.bit_length()) for section in sections
        )
        return meetings + (seed - self._wish[entry]) ** 2
