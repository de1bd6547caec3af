"""Texts for irregularities with real cards and their penalties."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.penalty_list import Effect

NAMES: Final[Mapping[str, str | Promise]] = {
    "misdeal": _("Repartió mal"),
    "out-of-turn": _("Jugó o mostró una carta fuera de turno"),
    "wrong-envido": _("Cantó mal el envido"),
    "unshown-envido": _("No mostró el envido que ganó"),
    "wrong-flor": _("Flor que no era, o que no mostró"),
    "invented-sign": _("Seña falsa o inventada"),
    "outside-help": _("Ayuda de afuera"),
    "cheating": _("Trampa o falta grave"),
    "four-cards": _("Cartas de más o de menos, sin avisar"),
    "four-cards-late": _("Cartas de más o de menos, vistas después de la mano"),
    "wrong-count": _("Contó o mostró mal el envido: pierde envido y truco"),
    "dealer-twice": _("Repartió mal dos veces seguidas"),
    "shown-in-deal": _("Se vio una carta al repartir: si es del otro lado, elige el otro lado"),
}


def name_of(key: str, name: str) -> str:
    """Call a line of the list: as the club does, else as it is shipped."""
    return name or str(NAMES.get(key, ""))


def consequence(effect: Effect, points: int) -> str:
    """Describe the consequence of a line of the list."""
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
        case Effect.MINUS if points == 0:
            return gettext("sin tantos: queda anotado")
        case Effect.MINUS:
            words = ngettext(
                "se le quita %(points)s tanto", "se le quitan %(points)s tantos", points
            )
            return words % {"points": points}
        case Effect.HAND_PLUS if points == 0:
            return gettext("pierde lo anotado en la mano")
        case Effect.HAND_PLUS:
            return gettext("pierde lo anotado en la mano y %(points)s más") % {"points": points}
        case Effect.DEAL:
            return gettext("reparte el que sigue")
