"""Words looked up once for each language: Django asks one catalogue after the other, each time.

For what is written many times a second; the words of the sources alone come to `gettext`, never a
text that people write.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _looked_up

P = ParamSpec("P")
R = TypeVar("R")

KEPT = 8192  # of each function


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Activate a language, which is known here without asking Django at every word.

    Nothing inside may activate another.
    """
    before = _spoken.set(language)
    try:
        with override(language):
            yield
    finally:
        _spoken.reset(before)


def spoken() -> str | None:
    """Return the active language."""
    return _spoken.get() or get_language()


def gettext(words: str) -> str:
    """Return words of the sources in the active language."""
    return _in(spoken(), words)


def remembered(say: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function says of some values, in each language.

    What it is given is all that it may depend on, and has to be values: rows are equal while they
    differ.
    """

    @lru_cache(maxsize=KEPT)
    def kept(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
        return say(*args, **kwargs)

    @wraps(say)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        return kept(spoken(), *args, **kwargs)  # type: ignore[arg-type]  # they are values

    return told


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@lru_cache(maxsize=KEPT)
def _in(language: str | None, words: str) -> str:
    return _looked_up(words)
