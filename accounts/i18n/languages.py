"""The languages of the site, and translations cached per language.

Django searches its catalogues on each call, so frequent texts are cached. `gettext` here is only
for texts of the source code, never for user input.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import models
from django.utils.encoding import force_str
from django.utils.translation import get_language, get_supported_language_variant, override
from django.utils.translation import gettext as _looked_up

LONGEST = 32  # of the codes to check; none is as long
LANGUAGE = "language"  # the field of a query that asks for a language


def language_choices() -> list[tuple[str, str]]:
    """Return the code and name of each; a new one needs no migration."""
    return list(settings.LANGUAGES)


def supported_or_default(code: str) -> str | None:
    """Return the supported language nearest to a code, such as `es-ar` for `es-MX`, or None."""
    try:
        return get_supported_language_variant(code[:LONGEST].lower())
    except LookupError:
        return None


P = ParamSpec("P")
R = TypeVar("R")
MAX_CACHED_STRINGS = 8192  # of each function


@contextmanager
def override_language(language: str) -> Iterator[None]:
    """Activate a language, and cache it here so that translations need not ask Django each time.

    No other language may be activated inside.
    """
    before = _spoken.set(language)
    try:
        with override(language):
            yield
    finally:
        _spoken.reset(before)


def active_language() -> str | None:
    """Return the language set here, or Django's."""
    return _spoken.get() or get_language()


def gettext(words: str) -> str:
    """Translate a message id into the active language."""
    return _in(active_language(), words)


def cached_per_language(say: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function per language.

    The result may depend on nothing but the arguments. These must be values: model rows compare
    equal even if their contents differ.
    """

    @lru_cache(maxsize=MAX_CACHED_STRINGS)
    def cached(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
        return say(*args, **kwargs)

    @wraps(say)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        return cached(active_language(), *args, **kwargs)  # type: ignore[arg-type]  # they are values

    return wrapper


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@lru_cache(maxsize=MAX_CACHED_STRINGS)
def _in(language: str | None, words: str) -> str:
    return _looked_up(words)


class ChoiceLabels(models.Model):
    """A model whose `get_FIELD_display` translates the label of the value alone.

    Django's own builds a dictionary of all choices, and hashing a lazy label translates it: with
    the ten states of a competition that takes a millisecond a row.
    """

    class Meta:
        """Not a table."""

        abstract = True

    def _get_FIELD_display(self, field: Any) -> Any:  # noqa: N802  # named by Django
        value = getattr(self, field.attname)
        label = next((label for key, label in field.flatchoices if key == value), value)
        return force_str(label, strings_only=True)  # None stays None
