"""Leaving: before the draw the place goes to the next in line, after it the matches are lost."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, Match, StageSlot
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.places import promote
from tournaments.services.feeders.marking import leave_berth
from tournaments.services.hints import announce_competition
from tournaments.services.leaving.annulling import annul
from tournaments.services.leaving.departures import departure_of, has_more_to_play
from tournaments.services.locks import WHOLE, lock_competition, lock_group, lock_whole
from tournaments.services.matches.bracket import decide, without_playing
from tournaments.services.matches.games import void_games
from tournaments.services.matches.stages import follow, move_on, open_for


def withdraw(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Leave: before the draw the entry goes and the next in line comes in.

    After it the entry loses what it had still to play, or its results in a table are annulled, as
    the competition was announced; `reinstate` undoes it.

    Players withdraw their own entry, organisers any. Raises RefusedError `not-in-entry` or
    `wrong-state`.
    """
    leaving: Any = {"entry_id": entry_id, "actor": actor, "now": now, "reason": reason}
    while not (_withdraw_before_draw(**leaving) or _withdraw_from_play(**leaving)):
        continue  # its draw was undone meanwhile


@retrying
@transaction.atomic
def _withdraw_before_draw(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    competition = lock_competition(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    if competition.state not in Competition.UNDRAWN:
        return False
    rosters.require_own(entry, actor)
    if entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("wrong-state")
    _record(entry, actor, now, reason)
    leave_berth(entry)
    entry.delete()
    promote(competition)
    announce_competition(competition.pk)
    return True


@retrying
@transaction.atomic
def _withdraw_from_play(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    """Leave a drawn competition; return False if its draw has been undone meanwhile."""
    competition = lock_whole(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    if competition.state in Competition.UNDRAWN:
        return False
    rosters.require_own(entry, actor)
    if entry.state != Entry.State.CONFIRMED or not has_more_to_play(entry):
        raise RefusedError("wrong-state")
    _record(entry, actor, now, reason)
    if entry.awaited:
        leave_berth(entry)
    leave_play(entry, actor=actor, reason=reason, now=now)
    announce_competition(entry.competition_id)
    return True


def leave_play(entry: Entry, *, actor: User, reason: str, now: datetime) -> None:
    """Have an entry lose what it had to play; its drawn competition is locked whole."""
    falls, waits = departure_of(entry), entry.awaited or _meets_who_is_awaited(entry)
    entry.state, entry.left_at, entry.annulled = Entry.State.WITHDRAWN, now, falls.annuls
    entry.awaited = False
    entry.save(update_fields=["state", "left_at", "annulled", "awaited"])
    StageSlot.objects.filter(pk__in=[slot.pk for slot in falls.tables]).update(left=True)
    are_open = [match for match in falls.annulled if not match.is_decided]
    for match in falls.annulled:
        annul(match, actor=actor, reason=reason, now=now)
    for match in are_open:
        move_on(match, now=now)
    _walk_over(entry, now)
    if waits:
        open_for(entry, now=now)
    for slot in falls.tables:
        follow(lock_group(slot.group_id), now=now)


def _meets_who_is_awaited(entry: Entry) -> bool:
    """Tell whether its rival in a match to come is not known yet: they win it without playing."""
    to_come = Match.objects.filter(slots__entry=entry, state=Match.State.PENDING)
    return to_come.filter(slots__entry__awaited=True).exists()


def _walk_over(entry: Entry, now: datetime) -> None:
    """Lose what could be played now; a match to come is lost once its other side is known."""
    open_now = Match.objects.filter(slots__entry=entry, state__in=Match.PLAYABLE)
    while (match := open_now.select_related(WHOLE).order_by("pk").first()) is not None:
        slots = list(match.slots.select_related("entry").order_by("side"))
        outcome = without_playing(match, slots)
        assert outcome is not None, "it has left"
        void_games(match, now=now)
        decide(match, outcome, now=now)
        move_on(match, now=now)


def _record(entry: Entry, actor: User, now: datetime, reason: str) -> None:
    audit.record(
        AuditEvent.Act.WITHDRAW,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before={**rosters.told(entry), "state": entry.state},
    )
