"""Choose what part of a large matrix runs today; the nightly run (`NIGHTLY=1`) takes all of it.

The choice follows from the name of the thing and the day alone, so every process makes the same
one, and `TEST_DAY=2026-11-28` repeats the choice of that day.
"""

import hashlib
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

T = TypeVar("T")

SHARE: Final = 8  # one of so many runs each day

# A run may outlast the day it began on; the processes it starts inherit the day.
os.environ.setdefault("TEST_DAY", datetime.now(UTC).date().isoformat())


def is_nightly() -> bool:
    """Tell whether this run takes every matrix whole."""
    return os.environ.get("NIGHTLY", "0") not in ("", "0")


def is_picked(name: str, share: int = SHARE) -> bool:
    """Tell whether something runs today: one name of `share` does, and all of them nightly."""
    return is_nightly() or _number_today(name) % share == 0


def pick_today(items: Sequence[T], share: int = SHARE) -> list[T]:
    """Return those items that run today, in their order: at least one if there are any.

    An item is known by its `repr`, which has to be the same in every process.
    """
    picked = [item for item in items if is_picked(repr(item), share)]
    return picked or sorted(items, key=lambda item: _number_today(repr(item)))[:1]


def _number_today(name: str) -> int:
    """Return a number that follows from a name and the day; Python's own `hash` is salted."""
    said = f"{name} {os.environ['TEST_DAY']}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8])
