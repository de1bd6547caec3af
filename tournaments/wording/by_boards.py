"""Matches of several boards in words: what is played at each, and how a match of them is decided.

Everything here is read in the language that is active when it is called.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.values.joining import together
from tournaments.models import RosterPlayer

REFUSALS: Final[Mapping[str, str]] = {
    "bad-boards": gettext_noop(
        "Se escriben de 2 a 9 mesas, cada una con 1, 2 o 3 por lado: 2,2,1."
    ),
    "boards-too-large": gettext_noop("Ese reglamento no tiene mesas para tantos."),
    "boards-are-games": gettext_noop(
        "Cada mesa del encuentro es una partida: ponelo a una partida, también la final."
    ),
    "boards-have-no-bell": gettext_noop("Con varias mesas por encuentro no hay reloj de ronda."),
    "boards-of-changing-partners": gettext_noop(
        "Donde cambian las parejas no hay equipos que se enfrenten en varias mesas."
    ),
    "match-of-boards": gettext_noop("Este partido se anota mesa por mesa."),
    "no-boards": gettext_noop("Este partido tiene una sola mesa."),
    "no-such-board": gettext_noop("Esa mesa no se juega, o no todavía."),
    "board-written": gettext_noop("Esa mesa ya tiene resultado: corregilo si está mal."),
    "board-begun": gettext_noop("En esa mesa ya se juega, o ya se jugó."),
    "line-ups-closed": gettext_noop("Las formaciones ya están a la vista: no se cambian más."),
    "line-ups-secret": gettext_noop(
        "Todavía faltan las formaciones. Quien organiza las puede cerrar antes de hora."
    ),
    "line-up-in": gettext_noop(
        "Hay una formación presentada que todavía no se ve: hasta entonces nadie sale de la lista."
    ),
    "line-up-not-whole": gettext_noop("La formación no está completa: falta o sobra alguien."),
    "not-of-the-roster": gettext_noop("Esa persona no está en la lista de este equipo."),
    "was-taken-out": gettext_noop(
        "Esa persona ya salió de una mesa de este partido: no vuelve a entrar."
    ),
    "plays-twice": gettext_noop("Nadie juega en dos mesas a la vez."),
}


def kind(size: int) -> str:
    """Say who meets at one board."""
    if size == 1:
        return gettext("individual")
    return gettext("pareja") if size == 2 else gettext("trío")


def title(number: int, *, is_tie_break: bool) -> str:
    """Name a board of a match."""
    if is_tie_break:
        return gettext("Desempate")
    return gettext("%(number)s.ª mesa") % {"number": number}


def people(players: Sequence[RosterPlayer]) -> str:
    """Name who sits on one side of a board; empty as long as that is secret."""
    return together([player.name for player in players]) if players else ""


def in_words(sizes: Sequence[int], *, first_decides: bool) -> Iterator[str]:
    """Say what a match consists of: `Cada encuentro son 3 mesas: 2 parejas y 1 individual`."""
    yield gettext("Cada encuentro son %(number)s mesas: %(boards)s; cada una vale un punto") % {
        "number": len(sizes),
        "boards": made_of(sizes),
    }
    yield (
        gettext("Si ganan las mismas mesas, gana quien ganó la primera")
        if first_decides
        else gettext("Si ganan las mismas mesas, se juega una más")
    )
    yield gettext("Cada capitán presenta su formación, que nadie ve hasta que estén las dos")


def made_of(sizes: Sequence[int]) -> str:
    """Count the boards of a match: `2 parejas y 1 individual`."""
    return together([_count(size, len(list(boards))) for size, boards in groupby(sizes)])


def _count(size: int, number: int) -> str:
    told = {"number": number}
    if size == 1:
        return ngettext("%(number)s individual", "%(number)s individuales", number) % told
    if size == 2:
        return ngettext("%(number)s pareja", "%(number)s parejas", number) % told
    return ngettext("%(number)s trío", "%(number)s tríos", number) % told
