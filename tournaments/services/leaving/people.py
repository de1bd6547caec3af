"""Withdraw a person who may not play any more: account deleted, suspended, no longer a member."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Competition, RosterPlayer
from tournaments.models.entry import RosterPlayerQuerySet
from tournaments.services.entries.substituting import substitute
from tournaments.services.entries.withdrawing import withdraw


def leave_all(
    *,
    user: User,
    actor: User,
    now: datetime,
    club_id: int | None = None,
    members_only: bool = False,
) -> None:
    """Take a person out of the competitions that go on, of one club or of all.

    A reserve takes their place where one can; otherwise their entry withdraws. `members_only`
    spares competitions that are open to everybody. Entries with nothing left to play stay.
    """
    places = RosterPlayer.objects.filter(user=user, reserve=False)
    places = places.exclude(competition__state__in=Competition.OVER)
    if club_id is not None:
        places = places.filter(competition__club=club_id)
    if members_only:
        places = places.filter(competition__members_only=True)
    for place in _in_order(places):
        by = actor if place.entry.competition.is_run_by(actor) else user
        if not _is_replaced(place, by, now):
            _withdraw(place, by, now)


def _in_order(places: RosterPlayerQuerySet) -> list[RosterPlayer]:
    whole = places.select_related("entry__competition__club")
    return list(whole.order_by("competition", "pk"))


def _is_replaced(place: RosterPlayer, actor: User, now: datetime) -> bool:
    """Let the first reserve play instead, if there is one and no match has begun."""
    reserve = place.entry.roster.filter(reserve=True).order_by("number").first()
    if reserve is None:
        return False
    try:
        with transaction.atomic():
            substitute(
                entry_id=place.entry_id,
                out_player_id=place.pk,
                in_player_id=reserve.pk,
                actor=actor,
                now=now,
            )
    except RefusedError:
        return False
    return True


def _withdraw(place: RosterPlayer, actor: User, now: datetime) -> None:
    try:
        withdraw(entry_id=place.entry_id, actor=actor, now=now)
    except RefusedError as refused:
        if refused.code != "wrong-state":  # it has nothing left to play, or has left already
            raise
