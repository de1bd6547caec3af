"""Formats in words: what each is like, how long it lasts, what breaks ties.

Everything here is read in the language that is active when it is called.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Stage
from tournaments.services.competition.shape import Shape

Format = Stage.Format

TIE_BREAKS: Final[Mapping[str, Promise]] = {
    TieBreak.POINTS: gettext_lazy("puntos"),
    TieBreak.HEAD_TO_HEAD: gettext_lazy("partidos entre ellos"),
    TieBreak.DIRECT_ENCOUNTER: gettext_lazy("entre ellos, si todos se cruzaron"),
    TieBreak.GAMES: gettext_lazy("diferencia de partidas"),
    TieBreak.CHICO_POINTS: gettext_lazy("diferencia de tantos"),
    TieBreak.WINS: gettext_lazy("partidos ganados"),
    TieBreak.FEWEST_WALKOVERS: gettext_lazy("menos ausencias"),
    TieBreak.BUCHHOLZ: gettext_lazy("Buchholz (puntos de sus rivales)"),
    TieBreak.BUCHHOLZ_CUT_1: gettext_lazy("Buchholz sin el peor rival"),
    TieBreak.BUCHHOLZ_MEDIAN: gettext_lazy("Buchholz sin el peor ni el mejor"),
    TieBreak.SONNEBORN_BERGER: gettext_lazy("Sonneborn-Berger (puntos de los vencidos)"),
    TieBreak.PROGRESSIVE: gettext_lazy("puntaje progresivo"),
    TieBreak.KOYA: gettext_lazy("puntos contra los de arriba"),
    TieBreak.LOT: gettext_lazy("sorteo"),
}
CHOICES: Final[Mapping[str, Promise]] = {
    Format.SINGLE: gettext_lazy("eliminación directa"),
    Format.DOUBLE: gettext_lazy("doble eliminación"),
    Format.GROUPS: gettext_lazy("grupos y eliminación"),
    Format.ROUND_ROBIN: gettext_lazy("todos contra todos"),
    Format.SWISS: gettext_lazy("sistema suizo"),
    Format.LEAGUE: gettext_lazy("liga"),
}
HOUR = 60
STEP, LONG_STEP = 5, 10  # minutes to which a duration is rounded, up to an hour and beyond


def format_in_words(shape: Shape) -> str:
    """Say a format with what was chosen: `4 grupos, pasan 2`."""
    match shape.format:
        case Format.GROUPS:
            return _groups(shape)
        case Format.SWISS if shape.swiss_rounds:
            rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.swiss_rounds)
            told = {"rounds": rounds % {"number": shape.swiss_rounds}}
            return gettext("sistema suizo, %(rounds)s") % told
        case Format.LEAGUE if shape.divisions > 1:
            number = {"number": shape.divisions}
            return gettext("liga de %(number)s divisiones") % number
        case Format.ROUND_ROBIN | Format.LEAGUE if shape.cycles_played == 2:
            told = {"format": str(CHOICES[shape.format])}
            return gettext("%(format)s a ida y vuelta") % told
        case _:
            return str(CHOICES[shape.format])


def tie_breaks_in_words(names: Iterable[str]) -> str:
    """Say tie-breaks in their order."""
    return ", ".join(str(TIE_BREAKS[name]) for name in names)


def duration(minutes: int) -> str:
    """Say a duration roughly: `unos 40 minutos`, `unas 3 h 20`."""
    step = STEP if minutes < HOUR else LONG_STEP
    hours, rest = divmod(max(STEP, round(minutes / step) * step), HOUR)
    if not hours:
        return gettext("unos %(minutes)s minutos") % {"minutes": rest}
    if not rest:
        told = ngettext("alrededor de %(hours)s hora", "unas %(hours)s horas", hours)
        return told % {"hours": hours}
    return gettext("unas %(hours)s h %(minutes)s") % {"hours": hours, "minutes": rest}


def _groups(shape: Shape) -> str:
    through = ngettext("pasa %(number)s", "pasan %(number)s", shape.qualifiers)
    told = through % {"number": shape.qualifiers}
    if shape.group_count is None:
        return gettext("grupos de a cuatro, %(through)s") % {"through": told}
    groups = ngettext("%(number)s grupo", "%(number)s grupos", shape.group_count)
    return f"{groups % {'number': shape.group_count}}, {told}"
