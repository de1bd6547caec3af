"""What was done to keep order: what stands, what was, and by whom."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Club, Measure
from tournaments.models import AuditEvent, Competition

AT_MOST = 100


@dataclass(frozen=True)
class Measures:
    """The measures of a club, or (None) of the site."""

    standing: list[Measure]
    past: list[Measure]


def measures_of(club: Club | None, now: datetime) -> Measures:
    """Return a club's suspensions; of the site all else: its suspensions and new names."""
    own = Measure.objects.filter(kind=Measure.Kind.SUSPENSION, club=club)
    if club is None:
        own = own | Measure.objects.exclude(kind=Measure.Kind.SUSPENSION)
    found = own.select_related("user", "club", "by", "lifted_by")
    standing = list(found.in_force(now)[:AT_MOST])
    past = found.exclude(pk__in=Measure.objects.in_force(now).order_by().values("pk"))
    return Measures(standing, list(past[:AT_MOST]))


def names_changed_in(club: Club) -> list[Measure]:
    """Return how operators renamed a club: its organisers see that."""
    found = Measure.objects.filter(kind=Measure.Kind.CLUB_NAME, club=club)
    return list(found.select_related("by", "club")[:AT_MOST])


def hidden_competitions() -> list[Competition]:
    """Return what is hidden now."""
    found = Competition.objects.filter(hidden_at__isnull=False).select_related("club")
    return list(found.order_by("-hidden_at")[:AT_MOST])


def hidings() -> list[AuditEvent]:
    """Return what the logs say of what was hidden and shown again, the latest first."""
    acts = (AuditEvent.Act.HIDE, AuditEvent.Act.SHOW)
    found = AuditEvent.objects.filter(act__in=acts).select_related("actor", "competition")
    return list(found[:AT_MOST])
