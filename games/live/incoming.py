"""What a browser says through the socket: what it does at a table, and nothing else.

What is badly written is refused by name, and shuts out who goes on; the codes are those of the
error frame. What a table refuses is answered in words, and is nobody's fault.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

STRIKES = 3
PERIOD = 10.0  # seconds in which that many strikes close the socket
LONGEST = 24  # letters of a token
IDS = re.compile(r"[\w-]{8,64}", re.ASCII)
VERSIONS, SEATS = range(2_000_000_001), range(6)


class FaultyError(Exception):
    """A message that says nothing; `code` is what is wrong with it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Said:
    """An act as its browser sends it: what, at which version, and the id that makes it one.

    `who` acts where two share a device.
    """

    token: str
    version: int
    action_id: str
    who: int | None = None


def read(text: str | None) -> Said:
    """Read a message; FaultyError if it is no act."""
    message = _parsed(text)
    if not isinstance(message, dict):
        raise FaultyError("bad_shape")
    if "act" not in message:
        raise FaultyError("unknown_action")
    match message:
        case {"act": str(token), "version": int(version), "id": str(action_id), **rest} if (
            len(token) <= LONGEST and _is_one_of(version, VERSIONS) and IDS.fullmatch(action_id)
        ):
            who = rest.pop("who", None)
            if not rest and (who is None or _is_one_of(who, SEATS)):
                return Said(token, version, action_id, who)
    raise FaultyError("bad_act")


class Strikes:
    """Counts one socket's faults within the last seconds."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def add(self, at: float) -> bool:
        """Count one at a monotonic instant; return whether that is too many."""
        self._times = [time for time in self._times if time > at - PERIOD] + [at]
        return len(self._times) >= STRIKES


class _DuplicateKeyError(ValueError):
    pass


def _parsed(text: str | None) -> Any:
    if text is None:
        raise FaultyError("bad_shape")
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except _DuplicateKeyError:
        raise FaultyError("duplicate_key") from None
    except (ValueError, RecursionError):
        raise FaultyError("bad_json") from None


def _is_one_of(number: object, numbers: range) -> bool:
    return type(number) is int and number in numbers  # True is no number here


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKeyError
    return found
