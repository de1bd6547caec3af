"""The languages a person may read in: those of the settings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.utils.translation import get_language, get_supported_language_variant, override
from django.utils.translation import gettext as _looked_up

LONGEST = 32  # of what is looked at; no code is as long


def offered() -> list[tuple[str, str]]:
    """Return code and name of each; rows need no migration for a new one."""
    return list(settings.LANGUAGES)


def spoken(asked: str) -> str | None:
    """Return the language of the site that is nearest to a code, as `es-ar` to `es-MX`."""
    try:
        return get_supported_language_variant(asked[:LONGEST].lower())
    except LookupError:
        return None


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


def spoken_looked_up() -> str | None:
    """Return the active language."""
    return _spoken.get() or get_language()


def gettext(words: str) -> str:
    """Return words of the sources in the active language."""
    return _in(spoken_looked_up(), words)


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
        return kept(spoken_looked_up(), *args, **kwargs)  # type: ignore[arg-type]  # they are values

    return told


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@lru_cache(maxsize=KEPT)
def _in(language: str | None, words: str) -> str:
    return _looked_up(words)
