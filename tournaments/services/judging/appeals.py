"""Appeals: a captain asks the organisers to take back what was not decided by the cards."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.values.notices import JUDGE
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Dispute, Match, RosterPlayer
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_match
from tournaments.services.matches.corrections import lock_cascade, reopen_match
from tournaments.services.telling import tell

PATIENCE = timedelta(hours=24)  # after the result
CAPTAIN = 1
GIVEN = (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
CLOSED = (Competition.State.CANCELLED, Competition.State.ARCHIVED)


def may_be_appealed(match: Match, now: datetime) -> bool:
    """Whether a match was decided by absence or by a sanction, and not too long ago."""
    if match.completed_at is None or now > match.completed_at + PATIENCE:
        return False
    return match.state in GIVEN or _was_sanctioned(match)


def side_to_appeal(match: Match, user: User) -> int | None:
    """Return the side for which a captain may appeal: one that did not win; else None."""
    sides = RosterPlayer.objects.filter(entry__slots__match=match, user=user, number=CAPTAIN)
    side: int | None = sides.values_list("entry__slots__side", flat=True).first()
    return None if side is None or side == match.winner else side


@retrying
@transaction.atomic
def appeal(*, match_id: int, actor: User, text: str, now: datetime) -> Dispute:
    """Ask for a match to be played after all, once per side and within a day.

    Raises RefusedError `no-competition`, `wrong-state`, `not-your-appeal`, `reason-missing`,
    `nothing-to-appeal` or `already-appealed`.
    """
    match = lock_match(match_id)
    if match is None or match.competition is None:
        raise RefusedError("no-competition")
    if match.competition.state in CLOSED:
        raise RefusedError("wrong-state")
    side = side_to_appeal(match, actor)
    if side is None:
        raise RefusedError("not-your-appeal")
    if not text.strip():
        raise RefusedError("reason-missing")
    _require_appealable(match, side, now)
    asked = Dispute.objects.create(
        match=match,
        kind=Dispute.Kind.APPEAL,
        raised_by=actor,
        side=side,
        text=text,
        opened_at=now,
    )
    audit.record(
        AuditEvent.Act.APPEAL,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=text,
    )
    announce_competition(match.competition.pk)
    tell(JUDGE, asked.pk, without=actor)
    return asked


@retrying
@transaction.atomic
def answer_appeal(*, dispute_id: int, actor: User, granted: bool, note: str, now: datetime) -> None:
    """Let the result stand, or take it back so that the match is played.

    Raises RefusedError `not-organiser`, `reason-missing`, `already-ruled`, or what
    `reopen_match` raises.
    """
    match_id = Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id)
    match = lock_cascade(match_id).match
    competition = match.competition
    assert competition is not None, "only matches of competitions are appealed"
    require_organiser(competition, actor)
    if not note.strip():
        raise RefusedError("reason-missing")
    asked = match.disputes.get(pk=dispute_id)
    if not asked.is_open or asked.kind != Dispute.Kind.APPEAL:
        raise RefusedError("already-ruled")
    asked.ruling = Dispute.Ruling.GRANTED if granted else Dispute.Ruling.UPHELD
    asked.note, asked.ruled_by, asked.ruled_at = note, actor, now
    asked.save(update_fields=["ruling", "note", "ruled_by", "ruled_at"])
    audit.record(
        AuditEvent.Act.ANSWER_APPEAL,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=note,
        after={"ruling": asked.ruling},
    )
    if granted:
        reopen_match(match_id=match_id, actor=actor, reason=note, now=now)
    announce_competition(competition.pk)


def _require_appealable(match: Match, side: int, now: datetime) -> None:
    if not may_be_appealed(match, now):
        raise RefusedError("nothing-to-appeal")
    since = match.disputes.filter(kind=Dispute.Kind.APPEAL, opened_at__gte=match.completed_at)
    if match.disputes.open().exists() or since.filter(side=side).exists():
        raise RefusedError("already-appealed")


def _was_sanctioned(match: Match) -> bool:
    """Whether a judge decided it: the ruling and the result have the same instant."""
    sanctions = (Dispute.Ruling.POINTS, Dispute.Ruling.LOSS)
    decided = match.disputes.filter(ruling__in=sanctions, ruled_at=match.completed_at)
    return match.state == Match.State.COMPLETED and decided.exists()
