"""The check-in: entries that do not confirm their presence are not drawn."""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.permissions import require_organiser
from tournaments.competitions.state import open_check_in
from tournaments.entries import rosters
from tournaments.entries.errors import AlreadyCheckedInError, NoCheckInError
from tournaments.entries.places import move_up, promote_waiting
from tournaments.models import AuditEvent, Competition, Entry

Act = AuditEvent.Act


@transactional
def check_in_entry(*, entry_id: int, actor: User, now: datetime) -> None:
    """Check an entry in, by one of its players or an organiser. If it waits it takes a free place.

    Raises RefusedError `not-in-entry`, `no-check-in` or `already-checked-in`.
    """
    entry = rosters.lock_entry(entry_id)
    rosters.require_own(entry, actor)
    _require_window(entry)
    if entry.checked_in_at is not None:
        raise AlreadyCheckedInError()
    _mark(entry, now, Act.CHECK_IN, actor, now)
    promote_waiting(entry.competition, now, present_only=True)


@transactional
def check_in_all_present(*, competition_id: int, actor: User, now: datetime) -> None:
    """Open the check-in with every entry checked in; the organiser unticks the missing ones.

    Raises RefusedError `not-organiser` or `wrong-state`.
    """
    open_check_in(competition_id=competition_id, actor=actor, now=now)
    check_in_confirmed(competition_id, now)


def check_in_confirmed(competition_id: int, now: datetime) -> None:
    """Check in all confirmed entries of a locked competition."""
    confirmed = Entry.objects.confirmed().filter(competition=competition_id)
    confirmed.filter(checked_in_at__isnull=True).update(checked_in_at=now)


@transactional
def undo_check_in(*, entry_id: int, actor: User, now: datetime) -> None:
    """Undo a check-in, for organisers only.

    Raises RefusedError `not-organiser`, `no-check-in` or `wrong-state`.
    """
    entry = rosters.lock_entry(entry_id)
    require_organiser(entry.competition, actor)
    _require_window(entry)
    if entry.checked_in_at is None:
        raise WrongStateError()
    _mark(entry, None, Act.UNDO_CHECK_IN, actor, now)


def drop_absent(competition: Competition) -> tuple[list[Entry], list[Entry]]:
    """Withdraw the absent and admit present entries of the waiting list; return both.

    Without a check-in every entry counts as present. The caller writes the events.
    """
    if competition.state != Competition.State.CHECK_IN:
        return [], []
    absent = list(competition.entries.confirmed().filter(checked_in_at__isnull=True))
    for entry in absent:
        hooks.qualifiers.give_up_place(entry)
        entry.state, entry.place, entry.awaited = Entry.State.WITHDRAWN, None, False
    Entry.objects.bulk_update(absent, ["state", "place", "awaited"])
    return absent, move_up(competition, present_only=True)


def number_to_draw(competition: Competition) -> int:
    """Return how many entries a draw would take now: the confirmed, or those checked in."""
    if competition.state != Competition.State.CHECK_IN:
        return competition.entries.confirmed().count()
    present = competition.entries.filter(state__in=Entry.IN, checked_in_at__isnull=False)
    return min(competition.cap, present.count())


def _require_window(entry: Entry) -> None:
    if entry.competition.state != Competition.State.CHECK_IN or entry.state not in Entry.IN:
        raise NoCheckInError()


def _mark(
    entry: Entry, checked_in_at: datetime | None, act: AuditEvent.Act, actor: User, now: datetime
) -> None:
    entry.checked_in_at = checked_in_at
    entry.save(update_fields=["checked_in_at"])
    audit.log_event(
        act,
        competition=entry.competition,
        actor=actor,
        now=now,
        after=rosters.entry_for_audit(entry),
    )
    broadcast_competition(entry.competition_id)
