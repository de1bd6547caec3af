"""All formats, by the name under which they are stored, in the order in which they are offered."""

from tournaments.formats.americano import AMERICANO
from tournaments.formats.format import Format
from tournaments.formats.groups import GROUPS
from tournaments.formats.knockout import DOUBLE, SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.options import Choice
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS

FORMATS: dict[str, Format] = {
    each.name: each for each in (SINGLE, DOUBLE, GROUPS, ROUND_ROBIN, SWISS, AMERICANO, LEAGUE)
}


def brackets() -> list[str]:
    """The names of the formats in which defeats throw out."""
    return [name for name, each in FORMATS.items() if each.is_bracket]


def paired_by_results() -> list[str]:
    """The names of the formats whose next round nobody knows; they may take late entries."""
    return [name for name, each in FORMATS.items() if each.is_paired_by_results]


def with_seasons() -> list[str]:
    """The names of the formats that are played season after season."""
    return [name for name, each in FORMATS.items() if each.has_seasons]


def choices() -> dict[str, Choice]:
    """Every choice that a format leaves, by name, once."""
    return {choice.name: choice for each in FORMATS.values() for choice in each.choices}


def decided_by_the_draw() -> tuple[str, ...]:
    """The names of the choices that a draw makes where the organiser did not."""
    return tuple(name for name, choice in choices().items() if choice.left_to_the_draw)
