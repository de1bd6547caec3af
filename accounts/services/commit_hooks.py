"""Hooks that run after a commit and cannot fail the request that committed."""

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

logger = logging.getLogger(__name__)

P = ParamSpec("P")


def on_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call `function` after the commit; at once where no transaction is open.

    What it raises is logged under its name and goes no further: the commit stands, and the hooks
    after it run. Django's `robust=True` alone reads `__qualname__`, which a partial lacks, and
    quotes the error's words.
    """

    def hook() -> None:
        try:
            function(*args, **kwargs)
        except Exception:
            logger.exception("%s failed after the commit", _name_of(function))

    transaction.on_commit(hook, robust=True)  # noqa: TID251  # the one place


def _name_of(function: Callable[..., object]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__}.{name}"
