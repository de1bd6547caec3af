"""Display of people: avatars, joined names, and labels of unnamed guests and erased users.

Avatars are symbols in `static/img/faces.svg`. The labels of unnamed guests and erased users are
stored in the source language and translated for the reader.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.utils import translation
from django.utils.translation import gettext_noop, override

from accounts.i18n.languages import gettext

FACES: Final = 24


def avatar_symbol(chosen: int | None, pk: int) -> str:
    """Return the chosen avatar, or one that depends only on the row's key."""
    return f"a{pk % FACES if chosen is None else chosen}"


# In Spanish "y" becomes "e" before an i sound: Inés, Hilario, Yrigoyen; not Hielo, Ian, Yago.
SOUNDS_LIKE_Y = re.compile(r"(h?[ií](?![aeouáéóú])|y(?![aeiouáéíóú]))", re.IGNORECASE)


def join_names(names: Iterable[str]) -> str:
    """Join names in the reader's language: `Ana, Luis y Marta`, `Ana e Inés`."""
    *first, last = names
    if not first:
        return last
    if SOUNDS_LIKE_Y.match(last):
        words = gettext("%(names)s e %(last)s")
    else:
        words = gettext("%(names)s y %(last)s")
    return words % {"names": ", ".join(first), "last": last}


NAMELESS: Final = gettext_noop("Invitado %(number)s")
CALLED: Final = NAMELESS.partition("%")[0]
SHOWN_DIGITS: Final = 2
WORD_BREAKS: Final = re.compile(r"[\s._-]+")


def guest_label(number: int) -> str:
    """Return a guest's label in the reader's language."""
    return translation.gettext(NAMELESS) % {"number": number}


def erased_name_for_reader(text: str) -> str:
    """Translate the label of an erased person in a stored text.

    Every name passes through here, but hardly any contains the label.
    """
    if CALLED not in text:
        return text
    return re.sub(_pattern(NAMELESS), _by_number(translation.gettext(NAMELESS)), text)


def erased_name_to_store(text: str) -> str:
    """Return a text in any language with the label of erased people as stored."""
    for label in _nameless_labels():
        text = re.sub(_pattern(label), _by_number(NAMELESS), text)
    return text


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Return the initials of the first two words of a name, or its first two letters.

    A guest without a name keeps the last digits: `I29`. Emoji and punctuation are no initials.
    """
    words = [word for part in WORD_BREAKS.split(name) if (word := letters_of(part))]
    if not words:
        return ""
    first, *others = words
    if digits := _nameless_digits(name):
        return first[0] + digits
    return first[0] + others[0][0] if others else "".join(first[:2])


def letters_of(text: str) -> list[str]:
    """Return the letters and digits of a text, in capitals."""
    return [sign.upper() for sign in text if sign.isalnum()]


def _nameless_digits(name: str) -> str:
    """Return the last digits of a guest without a name, in any language; "" for anyone else."""
    matches = (re.fullmatch(_pattern(label), name) for label in _nameless_labels())
    return next((match["number"][-SHOWN_DIGITS:] for match in matches if match), "")


@cache
def _nameless_labels() -> tuple[str, ...]:
    """Return the label in each language; computed once."""
    labels = []
    for language, _ in settings.LANGUAGES:
        with override(language):
            labels.append(translation.gettext(NAMELESS))
    return tuple(dict.fromkeys([NAMELESS, *labels]))


@cache
def _pattern(label: str) -> re.Pattern[str]:
    before, _, after = label.partition("%(number)s")
    return re.compile(rf"\b{re.escape(before)}(?P<number>\d{{1,4}})\b{re.escape(after)}")


@cache
def _by_number(label: str) -> str:
    """Return the replacement for a match of `_pattern`."""
    return label % {"number": r"\g<number>"}


if TYPE_CHECKING:
    Characters = models.CharField[str, str]
else:  # generic for mypy only
    Characters = models.CharField
ERASED = gettext_noop("jugador borrado")


def show_erased_names(text: str) -> str:
    """Return a stored text with the label of erased people in the reader's language."""
    text = erased_name_for_reader(text)
    return text.replace(ERASED, translation.gettext(ERASED)) if ERASED in text else text


def store_erased_names(text: str) -> str:
    """Return a text in any language with the label of erased people as stored."""
    if not text:  # optional notes are mostly empty
        return text
    for language, _ in settings.LANGUAGES:
        with override(language):
            text = text.replace(translation.gettext(ERASED), ERASED)
    return erased_name_to_store(text)


class NameField(Characters):
    """A text that may name people; in the database an ordinary varchar column."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        return value and show_erased_names(value)

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return store_erased_names(prepared) if isinstance(prepared, str) else prepared
