"""Occupancy of venues: their nights, closed days and taken tables.

Every hour of a venue is read on the clock of its club, so clubs in other time zones may share a
competition.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.i18n.time_zones import short_date
from accounts.models import Club
from tournaments.models import ClosedDay, Match, Venue, VenueNight

SITTING = timedelta(hours=1)  # for which a match takes its table, as in calendars


@dataclass(frozen=True)
class Opening:
    """The hours of a venue on one day of the week, until the next day if `closes` is earlier."""

    weekday: int
    opens: time
    closes: time

    def evening_of(self, at: datetime) -> date | None:
        """Return the day on which the night of a local hour began; None if it is closed."""
        passes_midnight = self.closes <= self.opens
        if at.weekday() == self.weekday and at.time() >= self.opens:
            return at.date() if passes_midnight or at.time() < self.closes else None
        before = at - timedelta(days=1)
        if passes_midnight and before.weekday() == self.weekday and at.time() < self.closes:
            return before.date()
        return None


@dataclass
class Rooms:
    """Opening hours, closed days and matches of some venues."""

    openings: dict[int, list[Opening]]
    closed: dict[int, dict[date, str]]  # by venue
    holidays: dict[int, dict[date, str]]  # by club
    taken: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, venues: Iterable[Venue], club: Club, *, without: Collection[int] = ()) -> "Rooms":
        """Read venues and the holidays of a club; the matches `without` are about to move."""
        rows = {venue.pk: venue for venue in venues}
        homes = {club.pk} | {venue.club_id for venue in rows.values()}
        rooms = cls(defaultdict(list), defaultdict(dict), defaultdict(dict))
        for night in VenueNight.objects.filter(venue__in=rows):
            opening = Opening(night.weekday, night.opens_at, night.closes_at)
            rooms.openings[night.venue_id].append(opening)
        for closed in ClosedDay.objects.filter(Q(venue__in=rows) | Q(venue=None, club__in=homes)):
            if closed.venue_id is None:
                rooms.holidays[closed.club_id][closed.day] = closed.reason
            else:
                rooms.closed[closed.venue_id][closed.day] = closed.reason
        standing = Match.objects.undecided().filter(venue__in=rows, scheduled_at__isnull=False)
        for venue, at in standing.exclude(pk__in=without).values_list("venue", "scheduled_at"):
            assert at is not None, "only these were read"
            rooms.taken[venue].append(at)
        return rooms

    def problem(self, venue: Venue | None, club: Club, at: datetime) -> str:
        """Return why a club's match cannot be played at an hour; "" if it can."""
        closing = self.closing(venue, club, at)
        if closing or venue is None or self.used(venue, at) < venue.table_count:
            return closing
        wall = at.astimezone(ZoneInfo(venue.club.zone))
        return _("En %(venue)s no queda mesa el %(day)s a las %(at)s: tiene %(number)s.") % {
            "venue": venue,
            "day": short_date(wall, "l j M"),
            "at": f"{wall:%H:%M}",
            "number": venue.table_count,
        }

    def closing(self, venue: Venue | None, club: Club, at: datetime) -> str:
        """Return why a venue is closed at an hour, whatever its tables; "" if it is open."""
        zone = ZoneInfo((venue.club if venue is not None else club).zone)
        wall = at.astimezone(zone).replace(tzinfo=None)
        day = wall.date()
        if venue is not None and (openings := self.openings[venue.pk]):
            evenings = [opening.evening_of(wall) for opening in openings]
            opening_day = next((evening for evening in evenings if evening is not None), None)
            if opening_day is None:
                return _("%(venue)s no abre el %(day)s a las %(at)s.") % {
                    "venue": venue,
                    "day": short_date(day, "l j M"),
                    "at": f"{wall:%H:%M}",
                }
            day = opening_day
        if venue is not None and day in self.closed[venue.pk]:
            return _closed(str(venue), day, self.closed[venue.pk][day])
        for home in {club.pk, venue.club_id if venue is not None else club.pk}:
            if day in self.holidays[home]:
                return _holiday(day, self.holidays[home][day])
        return ""

    def used(self, venue: Venue, at: datetime) -> int:
        """Return how many tables of a venue are taken at an instant."""
        return sum(abs(one - at) < SITTING for one in self.taken[venue.pk])

    def take(self, venue: Venue | None, at: datetime) -> None:
        """Count one more match at a venue; none without a venue."""
        if venue is not None:
            self.taken[venue.pk].append(at)


def _closed(venue: str, day: date, reason: str) -> str:
    params = {"venue": venue, "day": short_date(day, "l j M"), "reason": reason}
    if reason:
        return _("%(venue)s cierra el %(day)s (%(reason)s).") % params
    return _("%(venue)s cierra el %(day)s.") % params


def _holiday(day: date, reason: str) -> str:
    params = {"day": short_date(day, "l j M"), "reason": reason}
    if reason:
        return _("El %(day)s no se juega (%(reason)s).") % params
    return _("El %(day)s no se juega.") % params
