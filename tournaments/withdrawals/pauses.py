"""Services to rest and to return where entries are paired whenever they are free."""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_group
from tournaments.entries import rosters
from tournaments.matches.decisions import start_dependent_groups
from tournaments.models import AuditEvent, Entry, StageSlot
from tournaments.withdrawals.errors import ChallengeOpenError


def open_place(entry: Entry) -> StageSlot | None:
    """Return the place of an entry in a running table that is open for a set time."""
    competition = entry.competition
    if not competition.is_drawn or competition.is_over or entry.state != Entry.State.CONFIRMED:
        return None
    places = entry.stage_slots.select_related("stage__competition")
    return next((place for place in places if place.stage.closes_at is not None), None)


@transactional
def pause_entry(*, entry_id: int, actor: User, now: datetime) -> None:
    """Leave the queue: an open match is played to its end, and no further one begins.

    In a ladder nobody may challenge it meanwhile. One of its own does, or an organiser. Raises
    RefusedError `not-in-entry`, `wrong-state` where entries play round by round or if it rests
    already, or `challenge-open` in a ladder.
    """
    _set_paused(entry_id, AuditEvent.Act.PAUSE_ENTRY, actor, now, paused=True)


@transactional
def resume_entry(*, entry_id: int, actor: User, now: datetime) -> None:
    """Return to the queue. Raises RefusedError as `pause_entry` does."""
    _set_paused(entry_id, AuditEvent.Act.RESUME_ENTRY, actor, now, paused=False)


def _set_paused(
    entry_id: int, act: AuditEvent.Act, actor: User, now: datetime, *, paused: bool
) -> None:
    before = open_place(rosters.find_entry(entry_id))
    if before is not None:
        lock_group(before.group_id)
    entry = rosters.lock_entry(entry_id)
    rosters.require_own(entry, actor)
    place = open_place(entry)
    if place is None or place.paused is paused:
        raise WrongStateError()
    if paused and place.group.challenges.open().of(entry.pk).exists():
        raise ChallengeOpenError()
    place.paused = paused
    if place.stage.pairs_when_free:
        place.rested_at = now  # in a ladder the log says how long it rested
    place.save(update_fields=["paused", "rested_at"])
    start_dependent_groups(lock_group(place.group_id), now=now)
    audit.log_event(
        act,
        competition=entry.competition,
        actor=actor,
        now=now,
        after=rosters.entry_for_audit(entry),
    )
    broadcast_competition(entry.competition_id)
