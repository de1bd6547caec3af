"""Chance that anybody can repeat: every draw is computed from a published seed string.

The stream of numbers is HMAC-SHA256(seed, "draw:0"), HMAC-SHA256(seed, "draw:1"), ... read as
64-bit big-endian integers, four per digest.
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
    """A number under `bound`, each equally likely: the incomplete last span is thrown again."""
    limit = WORDS - WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """Fisher-Yates from the last place down; the order given is part of what is published."""
    numbers = _numbers(seed)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = random_below(numbers, last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def tiebreak_lot(seed: str, entry: object) -> int:
    """The lot of one entry: it depends on nobody else, so no order of input can change it."""
    return int.from_bytes(_digest(seed, f"lot:{entry}")[:WORD], "big")


Order = Callable[[Sequence[T]], list[T]]


def natural(row: Sequence[T]) -> list[T]:
    """1 2 3 4 stays 1 2 3 4."""
    return list(row)


def reverse(row: Sequence[T]) -> list[T]:
    """1 2 3 4 becomes 4 3 2 1."""
    return list(reversed(row))


def half_shift(row: Sequence[T]) -> list[T]:
    """1 2 3 4 becomes 3 4 1 2."""
    half = len(row) // 2
    return [*row[half:], *row[:half]]


def reverse_half_shift(row: Sequence[T]) -> list[T]:
    """1 2 3 4 becomes 2 1 4 3: each half is reversed in its place."""
    half = len(row) // 2
    return [*reverse(row[:half]), *reverse(row[half:])]


def pair_flip(row: Sequence[T]) -> list[T]:
    """1 2 3 4 becomes 2 1 4 3: neighbours change places."""
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
    """The organiser's own order, best first."""
    return _numbered(entries)


def seed_by_rating(ratings: Mapping[Id, float], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """Highest rating first; equals are ordered by their lot."""
    order = sorted(ratings, key=lambda entry: (-ratings[entry], tiebreak_lot(draw_seed, entry)))
    return _numbered(order)


def seed_by_lot(entries: Sequence[Id], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """At random from the published seed."""
    return _numbered(shuffled(entries, draw_seed))


def seed_by_rank(ranks: Mapping[Id, int], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """As a previous stage ended; entries of equal rank are ordered by their lot."""
    order = sorted(ranks, key=lambda entry: (ranks[entry], tiebreak_lot(draw_seed, entry)))
    return _numbered(order)


def bracket_size(entries: int) -> int:
    """The smallest power of two that holds everybody."""
    if entries < 2:
        raise FormatError("too-few-entries", entries)
    return 1 << (entries - 1).bit_length()


def bracket_order(size: int) -> list[int]:
    """Seeds from the top of the bracket down; the best 2^k stand in 2^k different sections."""
    order = [1]
    while len(order) < size:
        foot = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, foot - best)]
    return order


def bye_seeds(entries: int) -> list[int]:
    """The top seeds that pass the first round without playing."""
    return list(range(1, bracket_size(entries) - entries + 1))


Exchange = tuple[int, int]
"""Two seeds of a row whose holders change places, counted from 0."""


def seed_rows(entries: Sequence[Id]) -> list[Sequence[Id]]:
    """Seeds that are worth the same in a bracket: 1, 2, 3-4, 5-8, 9-16 and so on."""
    ends = [1 << power for power in range(bracket_size(len(entries)).bit_length())]
    return [entries[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def separate(rows: Sequence[Sequence[Id]], mates: Mapping[Id, Hashable]) -> tuple[Id, ...]:
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
