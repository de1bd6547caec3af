"""Tie-breaks in words: as a column of a table, as a rule, and as the reason why one stands above.

Everything here is read in the language that is active when it is called.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak
from tournaments.wording.stages import figure

RULES: Final[Mapping[TieBreak, str | Promise]] = {
    TieBreak.POINTS: _("puntos"),
    TieBreak.HEAD_TO_HEAD: _("lo jugado entre ellos (se cuenta una sola vez)"),
    TieBreak.HEAD_TO_HEAD_RESTART: _(
        "lo jugado entre ellos (se vuelve a contar entre los que sigan iguales)"
    ),
    TieBreak.DIRECT_ENCOUNTER: _(
        "lo jugado entre ellos, si todos se cruzaron (se cuenta una sola vez)"
    ),
    TieBreak.GAMES: _("diferencia de partidas"),
    TieBreak.CHICO_POINTS: _("diferencia de tantos"),
    TieBreak.WINS: _("partidos ganados"),
    TieBreak.WIN: _("rondas ganadas, jugadas o no"),
    TieBreak.WON: _("partidos ganados jugando"),
    TieBreak.FEWEST_WALKOVERS: _("menos ausencias"),
    TieBreak.BUCHHOLZ: _("puntos de los rivales (Buchholz)"),
    TieBreak.BUCHHOLZ_CUT_1: _("puntos de los rivales sin el peor (Buchholz 1)"),
    TieBreak.BUCHHOLZ_MEDIAN: _("puntos de los rivales sin el mejor ni el peor (Buchholz medio)"),
    TieBreak.SONNEBORN_BERGER: _("puntos de los vencidos (Sonneborn-Berger)"),
    TieBreak.PROGRESSIVE: _("puntos acumulados ronda a ronda"),
    TieBreak.KOYA: _("puntos contra los de arriba (Koya)"),
    TieBreak.LOT: _("el sorteo, con la semilla publicada"),
}
AMONG_THEMSELVES: Final = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.DIRECT_ENCOUNTER,
)
COLUMNS: Final[Mapping[TieBreak, str | Promise]] = {  # those whose figure tells something alone
    TieBreak.GAMES: _("Part."),
    TieBreak.CHICO_POINTS: _("Tant."),
    TieBreak.FEWEST_WALKOVERS: _("Aus."),
    TieBreak.BUCHHOLZ: _("Buch."),
    TieBreak.BUCHHOLZ_CUT_1: _("Buch. 1"),
    TieBreak.BUCHHOLZ_MEDIAN: _("Buch. m."),
    TieBreak.SONNEBORN_BERGER: _("S-B"),
    TieBreak.PROGRESSIVE: _("Acum."),
    TieBreak.KOYA: _("Koya"),
}
DIFFERENCES = (TieBreak.GAMES, TieBreak.CHICO_POINTS)


def rule(name: TieBreak, *, by_boards: bool = False) -> str:
    """Say what a tie-break looks at; where a match has several boards they are its games."""
    if by_boards and name == TieBreak.GAMES:
        return gettext("diferencia de mesas")
    return str(RULES[name])


def order(names: Sequence[str], *, by_boards: bool = False) -> str:
    """Say what decides in a table; where boards count before matches, they are its points."""
    ways = [rule(TieBreak(name), by_boards=by_boards) for name in names]
    if names and names[0] == TieBreak.POINTS:
        return gettext("Si empatan en puntos: %(ways)s") % {"ways": ", ".join(ways[1:])}
    return gettext("La tabla se ordena por: %(ways)s") % {"ways": ", ".join(ways)}


def column(name: TieBreak, *, by_boards: bool = False) -> str:
    """Head the column of a tie-break."""
    return gettext("Mesas") if by_boards and name == TieBreak.GAMES else str(COLUMNS[name])


def value(name: TieBreak, found: float) -> str:
    """Write what a tie-break came to; absences are counted, not subtracted."""
    if name == TieBreak.FEWEST_WALKOVERS:
        return figure(-found)
    return figure(found, signed=name in DIFFERENCES)


def figure_of(row: Row[int], name: TieBreak, *, by_boards: bool = False) -> str:
    """Write the same of a line of a table; boards as those won and those lost."""
    if by_boards and name == TieBreak.GAMES:
        own, others = (sum(one.games[side] for one in row.appearances) for side in (0, 1))
        return f"{own}–{others}"
    return value(name, row.values[name])


def above(name: TieBreak, other: str, own: float, others: float, *, by_boards: bool = False) -> str:
    """Say why one stands above the next, who has as many points."""
    if name == TieBreak.LOT:
        return gettext("Arriba de %(other)s por el sorteo") % {"other": other}
    among = (
        gettext("lo jugado entre ellos")
        if name in AMONG_THEMSELVES
        else rule(name, by_boards=by_boards)
    )
    return gettext("Arriba de %(other)s por %(rule)s: %(own)s a %(others)s") % {
        "other": other,
        "rule": among,
        "own": value(name, own),
        "others": value(name, others),
    }
