"""Ways to reorder a row so that neighbours part: used to route losers and to deal groups."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
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
