"""Choose the part of a large matrix that runs on a day.

`make test` sets `TEST_DAY` to the date (UTC). The choice follows from the name of an item and from
that day alone, so every process makes the same one, and `TEST_DAY=2026-11-28` repeats it. Items
take turns: each runs once in as many days as there are shares. Without `TEST_DAY` everything runs:
in `make nightly`, in the soak, and in pytest by hand.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, TypeVar

T = TypeVar("T")

SHARE: Final = 8  # one of this many items runs each day


def is_sampled_run() -> bool:
    """Return whether this run takes only the day's part of each matrix."""
    return bool(os.environ.get("TEST_DAY"))


def is_picked(name: str, share: int = SHARE) -> bool:
    """Return whether an item runs today: one of `share` names does."""
    return not is_sampled_run() or _turn(name) % share == 0


def pick_today(items: Sequence[T], share: int = SHARE, name: Callable[[T], str] = repr) -> list[T]:
    """Return those items that run today, in their order: at least one if there are any items.

    An item is known by its `name`, which has to be the same in every process.
    """
    picked = [item for item in items if is_picked(name(item), share)]
    return picked or sorted(items, key=lambda item: (_turn(name(item)) % share, name(item)))[:1]


def _turn(name: str) -> int:
    """Return a number that follows from a name, and grows by one each day.

    Python's own `hash` is salted per process.
    """
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])
    return number + date.fromisoformat(os.environ["TEST_DAY"]).toordinal()
