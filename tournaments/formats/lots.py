"""Chance that anybody can repeat: every draw is computed from a published seed string.

The stream of numbers is HMAC-SHA256(seed, "draw:0"), HMAC-SHA256(seed, "draw:1"), ... read as
64-bit big-endian integers, four per digest.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

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


def below(numbers: Iterator[int], bound: int) -> int:
    """A number under `bound`, each equally likely: the incomplete last span is thrown again."""
    limit = WORDS - WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def shuffled(items: Sequence[T], seed: str) -> list[T]:
    """Fisher-Yates from the last place down; the order given is part of what is published."""
    numbers = _numbers(seed)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = below(numbers, last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def lot(seed: str, entry: object) -> int:
    """The lot of one entry: it depends on nobody else, so no order of input can change it."""
    return int.from_bytes(_digest(seed, f"lot:{entry}")[:WORD], "big")
