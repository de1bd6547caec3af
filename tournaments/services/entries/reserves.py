"""The reserves of an entry: who can take a player's place."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import (
    AuditEvent,
    Entry,
    Match,
    MatchSlot,
    RosterPlayer,
)
from tournaments.results.boards import are_open
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.rosters import NamedPlayer, add_player
from tournaments.services.entries.transfers import require_open_list
from tournaments.services.hints import announce_competition
from tournaments.services.locks import WHOLE, lock_competition, lock_in_play

Act = AuditEvent.Act


@retrying
@transaction.atomic
def add_reserve(*, entry_id: int, player: NamedPlayer, actor: User, now: datetime) -> RosterPlayer:
    """Add a reserve, with an account or only by name: that place is claimed by the entry's link.

    Raises RefusedError `not-captain`, `wrong-state`, `transfers-closed`, `no-more-reserves`,
    `members-only`, `outside-band` or `already-entered`.
    """
    entry = _lock_entry(entry_id)
    rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    require_open_list(entry.competition, now)
    if entry.roster.filter(reserve=True).count() >= entry.competition.reserves:
        raise RefusedError("no-more-reserves")
    rosters.require_fit_for(entry, player.user, actor)
    reserve = add_player(entry, player, reserve=True)
    _record(Act.ADD_RESERVE, entry, reserve, actor, now)
    return reserve


def drop_reserve(*, entry_id: int, player_id: int, actor: User, now: datetime) -> None:
    """Take a reserve off the list: the captain, an organiser, or the reserve themselves.

    Players who have played stay on it, and so does the captain. Raises RefusedError `not-captain`,
    `wrong-state`, `transfers-closed`, or `line-up-in` while a line-up of the entry is in and still
    secret: the answer would reveal whether the reserve is in it.
    """
    while not _dropped(entry_id, player_id, actor=actor, now=now):
        pass  # a match that came up meanwhile is to be locked first


@retrying
@transaction.atomic
def _dropped(entry_id: int, player_id: int, *, actor: User, now: datetime) -> bool:
    if lock_in_play(entry_id) is None:  # so that no line-up names them meanwhile
        return False
    entry = _lock_entry(entry_id)
    reserve = entry.roster.filter(pk=player_id, reserve=True).first()
    if reserve is None or reserve.user_id != actor.pk:
        rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    require_open_list(entry.competition, now)
    if _has_secret(entry, now):
        raise RefusedError("line-up-in")
    if reserve is None or reserve.number == RosterPlayer.CAPTAIN or rosters.has_played(reserve):
        raise RefusedError("wrong-state")
    reserve.delete()
    _record(Act.DROP_RESERVE, entry, reserve, actor, now)
    return True


def _lock_entry(entry_id: int) -> Entry:
    lock_competition(rosters.find_entry(entry_id).competition_id)
    return rosters.find_entry(entry_id)


def _has_secret(entry: Entry, now: datetime) -> bool:
    """Tell whether a line-up of this entry is in that is not seen yet."""
    if not entry.competition.boards:
        return False
    sides = MatchSlot.objects.filter(entry=entry, match__line_ups__side=F("side"))
    matches = Match.objects.undecided().filter(pk__in=sides.values("match"))
    return not all(are_open(match, now) for match in matches.select_related(WHOLE))


def _record(
    act: AuditEvent.Act, entry: Entry, reserve: RosterPlayer, actor: User, now: datetime
) -> None:
    after = {**rosters.told(entry), "reserve": reserve.name}
    audit.record(act, competition=entry.competition, actor=actor, now=now, after=after)
    announce_competition(entry.competition_id)
