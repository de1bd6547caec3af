"""What the plate of a match bears: the table at which it is played, else which match it is."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Match

NONE_YET: Final = "…"


@dataclass(frozen=True)
class Plate:
    """A number and what it is one of; `name` is the table's, if people call it by one."""

    word: str  # empty as long as there is no number
    number: str
    name: str = ""


def plate_of(match: Match) -> Plate:
    """Return the plate of a match; in a hall one without a table bears no number."""
    table = match.hall_table
    if table is not None:
        return Plate(gettext("Mesa"), str(table.number), table.name)
    if match.in_hall:
        return Plate("", NONE_YET)
    return Plate(gettext("Partido"), str(match.number))
