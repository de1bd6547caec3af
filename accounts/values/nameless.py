"""What a guest is called who chose no name: stored in the source language, read in the reader's."""

import re
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override

NAMELESS: Final = gettext_noop("Invitado %(number)s")
CALLED: Final = NAMELESS.partition("%")[0]
SHOWN_DIGITS: Final = 2


def nameless(number: int) -> str:
    """Call a guest in the reader's language."""
    return gettext(NAMELESS) % {"number": number}


def as_read(text: str) -> str:
    """Return a stored text in the reader's language.

    Every name that is read comes by here, and hardly any is such a one.
    """
    if CALLED not in text:
        return text
    return re.sub(_pattern(NAMELESS), _by_number(gettext(NAMELESS)), text)


def as_stored(text: str) -> str:
    """Return a text that was read in any language as it is stored."""
    for said in _said():
        text = re.sub(_pattern(said), _by_number(NAMELESS), text)
    return text


def nameless_initials(name: str) -> str:
    """Return the last digits of a nameless guest, in any language; "" for anybody else."""
    found = (re.fullmatch(_pattern(said), name) for said in _said())
    return next((match["number"][-SHOWN_DIGITS:] for match in found if match), "")


@cache
def _said() -> tuple[str, ...]:
    """Return how it is said in each language, once."""
    said = []
    for language, _ in settings.LANGUAGES:
        with override(language):
            said.append(gettext(NAMELESS))
    return tuple(dict.fromkeys([NAMELESS, *said]))


@cache
def _pattern(said: str) -> re.Pattern[str]:
    before, _, after = said.partition("%(number)s")
    return re.compile(rf"\b{re.escape(before)}(?P<number>\d{{1,4}})\b{re.escape(after)}")


@cache
def _by_number(said: str) -> str:
    """Return what stands for a match of `_pattern`."""
    return said % {"number": r"\g<number>"}
