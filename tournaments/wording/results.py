"""Why a row of the grid of results was not saved, in the few words there is room for."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.formats.chicos import Measure
from tournaments.formats.table import Pair
from tournaments.wording import refusals


def refusal(code: str, games: Sequence[Pair], measure: Measure, *, timed: bool = False) -> str:
    """Say why; of points that cannot be it says which, and what can be done before the bell."""
    if code == "impossible-score":
        told = impossible(games, measure.target)
        is_short = any(max(pair) < measure.target for pair in games)
        before = _("Con menos se carga después de la campana, o el juez lo da por terminado.")
        return f"{told}. {before}" if timed and is_short else told
    if code == "wrong-state":
        return _("la competencia no está en juego")
    if code == "bell-rang":
        return _("sonó la campana: escribí los dos números")
    if code == "series-open":
        return _("falta una partida") if measure.best_of > 1 else _("falta un chico")
    return refusals.refusal(code)


def unread(text: str) -> str:
    """Say why a row was not read: which text is no number, or that one is missing."""
    if text:
        return _("«%(text)s» no es un número") % {"text": text}
    return _("falta un número")


def impossible(games: Sequence[Pair], target: int) -> str:
    """Say what is wrong with the first of these that cannot be."""
    for least, most in map(sorted, games):
        if most > target:
            return _("nadie pasa de %(target)s") % {"target": target}
        if most < target:
            return _("nadie llegó a %(target)s") % {"target": target}
        if least == most:
            return _("uno de los dos tiene menos de %(target)s") % {"target": target}
    return refusals.refusal("impossible-score")
