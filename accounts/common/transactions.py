"""Transactions: hooks after a commit, and retries of conflicts."""

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

logger = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Hook:
    """A call to make after the commit. Its exceptions are logged and not propagated."""

    function: Callable[..., object]
    args: tuple[object, ...]
    kwargs: Mapping[str, object]

    def __call__(self) -> None:
        try:
            self.function(*self.args, **self.kwargs)
        except Exception:
            logger.exception("%s failed after the commit", _name_of(self.function))


def on_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call `function` after the commit, or immediately outside a transaction.

    An exception is logged with the function's name and not propagated, so that the hooks after it
    run. Django's `robust=True` reads `__qualname__`, which a partial lacks, and logs the
    exception's text.
    """
    hook = Hook(function, args, kwargs)
    transaction.on_commit(hook, robust=True)  # noqa: TID251  # the one place


def _name_of(function: Callable[..., object]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__}.{name}"


MAX_ATTEMPTS = 3
DEADLOCK, SERIALIZATION_FAILURE = "40P01", "40001"


def retry_on_conflict(service: Callable[P, R]) -> Callable[P, R]:
    """Retry a transactional service at most twice after a deadlock or serialization failure.

    This works only outside a transaction: inside one, its owner must repeat all of it.
    """

    @functools.wraps(service)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> R:
        for tries in reversed(range(MAX_ATTEMPTS)):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if not tries or connection.in_atomic_block or not _is_a_matter_of_timing(error):
                    raise
        raise AssertionError("the last try returns or raises")

    return attempt


def transactional(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in a transaction, again after a conflict; inside another one, as part of it."""
    return retry_on_conflict(transaction.atomic(service))


def _is_a_matter_of_timing(error: OperationalError) -> bool:
    state = getattr(error.__cause__, "sqlstate", None)
    return state in {DEADLOCK, SERIALIZATION_FAILURE} or "locked" in str(error)
