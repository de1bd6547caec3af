"""Choose the part of a large matrix that runs on a day.

`make test` sets `TEST_DAY` to the date (UTC). The choice follows from the name of the item and from
that day alone, so every process makes the same one, and `TEST_DAY=2026-11-28` repeats it. Without
`TEST_DAY` everything runs: `make nightly`, the soak, and pytest by hand.
"""

import hashlib
import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

SHARE: Final = 8  # one of so many runs each day


def is_sampled_run() -> bool:
    """Return whether this run takes only the day's part of each matrix."""
    return bool(os.environ.get("TEST_DAY"))


def is_picked(name: str, share: int = SHARE) -> bool:
    """Return whether an item runs today: one name of `share` does."""
    return not is_sampled_run() or _number(name) % share == 0


def pick_today(items: Sequence[T], share: int = SHARE) -> list[T]:
    """Return those items that run today, in their order: at least one if there are any items.

    An item is known by its `repr`, which has to be the same in every process.
    """
    picked = [item for item in items if is_picked(repr(item), share)]
    return picked or sorted(items, key=lambda item: _number(repr(item)))[:1]


def _number(name: str) -> int:
    """Derive a number from a name and the day. Python's own `hash` is salted per process."""
    digest = hashlib.sha256(f"{name} {os.environ.get('TEST_DAY')}".encode()).digest()
    return int.from_bytes(digest[:8])
