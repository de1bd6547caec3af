"""Who is not there, in words: what becomes of who leaves, and of who misses a round.

Everything here is read in the language that is active when it is called.
"""

from typing import Protocol

from django.utils.translation import gettext, ngettext

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.choices import BYES, LEAVING
from tournaments.models.leaving import ByePoints, Leaving


class Announced(Protocol):
    """What a competition announces of it: its terms, or itself."""

    @property
    def leaving(self) -> str:
        """What becomes of matches."""

    @property
    def byes(self) -> int:
        """How many byes one may ask for."""

    @property
    def bye_points(self) -> str:
        """What each gives."""


def who_leaves(format_: str, terms: Announced) -> str:
    """Say what becomes of the matches of who leaves; "" where there is nothing to choose."""
    return str(Leaving(terms.leaving).label) if LEAVING in FORMATS[format_].choices else ""


def who_is_absent(format_: str, terms: Announced) -> str:
    """Say what missing a round gives; "" where no round is drawn by results."""
    if BYES not in FORMATS[format_].choices:
        return ""
    if not terms.byes:
        return gettext("Quien falta a una ronda no suma")
    told = ngettext(
        "Cada uno puede pedir %(number)s ronda libre: %(what)s",
        "Cada uno puede pedir hasta %(number)s rondas libres: cada una %(what)s",
        terms.byes,
    )
    return told % {"number": terms.byes, "what": ByePoints(terms.bye_points).label}
