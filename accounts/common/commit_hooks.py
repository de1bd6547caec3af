"""Hooks that run after a commit and cannot fail the request that committed."""

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ParamSpec

from django.db import transaction

logger = logging.getLogger(__name__)
P = ParamSpec("P")


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
