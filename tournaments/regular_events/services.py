"""Services of regular events: hold one, end it; make the next evening, begin it, put it away.

A task of the beat runs `make_due`, `begin_due` and `put_away`. The log names the club's owner as
the actor, or the organiser of `organiser_for`. Each may run late or twice: an evening is made once
for an hour (constraint `one_event_at_an_hour`), and begins once, by its state.
"""

import logging
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import Club, Membership, User
from games.engine import house_rules
from tournaments.common.errors import NotOrganiserError
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw import services as draw_services
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.arena import ARENA
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Occurrence, RegularEvent
from tournaments.regular_events.robots import NAMES, robot_player, robot_username
from tournaments.schedule.services import instant_at, wall_time

logger = logging.getLogger(__name__)
MOST: Final = 10
"""Regular events of one club."""
AHEAD: Final = {
    RegularEvent.Kind.ARENA: timedelta(hours=30),
    RegularEvent.Kind.CUP: timedelta(days=6),
}
"""How long before its hour an evening can be entered."""
TOO_LATE: Final = timedelta(minutes=30)
"""After an outage an evening is not begun that late, but cancelled."""
KEPT: Final = timedelta(days=2)
CAP: Final = {RegularEvent.Kind.ARENA: 64, RegularEvent.Kind.CUP: 32}
SIT_DOWN_MINUTES: Final = {RegularEvent.Kind.ARENA: 1, RegularEvent.Kind.CUP: 3}
FEWEST: Final = 2


class TooManyRegularEventsError(RefusedError):
    code = "too-many-regular-events"
    message = _("El club ya tiene diez citas fijas: borrá una para agregar otra.")


@transaction.atomic
def hold(*, club: Club, actor: User, event: RegularEvent) -> RegularEvent:
    """Begin to hold an unsaved regular event.

    Raises RefusedError `not-organiser` or `too-many-regular-events`, and ValidationError.
    """
    if not club.can_organise(actor):
        raise NotOrganiserError()
    Club.objects.select_for_update().get(pk=club.pk)
    if club.regular_events.exclude(weekdays="").count() >= MOST:
        raise TooManyRegularEventsError()
    event.club = club
    event.full_clean()
    event.save()
    return event


@transaction.atomic
def end(*, event_id: int, actor: User) -> None:
    """Hold a regular event no more; an evening that was made begins at its hour.

    The row stays without weekdays, since its evenings are begun and put away by it. Raises
    RefusedError `not-organiser`.
    """
    event = RegularEvent.objects.select_related("club").filter(pk=event_id).first()
    if event is None:
        return
    if not event.club.can_organise(actor):
        raise NotOrganiserError()
    event.weekdays = ""
    event.save(update_fields=["weekdays"])


def next_start(event: RegularEvent, now: datetime) -> datetime:
    """Return the first hour of the event after `now`; it has at least one weekday."""
    today = wall_time(now, event.club.zone).date()
    days = (today + timedelta(days=ahead) for ahead in range(9))
    hours = (_start(event, day) for day in days if str(day.weekday()) in event.weekdays)
    return next(hour for hour in hours if hour > now)


def _start(event: RegularEvent, day: date) -> datetime:
    return instant_at(datetime.combine(day, event.hour), event.club.zone)


def make_due(*, now: datetime) -> list[Competition]:
    """Make the evenings whose time to enter has come."""
    evenings: list[Competition] = []
    for event in RegularEvent.objects.exclude(weekdays="").select_related("club"):
        start = next_start(event, now)
        is_due = start - now <= AHEAD[RegularEvent.Kind(event.kind)]
        if not is_due or event.occurrences.filter(starts_at=start).exists():
            continue
        actor = organiser_for(event.club)
        if actor is None or not competitions.has_room(event.club):
            continue
        try:
            evenings.append(_make(event.pk, start, actor, now))
        except Exception:
            logger.exception("regular event %s could not be made", event.pk)
    return evenings


@transactional
def _make(event_id: int, start: datetime, actor: User, now: datetime) -> Competition:
    event = RegularEvent.objects.select_for_update().get(pk=event_id)
    occurrence = event.occurrences.filter(starts_at=start).select_related("competition").first()
    if occurrence is not None:
        return occurrence.competition
    event.made += 1
    open_events = Competition.objects.undecided_in(event.club)
    while open_events.filter(name=_name(event)).exists():  # by one that was ended, or by hand
        event.made += 1
    event.save(update_fields=["made"])
    competition = competitions.create_competition(
        club=event.club, actor=actor, terms=_terms(event, start), now=now
    )
    Occurrence.objects.create(event=event, competition=competition, starts_at=start)
    state.open_registration(competition_id=competition.pk, actor=actor, now=now)
    competition.refresh_from_db()
    return competition


def _name(event: RegularEvent) -> str:
    return f"{event.name} {event.made}"


def _terms(event: RegularEvent, start: datetime) -> CompetitionSettings:
    kind = RegularEvent.Kind(event.kind)
    is_arena = kind is RegularEvent.Kind.ARENA
    shape = FormatOptions(format=ARENA.name, open_minutes=event.minutes)
    return CompetitionSettings(
        name=_name(event),
        rules=house_rules(event.preset, event.options),
        shape=shape if is_arena else FormatOptions(),
        cap=CAP[kind],
        late_entries=is_arena,
        seeding=Competition.Seeding.RANDOM,
        sit_down_minutes=SIT_DOWN_MINUTES[kind],
        starts_at=start,
    )


def organiser_for(club: Club) -> User | None:
    """Return in whose name the evenings of a club are held: the owner, else the first organiser.

    Where the club asks for a second factor it is the first of them who has one, or None.
    """
    organisers = club.memberships.filter(role__in=Membership.ORGANISERS).select_related("user")
    people = [each.user for each in organisers.by_rank()]
    return next((person for person in people if not club.holds_back(person)), None)


def begin_due(*, now: datetime) -> None:
    """Begin the evenings whose hour has come."""
    due = Occurrence.objects.filter(starts_at__lte=now, competition__state__in=Competition.DRAWABLE)
    for pk in list(due.values_list("pk", flat=True)):
        try:
            begin(competition_id=pk, now=now)
        except Exception:
            logger.exception("the evening %s could not begin", pk)


@transactional
def begin(*, competition_id: int, now: datetime) -> None:
    """Fill an evening up with robots, draw it and start it; cancel it if too few came.

    The demo club's begin with robots alone. It waits while nobody may organise in its club.
    """
    occurrence = Occurrence.objects.select_related("competition__club", "event").get(
        pk=competition_id
    )
    actor = organiser_for(occurrence.competition.club)
    if actor is None:
        return
    common: dict[str, Any] = {"competition_id": competition_id, "actor": actor, "now": now}
    entered = Entry.objects.filter(competition=competition_id, state=Entry.State.CONFIRMED)
    people = entered.count()
    target = max(occurrence.event.robots_to, FEWEST if occurrence.event.robots_to else 0)
    is_late = now - occurrence.starts_at > TOO_LATE
    is_empty = not people and not actor.is_robot
    if is_late or is_empty or max(people, target) < FEWEST:
        lifecycle.cancel(**common, reason=_why_cancelled(is_late=is_late, people=people))
        return
    for robot in _robots(occurrence.competition, target - people):
        entries.add_entry(**common, players=[NamedPlayer(str(robot), robot)])
    draw_services.draw(**common, seed=draw_services.fresh_draw_seed())
    lifecycle.start(**common)


def _why_cancelled(*, is_late: bool, people: int) -> str:
    """Return the reason in the language of the sources: it is stored, and read by everybody."""
    with override(settings.LANGUAGE_CODE):
        if is_late:
            return gettext("El sitio no estaba.")
        return gettext("Se anotó una sola persona.") if people else gettext("No se anotó nadie.")


def _robots(competition: Competition, number: int) -> list[User]:
    """Return robots in an order that differs from evening to evening."""
    first = competition.pk % len(NAMES)
    names = (*NAMES[first:], *NAMES[:first])[: max(0, number)]
    return [robot_player(robot_username(name), name) for name in names]


def put_away(*, now: datetime) -> None:
    """Archive the evenings that ended days ago, so that lists stay short."""
    over = Occurrence.objects.filter(
        competition__state=Competition.State.FINISHED, competition__finished_at__lt=now - KEPT
    )
    for competition in Competition.objects.filter(occurrence__in=over).select_related("club"):
        actor = organiser_for(competition.club)
        if actor is None:
            continue
        try:
            lifecycle.archive(competition_id=competition.pk, actor=actor, now=now)
        except Exception:
            logger.exception("the evening %s could not be archived", competition.pk)
