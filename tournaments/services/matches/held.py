"""Without agreement: what was written by who had not seen the last word is never merged into it.

A scorer's browser sends the marks it kept without a line, or a result for a row that has one by
now (docs/links.md). It is put before the desk, which lets it count or not.
"""

from collections.abc import Sequence
from datetime import datetime
from zlib import crc32

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
from tournaments.services.matches.corrections import lock_cascade
from tournaments.services.matches.grid import Games, save_row, standing_submission
from tournaments.services.matches.scoring import added, require_called, require_possible
from tournaments.services.matches.sheets import sheet_of
from tournaments.services.matches.slips import in_figures
from tournaments.services.matches.submissions import read_ending, require_scorer, write_result

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
def hold_result(*, match_id: int, games: Games, actor: User, now: datetime) -> HeldMarks | None:
    """Put a result before the desk that is not the one that stands; None if nothing is disputed.

    Raises RefusedError as `submit_result` does where the actor may write none, or these points
    cannot be.
    """
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    require_scorer(match, actor)
    read_ending(match, games, now)
    standing = standing_submission(match)
    if standing is None:
        return None
    name = f"result-{standing.pk}-{crc32(repr(list(games)).encode()):x}"
    if known := match.held.filter(batch=name).first():
        return known
    held = HeldMarks.objects.create(
        match=match,
        batch=name,
        seen_version=standing.pk,
        marks=HeldMarks.of_result(name, games),
        by=actor,
        at=now,
    )
    _note(AuditEvent.Act.HOLD_MARKS, held, match, actor, now)
    return held


@retrying
@transaction.atomic
def settle_marks(*, held_id: int, actor: User, counts: bool, now: datetime) -> None:
    """Write held marks after what is on the sheet now, in their order, or let them go.

    A result takes the place of the one it was written against. Raises RefusedError
    `not-organiser`, `wrong-state` if that is decided already, `match-not-open`, or what the sheet
    or `save_row` refuses: then nothing changes.
    """
    found = HeldMarks.objects.filter(pk=held_id).first()
    if found is not None and found.games:
        lock_cascade(found.match_id)
    match = lock_match(found.match_id) if found else None
    if match is None or match.competition is None:
        raise RefusedError("wrong-state")
    require_organiser(match.competition, actor)
    held = match.held.open().filter(pk=held_id).first()
    if held is None:
        raise RefusedError("wrong-state")
    if counts and held.games:
        save_row(
            match_id=match.pk,
            games=held.games,
            seen=held.seen_version,
            actor=actor,
            now=now,
            reason=f"{held.by}: {in_figures(held.games)}",
        )
    elif counts:
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
