"""Texts for the boards of club matches, in the active language."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol

from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.models import RosterPlayer


def board_kind(size: int) -> str:
    """Name the kind of a board by its players per side."""
    if size == 1:
        return gettext("individual")
    return gettext("pareja") if size == 2 else gettext("trío")


def board_title(number: int, *, is_tie_break: bool) -> str:
    """Name a board of a match."""
    if is_tie_break:
        return gettext("Desempate")
    return gettext("%(number)s.ª mesa") % {"number": number}


def board_players(players: Sequence[RosterPlayer]) -> str:
    """Join the names of the players on one side of a board; "" while they are secret."""
    return join_names([player.name for player in players]) if players else ""


class HasBoards(Protocol):
    """A competition or its settings."""

    first_board_decides: bool
    level_stands: bool

    @property
    def board_sizes(self) -> Sequence[int]:
        """Return the players per side of each board."""


def boards_in_words(terms: HasBoards) -> Iterator[str]:
    """Describe the boards of a match: `Cada encuentro son 3 mesas: 2 parejas y 1 individual`."""
    sizes = terms.board_sizes
    yield gettext("Cada encuentro son %(number)s mesas: %(boards)s; cada una vale un punto") % {
        "number": len(sizes),
        "boards": made_of(sizes),
    }
    if terms.level_stands:
        yield gettext("En la tabla, si ganan las mismas mesas, es empate")
    yield (
        gettext("Si ganan las mismas mesas, gana quien ganó la primera")
        if terms.first_board_decides
        else gettext("Si ganan las mismas mesas, se juega una más")
    )
    yield gettext("Cada capitán presenta su formación, que nadie ve hasta que estén las dos")


def made_of(sizes: Sequence[int]) -> str:
    """Count the boards of a match: `2 parejas y 1 individual`."""
    return join_names([_count(size, len(list(boards))) for size, boards in groupby(sizes)])


def _count(size: int, number: int) -> str:
    values = {"number": number}
    if size == 1:
        return ngettext("%(number)s individual", "%(number)s individuales", number) % values
    if size == 2:
        return ngettext("%(number)s pareja", "%(number)s parejas", number) % values
    return ngettext("%(number)s trío", "%(number)s tríos", number) % values
