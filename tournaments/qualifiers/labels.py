"""Texts for places won in another competition.

Texts use the language that is active at the call.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments.models import Berth, Feeder
from tournaments.qualifiers.places import is_shown

WHY: Final[Mapping[str, str]] = {
    "source-gone": gettext_noop("%(source)s se canceló o ya no es pública: por ahí no pasa nadie."),
    "source-refused": gettext_noop("Quienes organizan %(source)s dijeron que no."),
    "nobody-came": gettext_noop("En %(source)s nadie terminó en ese puesto."),
    "already-entered": gettext_noop("Quien ganó ese puesto ya estaba acá: nadie entra dos veces."),
    "person-unknown": gettext_noop("Quien ganó ese puesto ya no está en el sitio."),
    "suspended-in-club": gettext_noop("A quien ganó ese puesto lo suspendió este club."),
    "wrong-roster": gettext_noop("Quienes ganaron ese puesto no son tantos como juegan acá."),
    "struck": gettext_noop("Lo sacó quien organiza."),
    "left": gettext_noop("Pasó, y después se fue."),
}


def source_of(feeder: Feeder) -> str:
    """Name a source, unless it is another club's and not public any more."""
    source, final = feeder.source, feeder.final
    own = source.club_id == final.club_id
    return source.name if own or is_shown(source) else gettext(Feeder.PRIVATE)


def of_source(feeder: Feeder) -> str:
    """Describe the entries a final takes: `Los 2 primeros de Copa Norte`."""
    params = {"number": feeder.places, "source": source_of(feeder), **_ranks(feeder)}
    if feeder.first_rank > 1 == feeder.places:
        return gettext("El %(first)s.º de %(source)s") % params
    if feeder.first_rank > 1:
        return gettext("Del %(first)s.º al %(last)s.º de %(source)s") % params
    if feeder.places == 1:
        return gettext("El primero de %(source)s") % params
    return gettext("Los %(number)s primeros de %(source)s") % params


def to_final(feeder: Feeder) -> str:
    """Describe the entries a source sends: `Los 2 primeros pasan a La Final`."""
    params = {"number": feeder.places, "final": feeder.final, **_ranks(feeder)}
    if feeder.first_rank > 1 == feeder.places:
        return gettext("El %(first)s.º pasa a %(final)s") % params
    if feeder.first_rank > 1:
        return gettext("Del %(first)s.º al %(last)s.º pasan a %(final)s") % params
    if feeder.places == 1:
        return gettext("El primero pasa a %(final)s") % params
    return gettext("Los %(number)s primeros pasan a %(final)s") % params


def _ranks(feeder: Feeder) -> dict[str, int]:
    return {"first": feeder.first_rank, "last": feeder.last_rank}


def fate(berth: Berth) -> str:
    """Explain why a berth is not held by the entry that earned it; "" for any other berth."""
    source = {"source": source_of(berth.feeder)}
    if berth.state == Berth.State.KEPT:
        return (
            gettext("%(source)s se corrigió después del sorteo: acá sigue quien se sorteó.")
            % source
        )
    return gettext(WHY[berth.why]) % source if berth.why else ""
