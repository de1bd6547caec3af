"""Irregularities with real cards, and what a judge gave for them, in words for people."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.penalties import Effect
from tournaments.formats.sheet import Correct, Fine, Forfeit, Judged, Shift

NAMES: Final[Mapping[str, str | Promise]] = {
    "misdeal": _("Repartió mal"),
    "out-of-turn": _("Jugó o mostró una carta fuera de turno"),
    "wrong-envido": _("Cantó mal el envido"),
    "unshown-envido": _("No mostró el envido que ganó"),
    "wrong-flor": _("Flor que no era, o que no mostró"),
    "invented-sign": _("Seña falsa o inventada"),
    "outside-help": _("Ayuda de afuera"),
    "cheating": _("Trampa o falta grave"),
}


def name_of(key: str, name: str) -> str:
    """Call a line of the list: as the club does, else as it is shipped."""
    return name or str(NAMES.get(key, ""))


def follows(effect: Effect, points: int) -> str:
    """Say what follows from a line of the list."""
    match effect:
        case Effect.GAME:
            return gettext("pierde la partida")
        case Effect.HAND:
            return gettext("pierde la mano")
        case Effect.ENVIDO:
            return gettext("los tantos del envido pasan al otro lado")
        case Effect.POINTS:
            words = ngettext(
                "%(points)s tanto para el otro lado", "%(points)s tantos para el otro lado", points
            )
            return words % {"points": points}


def given(mark: Judged, names: tuple[str, str]) -> str:
    """Say what a judge wrote on a sheet: `2 tantos para Pocha`."""
    match mark:
        case Fine(side, points):
            words = ngettext(
                "%(points)s tanto para %(side)s", "%(points)s tantos para %(side)s", points
            )
            return words % {"points": points, "side": names[1 - side]}
        case Shift(side, points):
            words = ngettext(
                "%(points)s tanto de %(from)s pasa a %(to)s",
                "%(points)s tantos de %(from)s pasan a %(to)s",
                points,
            )
            return words % {"points": points, "from": names[side], "to": names[1 - side]}
        case Forfeit(side):
            return gettext("%(side)s pierde la partida") % {"side": names[side]}
        case Correct((first, second)):
            score = {"first": first, "second": second}
            return gettext("quedan %(first)s–%(second)s") % score
