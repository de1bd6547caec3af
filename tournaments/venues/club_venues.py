"""Services for the venues of a club: rooms, the nights they are free, and closed days."""

from collections.abc import Mapping
from datetime import date, datetime, time

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import Club, User
from tournaments.common.errors import NotOrganiserError
from tournaments.models import ClosedDay, Match, PlayingDay, Venue, VenueNight

Nights = Mapping[int, tuple[time, time]]  # from when to when, by the day of the week


class VenueNamedError(RefusedError):
    code = "venue-named"
    message = _("El club ya tiene un lugar con ese nombre.")


class VenueUsedError(RefusedError):
    code = "venue-used"
    message = _("Hay partidos que se juegan ahí: primero pasalos a otro lugar.")


@transactional
def save_venue(
    *,
    club: Club,
    actor: User,
    name: str,
    address: str,
    table_count: int,
    nights: Nights,
    town: str = "",
    venue: Venue | None = None,
    now: datetime,
) -> Venue:
    """Create a venue, or change one; calendars learn of a new name or address.

    Raises RefusedError `not-organiser` or `venue-named`.
    """
    _require_organiser(club, actor)
    saved = venue or Venue(club=club)
    before = saved.location
    saved.name, saved.address, saved.town, saved.table_count = name, address, town, table_count
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError as error:
        raise VenueNamedError() from error
    saved.nights.all().delete()
    VenueNight.objects.bulk_create(
        VenueNight(venue=saved, weekday=weekday, opens_at=opens_at, closes_at=closes_at)
        for weekday, (opens_at, closes_at) in nights.items()
    )
    if venue is not None and saved.location != before:
        to_come = Match.objects.undecided().filter(venue=saved)
        to_come.update(moves=F("moves") + 1, moved_at=now)
    return saved


@transactional
def remove_venue(*, venue: Venue, actor: User) -> None:
    """Delete a venue at which nothing is still to be played.

    Raises RefusedError `not-organiser` or `venue-used`.
    """
    _require_organiser(venue.club, actor)
    is_planned = PlayingDay.objects.filter(venue=venue, rounds=None).exists()
    if is_planned or Match.objects.undecided().filter(venue=venue).exists():
        raise VenueUsedError()
    venue.delete()


@transactional
def close_day(
    *, club: Club, actor: User, day: date, reason: str = "", venue: Venue | None = None
) -> None:
    """Close a venue on a day, or without one the whole club. Matches on that day stay.

    Raises RefusedError `not-organiser`.
    """
    _require_organiser(club, actor)
    ClosedDay.objects.update_or_create(club=club, venue=venue, day=day, defaults={"reason": reason})


@transactional
def reopen_day(*, club: Club, actor: User, closed_id: int) -> None:
    """Delete a closed day. Raises RefusedError `not-organiser`."""
    _require_organiser(club, actor)
    ClosedDay.objects.filter(club=club, pk=closed_id).delete()


def _require_organiser(club: Club, actor: User) -> None:
    if not club.can_organise(actor):
        raise NotOrganiserError()
