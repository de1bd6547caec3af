"""The placeholder for the name of a person who deleted their account.

It is stored in the source language and read in the reader's, as are the names of nameless guests.
"""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, gettext_noop, override

from accounts.values import nameless

if TYPE_CHECKING:
    Characters = models.CharField[str, str]
else:  # generic for mypy only
    Characters = models.CharField

ERASED = gettext_noop("jugador borrado")


def as_read(text: str) -> str:
    """Return a stored text in the reader's language."""
    text = nameless.as_read(text)
    return text.replace(ERASED, gettext(ERASED)) if ERASED in text else text


def as_stored(text: str) -> str:
    """Return a text that was read in any language as it is stored."""
    if not text:  # mostly so, where a note may be
        return text
    for language, _ in settings.LANGUAGES:
        with override(language):
            text = text.replace(gettext(ERASED), ERASED)
    return nameless.as_stored(text)


class NameField(Characters):
    """Text in which people may be named; in the database a plain column of characters."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        return value and as_read(value)

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return as_stored(prepared) if isinstance(prepared, str) else prepared
