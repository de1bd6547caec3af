"""Retrying transactions that the database refused only because of a concurrent one."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 3
DEADLOCK, SERIALIZATION_FAILURE = "40P01", "40001"


def retrying(service: Callable[P, R]) -> Callable[P, R]:
    """Run a transactional service again, at most twice, after a deadlock or serialization failure.

    Only outside any transaction: inside one the whole of it has to be repeated by its owner.
    """

    @functools.wraps(service)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> R:
        for left in reversed(range(TRIES)):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if not left or connection.in_atomic_block or not _is_a_matter_of_timing(error):
                    raise
        raise AssertionError("the last try returns or raises")

    return attempt


def _is_a_matter_of_timing(error: OperationalError) -> bool:
    state = getattr(error.__cause__, "sqlstate", None)
    return state in {DEADLOCK, SERIALIZATION_FAILURE} or "locked" in str(error)
