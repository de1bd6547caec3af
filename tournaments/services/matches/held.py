"""Marks without agreement: what was written without a line is never merged into another sheet.

A scorer's browser sends what it kept (docs/links.md). If somebody else wrote on the sheet in the
meantime, what is left of it is put before the desk, which lets it count or not.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.sheet import Mark
from tournaments.models import AuditEvent, HeldMarks, Match
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition, announce_match
from tournaments.services.judging.permissions import may_score
from tournaments.services.locks import lock_match
from tournaments.services.matches.scoring import added, require_called, require_possible
from tournaments.services.matches.sheets import sheet_of
from tournaments.services.matches.submissions import require_scorer, write_result

MOST = 400  # marks of one browser: more than the longest match has


@retrying
@transaction.atomic
def hold_marks(
    *,
    match_id: int,
    marks: Sequence[tuple[str, Mark]],
    seen_version: int,
    actor: User,
    now: datetime,
) -> HeldMarks | None:
    """Put marks before the desk; those that the sheet took are left out. None if it took all.

    Raises RefusedError `not-scorer`, `no-competition` or `badly-written`.
    """
    match = lock_match(match_id)
    if match is None or match.competition is None:
        raise RefusedError("no-competition")
    if not may_score(match, actor):
        raise RefusedError("not-scorer")
    if not 0 < len(marks) <= MOST:
        raise RefusedError("badly-written")
    taken = set(
        match.marks.filter(action_id__in=[name for name, _ in marks]).values_list(
            "action_id", flat=True
        )
    )
    left = [(name, mark) for name, mark in marks if name not in taken]
    if not left:
        return None
    known = match.held.filter(batch=left[0][0]).first()
    if known is not None:
        return known
    held = HeldMarks.objects.create(
        match=match,
        batch=left[0][0],
        seen_version=seen_version,
        marks=HeldMarks.written(left),
        by=actor,
        at=now,
    )
    _note(AuditEvent.Act.HOLD_MARKS, held, match, actor, now)
    return held


@retrying
@transaction.atomic
def settle_marks(*, held_id: int, actor: User, counts: bool, now: datetime) -> None:
    """Write held marks after what is on the sheet now, in their order, or let them go.

    Raises RefusedError `not-organiser`, `wrong-state` if that is decided already,
    `match-not-open`, or what the sheet refuses: then nothing changes.
    """
    found = HeldMarks.objects.filter(pk=held_id).first()
    match = lock_match(found.match_id) if found else None
    if match is None or match.competition is None:
        raise RefusedError("wrong-state")
    require_organiser(match.competition, actor)
    held = match.held.open().filter(pk=held_id).first()
    if held is None:
        raise RefusedError("wrong-state")
    if counts:
        _write(match, held, actor, now)
    held.settled_by, held.settled_at, held.counted = actor, now, counts
    held.save(update_fields=["settled_by", "settled_at", "counted"])
    _note(AuditEvent.Act.SETTLE_MARKS, held, match, actor, now)


def _write(match: Match, held: HeldMarks, actor: User, now: datetime) -> None:
    """Add each mark as who made it; the last may decide the match."""
    role = require_scorer(match, actor)
    require_called(match)
    sheet = sheet_of(match)
    for action_id, mark in held.values:
        require_possible(match, mark, now)
        after = added(sheet, mark, action_id, held.by, now)
    if after.is_decided:
        write_result(match, after.ending, actor=actor, role=role, now=now)
    announce_match(match)


def _note(act: AuditEvent.Act, held: HeldMarks, match: Match, actor: User, now: datetime) -> None:
    assert match.competition is not None, "only matches of competitions have a sheet"
    told = {"marks": len(held.marks), "counted": held.counted}
    audit.record(act, competition=match.competition, match=match, actor=actor, now=now, after=told)
    announce_competition(match.competition.pk)
