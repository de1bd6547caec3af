"""Leaving: before the draw the place goes to the next in line, after it the matches are lost."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.catalogue import brackets
from tournaments.models import AuditEvent, Competition, Draft, Entry, Group, Match
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.places import promote
from tournaments.services.hints import announce_competition
from tournaments.services.locks import WHOLE, lock_competition, lock_group, lock_in_play
from tournaments.services.matches.bracket import Decision, decide
from tournaments.services.matches.games import void_games
from tournaments.services.matches.stages import follow, move_on


def withdraw(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Leave: before the draw the entry goes and the next in line comes in, after it walks over.

    Players withdraw their own entry, organisers any. Raises RefusedError `not-in-entry` or
    `wrong-state`.
    """
    if not _withdraw_before_draw(entry_id=entry_id, actor=actor, now=now, reason=reason):
        while not _withdraw_from_play(entry_id=entry_id, actor=actor, now=now, reason=reason):
            continue  # a match came up meanwhile: it is to be locked first


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
    entry.delete()
    promote(competition)
    announce_competition(competition.pk)
    return True


@retrying
@transaction.atomic
def _withdraw_from_play(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    """Leave a drawn competition; return False if a match has come up that is to be locked first."""
    if lock_in_play(entry_id) is None:
        return False
    entry = rosters.find_entry(entry_id)
    rosters.require_own(entry, actor)
    if entry.state != Entry.State.CONFIRMED or not _has_more_to_play(entry):
        raise RefusedError("wrong-state")
    _record(entry, actor, now, reason)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    _walk_over(entry, now)
    for group_id in _drafts(entry).values_list("group", flat=True):
        assert group_id is not None, "its table is a group"
        follow(lock_group(group_id), now=now)
    announce_competition(entry.competition_id)
    return True


def _has_more_to_play(entry: Entry) -> bool:
    """Whether it has a match, or others still play in its table: it may be paired again."""
    undecided = Match.objects.undecided()
    in_its_table = undecided.filter(round__group__slots__entry=entry)
    of_tables = in_its_table.exclude(round__group__stage__format__in=brackets())
    to_play = undecided.filter(slots__entry=entry).exists() or of_tables.exists()
    awaiting = Group.objects.awaiting().filter(slots__entry=entry)
    return to_play or _drafts(entry).exists() or awaiting.exists()


def _drafts(entry: Entry) -> QuerySet[Draft]:
    """Return the unpublished round of the table in which it plays: without it that is another."""
    return Draft.objects.filter(group__slots__entry=entry)


def _walk_over(entry: Entry, now: datetime) -> None:
    """Lose what could be played now; a match to come is lost once its other side is known."""
    open_now = Match.objects.filter(slots__entry=entry, state__in=Match.PLAYABLE)
    while (match := open_now.select_related(WHOLE).order_by("pk").first()) is not None:
        present = match.slots.exclude(entry__state=Entry.State.WITHDRAWN).order_by("side")
        void_games(match, now=now)
        decide(match, Decision.walkover([slot.side for slot in present]), now=now)
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
