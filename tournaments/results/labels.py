"""Results in words: their figures, and why a row of the grid was not saved."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.common import errors
from tournaments.formats.series import MatchUnit, Pair
from tournaments.results.errors import ImpossibleScoreError


def format_games(games: Sequence[Pair]) -> str:
    """Write a result: `30–24`, `30–12, 28–30, 30–3`."""
    return ", ".join(f"{first}–{second}" for first, second in games)


def refusal(code: str, games: Sequence[Pair], measure: MatchUnit, *, timed: bool = False) -> str:
    """Return the reason in words; for impossible points it names them and the remedy."""
    if code == "impossible-score":
        reason = impossible(games, measure.target)
        is_short = any(max(pair) < measure.target for pair in games)
        before = _("Con menos se carga después de la campana, o el juez lo da por terminado.")
        return f"{reason}. {before}" if timed and is_short else reason
    if code == "wrong-state":
        return _("la competencia no está en juego")
    if code == "bell-rang":
        return _("sonó la campana: escribí los dos números")
    if code == "series-open":
        return _("falta una partida") if measure.best_of > 1 else _("falta un chico")
    return errors.refusal(code)


def unread(text: str, measure: MatchUnit) -> str:
    """Return why a row was not read: a text that no side can score, or a missing number."""
    if text:
        return _("«%(text)s» no es un número de 0 a %(target)s") % {
            "text": text,
            "target": measure.target,
        }
    return _("falta un número")


def impossible(games: Sequence[Pair], target: int) -> str:
    """Return the error of the first impossible game."""
    for least, most in map(sorted, games):
        if most > target:
            return _("nadie pasa de %(target)s") % {"target": target}
        if most < target:
            return _("nadie llegó a %(target)s") % {"target": target}
        if least == most:
            return _("uno de los dos tiene menos de %(target)s") % {"target": target}
    return str(ImpossibleScoreError.message)
