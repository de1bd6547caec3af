"""Services to choose the playing days of a competition, and where each entry is at home."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import chain, count

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.common.transactions import transactional
from accounts.i18n.time_zones import short_date
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.form_fields import FARTHEST
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.models import AuditEvent, Competition, Entry, PlayingDay, Venue
from tournaments.models.venues import read_hours
from tournaments.schedule.days import zone_of
from tournaments.schedule.errors import ClashError, TimePastError
from tournaments.schedule.moves import first_hour
from tournaments.schedule.rooms import Rooms
from tournaments.schedule.services import instant_at, wall_time

MOST_DAYS = 60  # of a competition


def can_have_days(competition: Competition) -> bool:
    """Return whether a format is played by rounds, which days can have."""
    stages = list(competition.stages.all())
    is_by_rounds = all(stage.is_bracket or stage.how.play.is_round_by_round for stage in stages)
    return bool(stages) and is_by_rounds and not competition.is_over


def venues_for(competition: Competition) -> QuerySet[Venue]:
    """Return the venues of a competition's club, and of the clubs of the teams in it."""
    teams = Q(club__teams__entries__competition=competition)
    venues = Venue.objects.filter(Q(club=competition.club_id) | teams)
    return venues.select_related("club").distinct()


@transactional
def add_days(
    *,
    competition_id: int,
    actor: User,
    first: date,
    every: int,
    number: int,
    hours: str,
    round_count: int,
    venue: Venue | None,
    now: datetime,
) -> int:
    """Add playing days, one every `every` days; return how many.

    Holidays of the club are left out. Days that `round_days` would make are replaced. Raises
    RefusedError `not-organiser`, `wrong-state` if it is drawn without days, `time-past`, or `clash`
    for a day on which the venue is closed, or which there is.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if not can_have_days(competition) or (competition.is_drawn and not competition.is_dated):
        raise WrongStateError()
    today = wall_time(now, competition.club.zone).date()
    last = timedelta(days=every * (number - 1))
    if not today <= first <= today + FARTHEST - last:
        raise TimePastError()
    days = [first + timedelta(days=every * place) for place in range(number)]
    if not competition.has_own_days and not competition.is_drawn:
        competition.playing_days.all().delete()
    rooms = Rooms.read([venue] if venue else [], competition.club)
    open_days = [day for day in days if day not in rooms.holidays[competition.club_id]]
    problems = list(_problems(competition, open_days or days, hours, venue, rooms))
    if problems:
        raise ClashError(problems)
    PlayingDay.objects.bulk_create(
        PlayingDay(
            competition=competition, day=day, hours=hours, round_count=round_count, venue=venue
        )
        for day in open_days
    )
    _keep(competition, actor, now)
    return len(open_days)


def _problems(
    competition: Competition, days: list[date], hours: str, venue: Venue | None, rooms: Rooms
) -> Iterator[str]:
    existing = set(competition.playing_days.values_list("day", flat=True))
    if len(existing) + len(days) > MOST_DAYS:
        yield _("No más de %(most)s días por competencia.") % {"most": MOST_DAYS}
        return
    zone = zone_of(venue, competition)
    for day in days:
        if day in existing:
            yield _("El %(day)s ya está.") % {"day": short_date(day, "l j M")}
        for hour in read_hours(hours):
            at = instant_at(datetime.combine(day, hour), zone)
            if problem := rooms.closing(venue, competition.club, at):
                yield problem
                break


def copy_days(source: Competition, target: Competition) -> None:
    """Copy the days that organisers chose for another competition, from the target's start on.

    Holidays of the club are left out, and as many days added at the end, at the last interval.
    """
    days = list(source.playing_days.order_by("day"))
    if not (source.has_own_days and days and target.starts_at):
        return
    begins = wall_time(target.starts_at, target.club.zone).date()
    holidays = Rooms.read([], target.club).holidays[target.club_id]
    shifted = [begins + (each.day - days[0].day) for each in days]
    every = shifted[-1] - shifted[-2] if len(days) > 1 else timedelta(weeks=1)
    more = (shifted[-1] + number * every for number in count(1))
    open_days = (day for day in chain(shifted, more) if day not in holidays)
    PlayingDay.objects.bulk_create(
        PlayingDay(
            competition=target,
            day=day,
            hours=each.hours,
            round_count=each.round_count,
            venue=each.venue,
        )
        for each, day in zip(days, open_days, strict=False)
    )
    target.has_own_days = True
    target.starts_at = first_hour(target)
    target.save(update_fields=["has_own_days", "starts_at"])


@transactional
def remove_day(*, competition_id: int, day_id: int, actor: User, now: datetime) -> None:
    """Remove a playing day without rounds. Raises RefusedError `not-organiser`, `wrong-state`."""
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    day = competition.playing_days.filter(pk=day_id).first()
    if day is None:
        return
    if day.rounds.exists():
        raise WrongStateError()
    day.delete()
    _keep(competition, actor, now)


def _keep(competition: Competition, actor: User, now: datetime) -> None:
    days = [day.day.isoformat() for day in competition.playing_days.order_by("day")]
    competition.has_own_days = bool(days)
    if not competition.is_drawn and days:
        competition.starts_at = first_hour(competition)
    competition.save(update_fields=["has_own_days", "starts_at"])
    audit.log_event(
        AuditEvent.Act.SET_DAYS,
        competition=competition,
        actor=actor,
        now=now,
        after={"days": days},
    )
    broadcast_competition(competition.pk)


@transactional
def set_homes(
    *, competition_id: int, homes: Mapping[int, int | None], actor: User, now: datetime
) -> None:
    """Set the home venue of entries before the draw, by primary key.

    Raises RefusedError `not-organiser` or `wrong-state`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_drawn or competition.is_over:
        raise WrongStateError()
    offered = {venue.pk: venue for venue in venues_for(competition)}
    entries = list(competition.entries.filter(pk__in=homes))
    for entry in entries:
        entry.home = offered.get(homes[entry.pk] or 0)
    Entry.objects.bulk_update(entries, ["home"])
    after = {entry.name: entry.home.name for entry in entries if entry.home is not None}
    audit.log_event(
        AuditEvent.Act.SET_HOMES, competition=competition, actor=actor, now=now, after=after
    )
    broadcast_competition(competition.pk)
