"""Service to save a row of the grid of results, and its error messages.

A scorer cannot overwrite a result they have not seen. Dependent results are shown before they are
revoked.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.common.transactions import retry_on_conflict
from accounts.models import User
from tournaments.common import errors
from tournaments.common.locks import lock_open_match
from tournaments.formats.series import MatchUnit, Pair
from tournaments.models import Match, ResultSubmission
from tournaments.results.cascade import Cascade
from tournaments.results.corrections import lock_cascade, rewrite_result, stays_in_bracket
from tournaments.results.errors import (
    HasConsequencesError,
    ImpossibleScoreError,
    SavedMeanwhileError,
)
from tournaments.results.submissions import (
    Games,
    read_ending,
    require_scorer,
    submit_locked,
)


@retry_on_conflict
@transaction.atomic
def save_row(
    *,
    match_id: int,
    games: Games,
    seen: int,
    actor: User,
    now: datetime,
    reason: str = "",
    against: Games = (),
) -> ResultSubmission:
    """Enter a match's first result, or replace the submission `seen`.

    `seen` is the submission that the page showed to the typist, 0 if none; the same result again is
    a no-op, and another by who typed the one that stands corrects it, seen or not: nobody disputes
    their own word. `reason` is why one is taken back, if anybody said it.

    Raises RefusedError as `submit_result` does, `saved-meanwhile` where another result was entered
    or taken back since, or `has-consequences` where its cascade has to be previewed first.
    """
    if seen:
        return _replace_result(match_id, games, seen, actor, now, reason)
    locked = lock_open_match(match_id, actor)
    if current_submission(locked.match) is not None:
        return _replace_result(match_id, games, seen, actor, now, reason)
    return submit_locked(locked, games=games, actor=actor, now=now, against=against)


def current_submission(match: Match) -> ResultSubmission | None:
    """Return the current result of a match, if it was entered by hand."""
    if match.state != Match.State.COMPLETED:
        return None
    return match.submissions.standing().first()


def _replace_result(
    match_id: int, games: Games, seen: int, actor: User, now: datetime, reason: str
) -> ResultSubmission:
    cascade = lock_cascade(match_id)
    known = current_submission(cascade.match)
    if known is None:
        raise SavedMeanwhileError()
    is_known = known.pk == seen or _is_by(known, actor)
    if not is_known or _is_same(known, games):
        return _echo(known, games)
    if cascade.ends_the_end and cascade.competition.is_run_by(actor):
        raise HasConsequencesError()  # which the scorer of a competition cannot undo
    require_scorer(cascade.match, actor)
    winner = read_ending(cascade.match, games, now).winner
    falling = _affected_by_replacement(cascade, winner)
    return rewrite_result(falling, games=games, actor=actor, reason=reason, now=now)


def _affected_by_replacement(cascade: Cascade, winner: int | None) -> Cascade:
    """Return the cascade of a replaced result; refuse if a player would lose anything by it.

    An unchanged winner leaves the later matches of a bracket and the rounds that were paired on the
    result as they are, whatever the points.
    """
    if cascade.qualified or (cascade.was_paired_on and winner != cascade.match.winner):
        raise HasConsequencesError()
    if stays_in_bracket(cascade.match, winner):
        return replace(cascade, dependents=(), results=(), tables=())
    if cascade.results or cascade.tables:
        raise HasConsequencesError()
    return cascade


def _echo(known: ResultSubmission, games: Games) -> ResultSubmission:
    """Accept the same result as a no-op; any other was entered without having seen this one."""
    if not _is_same(known, games):
        raise SavedMeanwhileError()
    return known


def _is_by(known: ResultSubmission, actor: User) -> bool:
    """Return whether this user typed it; a slip's result belongs to the slip's holder."""
    return known.submitted_by_id == actor.pk and not known.slip_of


def _is_same(known: ResultSubmission, games: Games) -> bool:
    return [tuple(chico) for game in known.chicos for chico in game] == list(games)


def refusal(code: str, games: Sequence[Pair], measure: MatchUnit, *, timed: bool = False) -> str:
    """Return the reason in words; for impossible points it names them and the remedy."""
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
