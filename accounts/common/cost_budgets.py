"""Budgets of server time per address and per person.

A hall is one address, so an address has a larger budget than a person. Cached responses cost
nothing.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from accounts.common.client_address import address_key, client_address
from accounts.common.rate_limit import add_to_sum
from accounts.common.requests import is_part
from accounts.common.security_log import client_pseudonym, log_security_event

SPAN: Final = 60  # the period of a budget, in seconds
MILLISECONDS: Final = 1000


@dataclass(frozen=True)
class Budget:
    """The seconds of work that an address, and a user, can request within `SPAN`."""

    name: str
    of_address: float
    of_person: float

    def is_spent(self, request: HttpRequest) -> bool:
        """Return whether the address or the user of a request has used up the budget."""
        limits = self._limits(request)
        spent = cache.get_many(limits)
        return any(spent.get(key, 0) >= limit * MILLISECONDS for key, limit in limits.items())

    def charge(self, request: HttpRequest, seconds: float) -> None:
        """Charge work to the address and the user of a request."""
        cost = max(1, round(seconds * MILLISECONDS))
        for key, limit in self._limits(request).items():
            total = add_to_sum(key, cost, SPAN)
            if total >= limit * MILLISECONDS > total - cost:
                log_security_event(
                    "budget-spent", origin=client_pseudonym(address_key(client_address(request)))
                )

    @contextmanager
    def measured(self, request: HttpRequest) -> Iterator[None]:
        """Charge the CPU time that this thread uses inside."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.charge(request, time.thread_time() - began)

    def _limits(self, request: HttpRequest) -> dict[str, float]:
        address = address_key(client_address(request))
        limits = {f"budget:{self.name}:address:{address}": self.of_address}
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            limits[f"budget:{self.name}:person:{user.pk}"] = self.of_person
        return limits


FILES: Final = Budget("files", of_address=30, of_person=15)
HINTS: Final = Budget("hints", of_address=60, of_person=15)
LISTS: Final = Budget("lists", of_address=math.inf, of_person=10)
"""Lists of entries: only who organises sends them, and nobody else may spend their budget."""


def too_busy(request: HttpRequest, retry_after: int = SPAN) -> HttpResponse:
    """Return a 429 response in the reader's language; `retry_after` is in seconds."""
    template = "_429_busy.html" if is_part(request) else "429_busy.html"
    answer = render(request, template, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer.headers["Retry-After"] = str(retry_after)
    add_never_cache_headers(answer)
    return answer
