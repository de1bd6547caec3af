"""All formats by their stored name, in the order in which they are offered."""

from tournaments.formats.americano import AMERICANO
from tournaments.formats.arena import ARENA
from tournaments.formats.challenge_ladder import LADDER
from tournaments.formats.format import Format
from tournaments.formats.groups import GROUPS
from tournaments.formats.king_of_the_table import KING
from tournaments.formats.knockout import DOUBLE, SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.mexicano import MEXICANO
from tournaments.formats.options import Choice, FormatOptions
from tournaments.formats.rotation import ROTATION
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS

FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        *(SINGLE, DOUBLE, GROUPS, ROUND_ROBIN, SWISS, ROTATION),
        *(AMERICANO, MEXICANO, ARENA, KING, LADDER, LEAGUE),
    )
}


def brackets() -> list[str]:
    """Return the names of the elimination formats."""
    return [name for name, each in FORMATS.items() if each.play.is_bracket]


def paired_in_play() -> list[str]:
    """Return the names of the formats whose matches are made in play; others may join them."""
    return [name for name, each in FORMATS.items() if each.play.is_paired_in_play]


def paired_by_rounds() -> list[str]:
    """Return the names of the formats that pair each round when the one before it is over."""
    return [name for name, each in FORMATS.items() if each.pairs_rounds]


def open_for_a_time() -> list[str]:
    """Return the names of the formats in which a clock ends the time when matches begin."""
    usual = FormatOptions()
    return [name for name, each in FORMATS.items() if each.play.closes_after(usual) is not None]


def by_challenge() -> list[str]:
    """Return the names of the formats in which entries challenge each other."""
    return [name for name, each in FORMATS.items() if each.play.is_by_challenge]


def with_seasons() -> list[str]:
    """Return the names of the formats that are played season after season."""
    return [name for name, each in FORMATS.items() if each.has_seasons]


def choices() -> dict[str, Choice]:
    """Return every choice of the formats by name."""
    return {choice.name: choice for each in FORMATS.values() for choice in each.choices}


def decided_by_the_draw() -> tuple[str, ...]:
    """Return the names of the choices that the draw makes if the organiser did not."""
    return tuple(name for name, choice in choices().items() if choice.left_to_the_draw)
