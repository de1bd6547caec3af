"""Counts links that led nowhere, by address, so that nobody can try them all."""

from contextlib import suppress

from django.core.cache import cache

from accounts.access.network import address_key
from truco_site.operation.security import note, origin

A_MINUTE = 10
MINUTE = 60


def guesses_too_much(address: str) -> bool:
    """Tell whether so many links from this address led nowhere that it has to wait."""
    misses: int = cache.get(_key(address), 0)
    return misses >= A_MINUTE


def count_miss(address: str) -> None:
    """Note one link that led nowhere; the count starts anew a minute after its first."""
    cache.add(_key(address), 0, timeout=MINUTE)
    with suppress(ValueError):  # the minute ended between the two lines
        if cache.incr(_key(address)) == A_MINUTE:
            note("too-many-guesses", origin=origin(address_key(address)))


def _key(address: str) -> str:
    return f"missed-links:{address_key(address)}"
