"""Texts for tables: figures, tie-breaks and points, in the active language."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.points_scale import CHESS_SCALE, PointsScale, misfits_of_scale, scale_of
from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak


def figure(value: float, *, signed: bool = False) -> str:
    """Format a figure of a table: halves take the decimal sign of the language."""
    text = number_format(abs(value), decimal_pos=0 if float(value).is_integer() else 1)
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return sign + text


TIE_BREAK_NAMES: Final[Mapping[TieBreak, str | Promise]] = {
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
    TieBreak.LADDER: _("puesto en la escalera"),
    TieBreak.LOT: _("el sorteo, con la semilla publicada"),
}
AMONG_THEMSELVES: Final = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.DIRECT_ENCOUNTER,
)
# tie-breaks whose figure means something on its own
TIE_BREAK_HEADINGS: Final[Mapping[TieBreak, str | Promise]] = {
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


def tie_break_name(name: TieBreak, *, by_boards: bool = False) -> str:
    """Name a tie-break. In matches of several boards, the boards count as games."""
    if by_boards and name == TieBreak.GAMES:
        return gettext("diferencia de mesas")
    return str(TIE_BREAK_NAMES[name])


def ranking_order(names: Sequence[str], *, by_boards: bool = False) -> str:
    """Describe the order of a table. If boards count before matches, they replace points."""
    ways = [tie_break_name(TieBreak(name), by_boards=by_boards) for name in names]
    if names and names[0] == TieBreak.POINTS:
        return gettext("Si empatan en puntos: %(ways)s") % {"ways": ", ".join(ways[1:])}
    return gettext("La tabla se ordena por: %(ways)s") % {"ways": ", ".join(ways)}


def scale_in_words(shape: FormatOptions) -> Iterator[str]:
    """Describe the points of a table that does not count as usual, if they can be read."""
    if FORMATS[shape.format].play.is_bracket or next(misfits_of_scale(shape), None):
        return
    scale = scale_of(shape)
    if scale != CHESS_SCALE:
        yield gettext("Puntos por partido: %(points)s") % {"points": ", ".join(_points_of(scale))}


def _points_of(scale: PointsScale) -> Iterator[str]:
    results = (
        (gettext("ganado %(points)s"), scale.win),
        (gettext("ganado por una partida %(points)s"), scale.narrow_win),
        (gettext("empatado %(points)s"), scale.draw),
        (gettext("perdido por una partida %(points)s"), scale.narrow_loss),
        (gettext("perdido %(points)s"), scale.loss),
        (gettext("libre %(points)s"), scale.bye),
        (gettext("no venir %(points)s"), scale.absence),
    )
    for words, points in results:
        if points is not None:
            yield words % {"points": figure(points)}


def tie_break_heading(name: TieBreak, *, by_boards: bool = False) -> str:
    """Return the column heading of a tie-break."""
    return (
        gettext("Mesas") if by_boards and name == TieBreak.GAMES else str(TIE_BREAK_HEADINGS[name])
    )


def tie_break_value(name: TieBreak, amount: float) -> str:
    """Format the value of a tie-break. Absences are shown as a positive count."""
    if name == TieBreak.FEWEST_WALKOVERS:
        return figure(-amount)
    return figure(amount, signed=name in DIFFERENCES)


def row_tie_break_value(row: Row[int], name: TieBreak, *, by_boards: bool = False) -> str:
    """Format a tie-break value of a row; boards as won and lost."""
    if by_boards and name == TieBreak.GAMES:
        own, others = (sum(one.games[side] for one in row.appearances) for side in (0, 1))
        return f"{own}–{others}"
    return tie_break_value(name, row.values[name])


def reason_above(
    name: TieBreak, other: str, own: float, others: float, *, by_boards: bool = False
) -> str:
    """Explain why a row ranks above the next one with as many points."""
    if name == TieBreak.LOT:
        return gettext("Arriba de %(other)s por el sorteo") % {"other": other}
    among = (
        gettext("lo jugado entre ellos")
        if name in AMONG_THEMSELVES
        else tie_break_name(name, by_boards=by_boards)
    )
    return gettext("Arriba de %(other)s por %(rule)s: %(own)s a %(others)s") % {
        "other": other,
        "rule": among,
        "own": tie_break_value(name, own),
        "others": tie_break_value(name, others),
    }
