"""Repeatable draws from a published seed string, seeding, and the positions in a bracket.

The random stream is HMAC-SHA256(seed, "draw:0"), HMAC-SHA256(seed, "draw:1"), ... read as 64-bit
big-endian integers, four per digest. Members of a club or of a group meet as late as possible.
Permutations that separate neighbours route losers and fill groups.
"""

import hmac
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Generic, TypeVar

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Id

T = TypeVar("T")
WORD = 8
WORDS = 1 << (8 * WORD)


def _digest(seed: str, message: str) -> bytes:
    return hmac.new(seed.encode(), message.encode(), sha256).digest()


def _numbers(seed: str) -> Iterator[int]:
    digests = (_digest(seed, f"draw:{number}") for number in count())
    return (
        int.from_bytes(digest[start : start + WORD], "big")
        for digest in digests
        for start in range(0, len(digest), WORD)
    )


def random_below(numbers: Iterator[int], bound: int) -> int:
    """Return a number below `bound`, each equally likely; an incomplete last span is skipped."""
    limit = WORDS - WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """Shuffle from the last place down (Fisher-Yates). The order of `items` is published too."""
    numbers = _numbers(seed)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = random_below(numbers, last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def tiebreak_lot(seed: str, entry: object) -> int:
    """Return the lot of one entry. It does not depend on other entries or their order."""
    return int.from_bytes(_digest(seed, f"lot:{entry}")[:WORD], "big")


Order = Callable[[Sequence[T]], list[T]]


def natural(row: Sequence[T]) -> list[T]:
    """Return 1 2 3 4 for 1 2 3 4."""
    return list(row)


def reverse(row: Sequence[T]) -> list[T]:
    """Return 4 3 2 1 for 1 2 3 4."""
    return list(reversed(row))


def half_shift(row: Sequence[T]) -> list[T]:
    """Return 3 4 1 2 for 1 2 3 4."""
    half = len(row) // 2
    return [*row[half:], *row[:half]]


def reverse_half_shift(row: Sequence[T]) -> list[T]:
    """Return 2 1 4 3 for 1 2 3 4: each half is reversed in its place."""
    half = len(row) // 2
    return [*reverse(row[:half]), *reverse(row[half:])]


def pair_flip(row: Sequence[T]) -> list[T]:
    """Return 2 1 4 3 for 1 2 3 4: neighbours change places."""
    return [item for start in range(0, len(row), 2) for item in reverse(row[start : start + 2])]


@dataclass(frozen=True)
class Seeding(Generic[Id]):
    """One entry's seed; 1 is the best."""

    seed: int
    entry: Id


def _numbered(order: Sequence[Id]) -> tuple[Seeding[Id], ...]:
    repeated = [entry for entry, times in Counter(order).items() if times > 1]
    if repeated:
        raise FormatError("duplicate-entry", *repeated)
    return tuple(Seeding(seed, entry) for seed, entry in enumerate(order, start=1))


def seed_by_hand(entries: Sequence[Id]) -> tuple[Seeding[Id], ...]:
    """Seed by the organiser's own order, best first."""
    return _numbered(entries)


def seed_by_rating(ratings: Mapping[Id, float], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """Seed by rating, highest first; equal ratings are ordered by lot."""
    order = sorted(ratings, key=lambda entry: (-ratings[entry], tiebreak_lot(draw_seed, entry)))
    return _numbered(order)


def seed_by_lot(entries: Sequence[Id], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """Seed at random from the published seed."""
    return _numbered(shuffled(entries, draw_seed))


def seed_by_rank(ranks: Mapping[Id, int], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """Seed by the ranks of an earlier competition; equal ranks are ordered by lot."""
    order = sorted(ranks, key=lambda entry: (ranks[entry], tiebreak_lot(draw_seed, entry)))
    return _numbered(order)


def bracket_size(entries: int) -> int:
    """Return the smallest power of two that is not below the number of entries."""
    if entries < 2:
        raise FormatError("too-few-entries", entries)
    return 1 << (entries - 1).bit_length()


def bracket_order(size: int) -> list[int]:
    """Return the seeds from top to bottom; the best 2^k are in 2^k different sections."""
    order = [1]
    while len(order) < size:
        foot = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, foot - best)]
    return order


def bye_seeds(entries: int) -> list[int]:
    """Return the top seeds that pass the first round without playing."""
    return list(range(1, bracket_size(entries) - entries + 1))


Exchange = tuple[int, int]
"""Two seeds of a row whose holders change places, counted from 0."""


def seed_rows(entries: Sequence[Id]) -> list[Sequence[Id]]:
    """Return the rows of seeds of equal value in a bracket: 1, 2, 3-4, 5-8, 9-16 and so on."""
    ends = [1 << power for power in range(bracket_size(len(entries)).bit_length())]
    return [entries[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def separate(rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> tuple[Id, ...]:
    """Separate entries with the same value in `mates`; return the entries by seed.

    Each entry keeps to the seeds of its row. From the whole bracket down, the mates in a section
    are divided between its two halves as evenly as the rows allow. Where they are uneven, seeds of
    the last rows are exchanged, better ones only if necessary, along the shortest chain that evens
    out.
    """
    bracket = _Bracket(rows, mates)
    bracket.share_out(bracket_order(bracket_size(len(bracket.holders))))
    return tuple(bracket.holders)


class _Bracket(Generic[Id]):
    """Holders of the seeds, counted from 0, while holders of a row change seeds."""

    def __init__(self, rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> None:
        self.holders = [entry for row in rows for entry in row]
        self._row = [number for number, row in enumerate(rows) for _ in row]
        kinds = ((entry, mates.get(entry)) for entry in self.holders)
        # an entry without mates forms a kind by itself
        self._kinds: list[Hashable] = [
            ("none", entry) if kind is None else kind for entry, kind in kinds
        ]

    def share_out(self, section: Sequence[int]) -> None:
        """Separate the mates in a section: its seeds from top to bottom."""
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
        """Return exchanges that reduce a kind's surplus in one half; empty if there are none.

        Each exchange passes the surplus on to another kind, the last to one that it evens out. The
        rows above `best` stay unchanged.
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
                        return list(self._exchange_path(start, kind, came))
                    waiting.append(kind)
        return []

    def _exchanges(
        self, kind: Hashable, heavy: Sequence[int], light: Sequence[int], best: int
    ) -> Iterator[Exchange]:
        """Yield exchanges that move one of a kind out of a half, worst seeds first."""
        for seed in sorted(heavy, reverse=True):
            if self._kinds[seed] == kind and self._row[seed] >= best:
                row = (other for other in light if self._row[other] == self._row[seed])
                nearest = sorted(row, key=lambda other: abs(other - seed))
                yield from ((seed, other) for other in nearest)

    def _exchange_path(
        self, start: Hashable, kind: Hashable, came: Mapping[Hashable, Exchange]
    ) -> Iterator[Exchange]:
        while kind != start:
            yield came[kind]
            kind = self._kinds[came[kind][0]]
