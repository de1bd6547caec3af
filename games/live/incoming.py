"""What a browser says through the socket: nothing it is asked for, so everything is refused kindly.

Actions are POSTs; the socket only pushes. A client that sends anyway is told why it is not heard,
and is shut out when it goes on (the codes are those of the error frame).
"""

import json
from typing import Any

STRIKES = 3
PERIOD = 10.0  # seconds in which that many strikes close the socket


class _DuplicateKeyError(ValueError):
    pass


def fault_of(text: str | None) -> str:
    """Return the code of what is wrong with a client's message."""
    if text is None:
        return "bad_shape"
    try:
        message = json.loads(text, object_pairs_hook=_unique)
    except _DuplicateKeyError:
        return "duplicate_key"
    except (ValueError, RecursionError):
        return "bad_json"
    return "unknown_action" if isinstance(message, dict) else "bad_shape"


class Strikes:
    """Counts one socket's faults within the last seconds."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def add(self, at: float) -> bool:
        """Count one at a monotonic instant; return whether that is too many."""
        self._times = [time for time in self._times if time > at - PERIOD] + [at]
        return len(self._times) >= STRIKES


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKeyError
    return found
