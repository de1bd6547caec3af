"""The evenings that are about to begin, or are played, for pages and reminders."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef

from accounts.models import User
from tournaments.models import Competition, Occurrence, Place, RosterPlayer

SOON: Final = timedelta(hours=24)
SHOWN: Final = 2
TO_COME = (Competition.State.REGISTRATION, Competition.State.CHECK_IN)


@dataclass(frozen=True)
class UpcomingEvening:
    """An evening of a regular event that anybody can see."""

    competition: Competition
    kind: str
    starts_at: datetime
    entered: int
    is_in: bool  # the reader is entered

    @property
    def has_begun(self) -> bool:
        """Whether it is played now; an arena can still be entered."""
        return self.competition.state == Competition.State.RUNNING


def evenings(
    reader: User | AnonymousUser, now: datetime, *, within: timedelta = SOON
) -> Sequence[UpcomingEvening]:
    """Return the evenings that are played or begin soon, those in play first."""
    public = Competition.objects.public().filter(state__in=(*TO_COME, Competition.State.RUNNING))
    entered = RosterPlayer.objects.filter(
        competition=OuterRef("competition"), user=reader.pk or 0, left_at=None
    )
    rows = Occurrence.objects.filter(competition__in=public, starts_at__lt=now + within)
    rows = rows.annotate(is_in=Exists(entered)).select_related("competition__club", "event")
    listed = list(rows.order_by("starts_at", "pk")[:SHOWN])
    if not listed:
        return ()
    places = Place.objects.filter(competition__in=[row.pk for row in listed], entry__isnull=False)
    numbers = Counter(places.values_list("competition", flat=True))
    return [
        UpcomingEvening(row.competition, row.event.kind, row.starts_at, numbers[row.pk], row.is_in)
        for row in listed
    ]
