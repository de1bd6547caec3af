"""The chance of tests: every seed follows from `TEST_SEED` and the name of the test.

The site asks two functions for secret seeds, of a game and of a draw. In a test both answer from
here, so a test that fails fails again; soak runs change `TEST_SEED` and deal other cards.
"""

import hashlib
import os
from collections.abc import Callable
from itertools import count

SEED = os.environ.get("TEST_SEED", "truco")
drawn = 0  # seeds in this process so far


def seeds_of(test: str) -> Callable[[], bytes]:
    """Return a source of seeds (32 bytes), the same ones for the same test every time."""
    numbers = count()

    def new_seed() -> bytes:
        global drawn
        drawn += 1
        return hashlib.sha256(f"{SEED} {test} {next(numbers)}".encode()).digest()

    return new_seed


class Names:
    """User names that are not alike, the same ones each time; `taken` of them so far."""

    def __init__(self) -> None:
        self.taken = 0

    def __next__(self) -> str:
        self.taken += 1
        return f"u{hashlib.sha256(f'person {self.taken - 1}'.encode()).hexdigest()[:12]}"
