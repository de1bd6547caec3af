"""What a player has to know now: a match that is near, hours that await an answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import Competition, Entry, Match, MatchSlot, TimeProposal

AHEAD = timedelta(hours=48)
AT_MOST = 6


@dataclass(frozen=True)
class Notice:
    """One match as its players are reminded of it."""

    match: Match
    rival: str
    is_asked: bool  # whether the rival offers hours that are not answered


def notices(user: User, now: datetime) -> list[Notice]:
    """Return the matches of the next two days and those with offers, the nearest first."""
    offers = TimeProposal.objects.open(now).filter(match=OuterRef("match"), side=OuterRef("side"))
    entered = Entry.objects.of_person(user.pk)
    own = MatchSlot.objects.filter(match=OuterRef("match"), entry__in=entered)
    is_near = Q(match__scheduled_at__gt=now, match__scheduled_at__lte=now + AHEAD)
    rivals = MatchSlot.objects.annotate(is_asked=Exists(offers)).filter(
        Exists(own.exclude(side=OuterRef("side"))),
        Q(is_asked=True) | is_near,
        match__state=Match.State.READY,
        round__group__stage__competition__state__in=Competition.GOING,
    )
    found = rivals.select_related("entry", "match").order_by("match__scheduled_at", "pk")
    return [Notice(slot.match, str(slot.entry or ""), slot.is_asked) for slot in found[:AT_MOST]]
