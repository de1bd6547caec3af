"""Rate limits: counted for the whole site in the shared cache, or for one process in memory.

Of guessed links and codes only failed guesses count, and only failed guesses are refused: a hall is
one address, so a valid link or code always works, whatever others on the same network try. Secrets
are safe by their size: 44 bits for the code of a slip (`tournaments.slips`), 38 for the key of a
private event's names. Codes of waiting tables are shorter and refused by address
(`games.invitations.codes`).
"""

import threading
import time
from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.common.client_address import address_key, client_address
from accounts.common.security_log import client_pseudonym, log_security_event

MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds
MAX_TRACKED = 10_000  # keys of a limit of one process


@dataclass(frozen=True)
class RateLimit:
    """At most `limit` events of a key in `period` seconds, counted in the shared cache."""

    name: str
    limit: int
    period: int

    def count(self, key: object) -> int:
        """Count an event and return how many there were in its period."""
        return add_to_sum(f"{self.name}:{key}", 1, self.period)

    def is_exceeded(self, key: object) -> bool:
        """Count an event; return whether it is one too many."""
        return self.count(key) > self.limit

    def give_back(self, key: object) -> None:
        """Take a counted event back, because it did not happen."""
        with suppress(ValueError):  # it has expired
            cache.decr(f"{self.name}:{key}")


def add_to_sum(key: str, amount: int, seconds: int) -> int:
    """Add an amount to a sum and return its value; it expires after `seconds`."""
    if not cache.add(key, amount, timeout=seconds):
        with suppress(ValueError):  # it expired between the two lines
            return int(cache.incr(key, amount))
    return amount


@dataclass
class LocalRateLimit:
    """At most `limit` events of a key in any `period` seconds, counted in this process.

    An event that is refused does not count.
    """

    limit: int
    period: float
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _events: dict[Hashable, deque[float]] = field(default_factory=dict)

    def is_exceeded(self, key: Hashable) -> bool:
        """Count an event unless it is one too many; return whether it is."""
        now = time.monotonic()
        with self._lock:
            times = self._events.pop(key, None) or deque()
            self._events[key] = times  # the latest key comes last
            if len(self._events) > MAX_TRACKED:
                del self._events[next(iter(self._events))]
            while times and now - times[0] >= self.period:
                times.popleft()
            if len(times) >= self.limit:
                return True
            times.append(now)
            return False


GUESSES = RateLimit("missed-links", 10, MINUTE)


def refuse_guess(request: HttpRequest) -> HttpResponse | None:
    """Count an invalid link or code; return a 429 response above the limit per minute."""
    home = address_key(client_address(request))
    misses = GUESSES.count(home)
    if misses == GUESSES.limit:
        log_security_event("too-many-guesses", origin=client_pseudonym(home))
    if misses <= GUESSES.limit:
        return None
    return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
