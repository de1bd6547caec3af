"""Withdrawal of a user after suspension, deletion of the account, or loss of membership."""

from datetime import datetime

from django.db import transaction

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.locks import lock_competition, lock_whole
from tournaments.entries import rosters
from tournaments.entries.places import promote_waiting, release_place
from tournaments.entries.substitutes import bring_in_reserve
from tournaments.models import AuditEvent, Competition, NameClaim, RosterPlayer
from tournaments.models.entries import RosterPlayerQuerySet
from tournaments.withdrawals.services import withdraw


@transaction.atomic
def leave_all(
    *,
    user: User,
    actor: User,
    now: datetime,
    club_id: int | None = None,
    members_only: bool = False,
    is_erased: bool = False,
) -> None:
    """Remove a person from the competitions in progress, of one club or of all.

    A reserve takes their place where one can. Otherwise their team looks for another player before
    the draw, and withdraws after it. `members_only` spares competitions that are open to everybody.
    Entries with nothing left to play stay. With `is_erased` their row is kept as that of a former
    player: names are erased by it.

    It locks each competition with its matches; whoever calls it locks the person's row afterwards.
    """
    places = RosterPlayer.objects.filter(user=user, reserve=False)
    places = places.exclude(competition__state__in=Competition.OVER)
    if club_id is not None:
        places = places.filter(competition__club=club_id)
    if members_only:
        places = places.filter(competition__members_only=True)
    for unlocked in _in_order(places):
        lock_whole(unlocked.entry.competition_id)
        place = next(iter(_in_order(places.filter(pk=unlocked.pk))), None)
        if place is None:  # they left, or it was cancelled, meanwhile
            continue
        by = actor if place.entry.competition.is_run_by(actor) else user
        if _is_replaced(place, by, now) or _left_team(place, by, now, is_erased=is_erased):
            continue
        _withdraw(place, by, now)


def _in_order(places: RosterPlayerQuerySet) -> list[RosterPlayer]:
    rows = places.select_related("entry__competition__club")
    return list(rows.order_by("competition", "pk"))


def _is_replaced(place: RosterPlayer, actor: User, now: datetime) -> bool:
    """Substitute the first reserve who may play, if there is one and no match has started."""
    for reserve in place.entry.roster.filter(reserve=True).order_by("number"):
        try:
            with transaction.atomic():
                bring_in_reserve(
                    entry_id=place.entry_id,
                    out_player_id=place.pk,
                    in_player_id=reserve.pk,
                    actor=actor,
                    now=now,
                )
        except RefusedError:
            continue
        return True
    return False


@transactional
def _left_team(place: RosterPlayer, actor: User, now: datetime, *, is_erased: bool) -> bool:
    """Remove a player from a team before the draw; the team loses its place and looks for another.

    Return False if the team has no other player, or the competition is drawn.
    """
    competition = lock_competition(place.entry.competition_id)
    entry = rosters.find_entry(place.entry_id)
    others = entry.roster.playing().exclude(pk=place.pk)
    if competition.state not in Competition.UNDRAWN or not others.exists():
        return False
    before = rosters.playing(entry)
    NameClaim.objects.filter(player=place).pending().delete()
    _leave_roster(place, now, is_erased=is_erased)
    rosters.rename_team(entry, before)
    release_place(entry)
    account = place.user.username if place.user is not None else None
    audit.log_event(
        AuditEvent.Act.WITHDRAW,
        competition=competition,
        actor=actor,
        now=now,
        before={"entry": place.name, "players": [place.name], "accounts": [account]},
    )
    promote_waiting(competition, now)
    broadcast_competition(competition.pk)
    return True


def _leave_roster(place: RosterPlayer, now: datetime, *, is_erased: bool) -> None:
    """Take a player off the list; the first of the others is captain after a captain."""
    everybody = RosterPlayer.ever.filter(entry=place.entry_id)
    was_captain = place.number == RosterPlayer.CAPTAIN
    if is_erased:
        last = everybody.order_by("number").last()
        assert last is not None, "the player is one of them"
        everybody.filter(pk=place.pk).update(left_at=now, reserve=True, number=last.number + 1)
    else:
        everybody.filter(pk=place.pk).delete()
    heir = place.entry.roster.playing().first()
    if was_captain and heir is not None:
        everybody.filter(pk=heir.pk).update(number=RosterPlayer.CAPTAIN)


def _withdraw(place: RosterPlayer, actor: User, now: datetime) -> None:
    try:
        withdraw(entry_id=place.entry_id, actor=actor, now=now)
    except RefusedError as refused:
        if refused.code != "wrong-state":  # it has nothing left to play, or has left already
            raise
