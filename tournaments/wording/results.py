"""Why a row of the grid of results was not saved, in the few words there is room for."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.formats.chicos import Measure
from tournaments.formats.table import Pair
from tournaments.wording import refusals


def refusal(code: str, games: Sequence[Pair], measure: Measure) -> str:
    """Say why; of points that cannot be it says which."""
    if code == "badly-written":
        return _("falta un número")
    if code == "impossible-score":
        return impossible(games, measure.target)
    if code == "series-open":
        return _("falta una partida") if measure.best_of > 1 else _("falta un chico")
    return refusals.refusal(code)


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
