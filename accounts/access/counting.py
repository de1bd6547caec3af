"""Counting what may be done so many times within a while, in the cache that all processes share."""

from contextlib import suppress

from django.core.cache import cache


def counted(key: str, seconds: int) -> int:
    """Return how often this was counted since its time began."""
    return summed(key, 1, seconds)


def summed(key: str, amount: int, seconds: int) -> int:
    """Add an amount to a sum; return what it is since its time began."""
    if not cache.add(key, amount, timeout=seconds):
        with suppress(ValueError):  # the time ended between the two lines
            return int(cache.incr(key, amount))
    return amount
