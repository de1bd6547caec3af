"""Penalties with real cards: what a judge writes on the sheet of a match, and why (R-S6)."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.penalties import MOST, Effect, mark_for
from tournaments.formats.sheet import Correct, Judged
from tournaments.formats.table import Pair
from tournaments.models import AuditEvent, Match, Penalty
from tournaments.services import audit
from tournaments.services.judging.penalty_list import Listed, penalties_of
from tournaments.services.judging.permissions import require_judge
from tournaments.services.locks import lock_match
from tournaments.services.matches.scoring import Noted, echo_of, put_mark
from tournaments.services.matches.submissions import require_scorer

CORRECTION = "R-S6"


@retrying
@transaction.atomic
def give_penalty(
    *,
    match_id: int,
    ident: str,
    side: int,
    points: int | None,
    note: str,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> Noted:
    """Write a penalty of the club's list against a side, with so many points or as listed.

    Raises StaleError, or RefusedError `not-judge`, `no-such-penalty`, `badly-written`,
    `not-with-cards`, `match-not-open`, `other-action` or `chico-is-over`.
    """
    match = _judged(match_id, actor)
    assert match.competition is not None, "casual matches have no judge"
    line = _line(match.competition.club_id, ident)
    amount = line.points if points is None else points
    if line.effect != Effect.GAME and not 1 <= amount <= MOST:
        raise RefusedError("badly-written")
    mark = mark_for(line.effect, side, amount)
    because = Penalty(key=line.key, name=line.name, article=line.article, note=note)
    return _write(match, mark, because, seen_version, action_id, actor, now)


@retrying
@transaction.atomic
def correct_score(
    *,
    match_id: int,
    points: Pair,
    note: str,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> Noted:
    """Write the points of the chico that goes on anew, with a reason.

    Raises StaleError, or RefusedError `not-judge`, `reason-missing`, `not-with-cards`,
    `match-not-open`, `other-action`, `chico-is-over` or `impossible-score`.
    """
    match = _judged(match_id, actor)
    if not note.strip():
        raise RefusedError("reason-missing")
    because = Penalty(article=CORRECTION, note=note)
    return _write(match, Correct(points), because, seen_version, action_id, actor, now)


def _judged(match_id: int, actor: User) -> Match:
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    require_judge(match, actor)
    return match


def _line(club_id: int, ident: str) -> Listed:
    for line in penalties_of(club_id):
        if line.ident == ident and not line.is_off:
            return line
    raise RefusedError("no-such-penalty")


def _write(
    match: Match,
    mark: Judged,
    because: Penalty,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> Noted:
    if echo := echo_of(match, mark, action_id, actor):
        return echo
    role = require_scorer(match, actor)
    noted = put_mark(
        match,
        mark,
        role=role,
        seen_version=seen_version,
        action_id=action_id,
        actor=actor,
        now=now,
        reason=because.note,
    )
    because.mark = match.marks.get(seq=noted.version)
    because.save()
    assert match.competition is not None
    corrects = isinstance(mark, Correct)
    audit.record(
        AuditEvent.Act.CORRECT_SCORE if corrects else AuditEvent.Act.PENALTY,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=because.note,
        after={"penalty": because.key or because.name, "mark": noted.version},
    )
    return noted
