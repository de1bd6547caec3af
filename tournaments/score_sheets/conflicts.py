"""Conflicting offline marks and results, stored for the organiser to resolve.

A scorer's browser can send marks that it kept while offline, or a result for a row that has one
in the meantime (docs/event-day.md). A submission based on an outdated sheet is never merged: the
dashboard shows it next to the current one, and the organiser accepts or discards it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from zlib import crc32

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition, broadcast_match
from tournaments.common.errors import (
    BadlyWrittenError,
    NoCompetitionError,
    NotScorerError,
    WrongStateError,
)
from tournaments.common.locks import lock_match
from tournaments.common.permissions import may_score, require_organiser
from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import Mark, Point, Sheet, read_sheet, write
from tournaments.formats.series import Pair
from tournaments.matches.tables import sheet_of
from tournaments.models import (
    AuditEvent,
    Competition,
    HeldMarks,
    Match,
    ResultSubmission,
    names_of_sides,
)
from tournaments.results.labels import format_games
from tournaments.results.services import (
    Games,
    current_submission,
    lock_cascade,
    read_ending,
    require_scorer,
    save_row,
    write_result,
)
from tournaments.score_sheets.services import added, require_called, require_possible


@dataclass(frozen=True)
class HeldView:
    """Marks that one browser sent too late, with the current sheet."""

    held: HeldMarks
    match: Match
    sheet: Sheet
    names: tuple[str, str]

    @property
    def now(self) -> Pair:
        """Return the points on the sheet."""
        return self.sheet.points

    @property
    def then(self) -> Pair | None:
        """Return the points there would be with these marks; None if the sheet cannot take them."""
        try:
            marks = (mark for _name, mark in self.held.values)
            return reduce(write, marks, self.sheet).points
        except FormatError:
            return None

    @property
    def may_count(self) -> bool:
        """Whether the marks can still be written."""
        return self.match.state == Match.State.CALLED and self.then is not None

    @property
    def gained(self) -> list[tuple[str, int]]:
        """Return each side with the points that were marked for it."""
        points = [mark for _name, mark in self.held.values if isinstance(mark, Point)]
        sums = (sum(mark.points for mark in points if mark.side == side) for side in (0, 1))
        return list(zip(self.names, sums, strict=True))


@dataclass(frozen=True)
class HeldResult:
    """A result submitted without having seen the current one."""

    held: HeldMarks
    match: Match
    names: tuple[str, str]
    standing: ResultSubmission


def held_by_scorers(competition: Competition) -> list[HeldView | HeldResult]:
    """Read what waits for a decision in a competition, the oldest first."""
    rows = HeldMarks.objects.open().filter(match__in=Match.objects.of(competition.pk))
    held = list(rows.select_related("by"))
    matches = Match.objects.placed().filter(pk__in={one.match_id for one in held})
    by_pk = matches.select_related("round__group__stage__competition").in_bulk()
    views = (_view(one, by_pk[one.match_id]) for one in held)
    return [view for view in views if view is not None]


def _view(held: HeldMarks, match: Match) -> HeldView | HeldResult | None:
    """Return held marks as organisers see them; None for a result that was corrected since."""
    names = names_of_sides(match.slots.select_related("entry"))
    if not held.games:
        marks = (mark.value for mark in match.marks.order_by("seq"))
        return HeldView(held, match, read_sheet(match.measure, marks), names)
    standing = current_submission(match)
    if standing is None or standing.pk != held.seen_version:
        return None
    return HeldResult(held, match, names, standing)


MOST = 400  # marks of one browser: more than the longest match has


@transactional
def store_conflicting_marks(
    *,
    match_id: int,
    marks: Sequence[tuple[str, Mark]],
    seen_version: int,
    actor: User,
    now: datetime,
) -> HeldMarks | None:
    """Store conflicting marks for the organisers; None if the sheet has all of them already.

    Raises RefusedError `not-scorer`, `no-competition` or `badly-written`.
    """
    match = lock_match(match_id)
    if match is None or match.competition is None:
        raise NoCompetitionError()
    if not may_score(match, actor):
        raise NotScorerError()
    if not 0 < len(marks) <= MOST:
        raise BadlyWrittenError()
    stored_ids = set(
        match.marks.filter(action_id__in=[name for name, _ in marks]).values_list(
            "action_id", flat=True
        )
    )
    conflicting = [(name, mark) for name, mark in marks if name not in stored_ids]
    if not conflicting:
        return None
    existing = match.held.filter(batch=conflicting[0][0]).first()
    if existing is not None:
        return existing
    held = HeldMarks.objects.create(
        match=match,
        batch=conflicting[0][0],
        seen_version=seen_version,
        marks=HeldMarks.written(conflicting),
        by=actor,
        at=now,
    )
    _note(AuditEvent.Act.HOLD_MARKS, held, match, actor, now)
    return held


@transactional
def store_conflicting_result(
    *, match_id: int, games: Games, actor: User, now: datetime
) -> HeldMarks | None:
    """Store a conflicting result for the organiser; None if there is no conflict.

    Raises RefusedError as `submit_result` does where the actor may write none, or these points
    cannot be.
    """
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    require_scorer(match, actor)
    read_ending(match, games, now)
    standing = current_submission(match)
    if standing is None:
        return None
    name = f"result-{standing.pk}-{crc32(repr(list(games)).encode()):x}"
    if existing := match.held.filter(batch=name).first():
        return existing
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


@transactional
def resolve_conflict(*, held_id: int, actor: User, counts: bool, now: datetime) -> None:
    """Write held marks after what is on the sheet now, in their order, or let them go.

    A result takes the place of the one it was written against. Raises RefusedError
    `not-organiser`, `wrong-state` if that is decided already, `match-not-open`, or what the sheet
    or `save_row` refuses: then nothing changes.
    """
    unlocked = HeldMarks.objects.filter(pk=held_id).first()
    if unlocked is not None and unlocked.games:
        lock_cascade(unlocked.match_id)
    match = lock_match(unlocked.match_id) if unlocked else None
    if match is None or match.competition is None:
        raise WrongStateError()
    require_organiser(match.competition, actor)
    held = match.held.open().filter(pk=held_id).first()
    if held is None:
        raise WrongStateError()
    if counts and held.games:
        save_row(
            match_id=match.pk,
            games=held.games,
            seen=held.seen_version,
            actor=actor,
            now=now,
            reason=f"{held.by}: {format_games(held.games)}",
        )
    elif counts:
        _write(match, held, actor, now)
    held.settled_by, held.settled_at, held.counted = actor, now, counts
    held.save(update_fields=["settled_by", "settled_at", "counted"])
    _note(AuditEvent.Act.SETTLE_MARKS, held, match, actor, now)


def _write(match: Match, held: HeldMarks, actor: User, now: datetime) -> None:
    """Add each mark under its author; the last may decide the match."""
    role = require_scorer(match, actor)
    require_called(match)
    sheet = sheet_of(match)
    for action_id, mark in held.values:
        require_possible(match, mark, now)
        after = added(sheet, mark, action_id, held.by, now)
    if after.is_decided:
        write_result(match, after.ending, actor=actor, role=role, now=now)
    broadcast_match(match)


def _note(act: AuditEvent.Act, held: HeldMarks, match: Match, actor: User, now: datetime) -> None:
    assert match.competition is not None, "only matches of competitions have a sheet"
    after = {"marks": len(held.marks), "counted": held.counted}
    audit.log_event(
        act, competition=match.competition, match=match, actor=actor, now=now, after=after
    )
    broadcast_competition(match.competition.pk)
