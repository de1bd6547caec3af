"""Matches as calendar feeds (RFC 5545, times in UTC), and the private addresses of feeds.

The address carries an HMAC over a stored nonce. Stored in full, it could be read from a copy of
the database; stored as a hash, the page could not show it again, and each visit would need a new
one. Only its user can create, renew or revoke it.
"""

import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Count, Max
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from accounts.models import User
from tournaments.models import (
    AuditEvent,
    CalendarKey,
    Competition,
    Match,
    MatchQuerySet,
    names_of_sides,
)
from tournaments.models.matches import COMPETITION

if TYPE_CHECKING:  # 60 ms of a start, which only a feed needs
    from icalendar import Event

LASTS = timedelta(hours=1)  # the length of a match in a calendar
EVERY = timedelta(hours=1)  # how often it is worth asking again


def agenda(
    name: str,
    matches: MatchQuerySet,
    competitions: Iterable[Competition],
    *,
    origin: str,
    language: str,
) -> bytes:
    """Return an iCalendar file: matches with an hour, and the start of competitions without dates.

    `origin` is this site's address, with which links begin.
    """
    from icalendar import Calendar, vText

    calendar = Calendar()
    calendar.add("prodid", "-//Truco//ES")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")  # an event that is off is sent on with STATUS:CANCELLED
    calendar.add("x-wr-calname", vText(name))  # the library does not escape this property
    calendar.add("refresh-interval", EVERY, parameters={"value": "DURATION"})
    with translation.override(language):
        for event in (*_starts(competitions, origin), *_matches(matches, origin)):
            calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content


def _matches(matches: MatchQuerySet, origin: str) -> "Iterator[Event]":
    rows = matches.select_related(f"{COMPETITION}__club", "venue", "round")
    annotated = rows.prefetch_related("slots__entry").annotate(
        acts=Count("audit", distinct=True), touched=Max("audit__at")
    )
    for match in annotated.exclude(state=Match.State.BYE).order_by("pk"):
        competition, at = match.competition, match.scheduled_at or match.former_hour
        at = at or match.called_at
        if competition is not None and at is not None:
            yield _match(match, competition, at, origin)


def _match(match: Match, competition: Competition, at: datetime, origin: str) -> "Event":
    """Write a match: its name in calendars stays, its sequence grows with what is done to it."""
    touched: datetime | None = match.touched  # type: ignore[attr-defined]  # annotated
    acts: int = match.acts  # type: ignore[attr-defined]  # annotated
    sides = " – ".join(name for name in names_of_sides(match.slots.all()) if name)
    played = (match.completed_at, match.moved_at, touched)
    changes = (competition.created_at, competition.started_at, *played)
    return _event(
        f"match-{match.pk}-{competition.draw_seed[:16]}@truco",
        gettext("Truco: %(sides)s") % {"sides": sides},
        at,
        changed_at=max(change for change in changes if change is not None),
        sequence=sum(
            (acts, match.moves, match.reopened, bool(competition.started_at), match.is_decided)
        ),
        is_off=is_off(match, competition),
        url=origin + reverse("match", args=[match.pk]),
        location=match.venue.location
        if match.venue is not None
        else f"{competition} · {competition.location or competition.club}",
    )


def is_off(match: Match, competition: Competition) -> bool:
    """Return whether no match is played at the hour that calendars know.

    It awaits a date, is annulled, or was decided before its hour, as when a side withdrew.
    """
    if match.state == Match.State.ANNULLED or (match.awaits_date and not match.is_decided):
        return True
    if competition.state == Competition.State.CANCELLED and not match.is_decided:
        return True
    hour, decided_at = match.scheduled_at or match.former_hour, match.completed_at
    is_awarded = match.state in (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
    return is_awarded and hour is not None and decided_at is not None and decided_at < hour


def _starts(competitions: Iterable[Competition], origin: str) -> "Iterator[Event]":
    """Write when competitions begin whose matches have no hours of their own.

    Each change by hand, of the start among them, is a new version of the event (RFC 5546, 2.1.4).
    """
    begun = [
        (competition, competition.starts_at)
        for competition in competitions
        if competition.starts_at is not None and not competition.is_dated
    ]
    changes = _changes([competition for competition, _start in begun])
    for competition, start in begun:
        number, touched = changes.get(competition.pk, (0, None))
        times = (competition.started_at, competition.finished_at)
        moments = (competition.created_at, *times, touched)
        yield _event(
            f"competition-{competition.pk}-{competition.created_at:%Y%m%d%H%M%S}@truco",
            gettext("Empieza %(competition)s") % {"competition": competition},
            start,
            changed_at=max(moment for moment in moments if moment is not None),
            sequence=number + sum(moment is not None for moment in times),
            is_off=competition.state == Competition.State.CANCELLED,
            url=origin + reverse("competitions:competition", args=[competition.pk]),
            location=competition.location or str(competition.club),
        )


def _changes(competitions: Iterable[Competition]) -> dict[int, tuple[int, datetime]]:
    """Return how often each competition was changed by hand, and when last."""
    acts = AuditEvent.objects.filter(competition__in=competitions, match=None).order_by()
    rows = acts.values("competition").annotate(number=Count("pk"), latest=Max("at"))
    return {row["competition"]: (row["number"], row["latest"]) for row in rows}


def _event(
    uid: str,
    summary: str,
    at: datetime,
    *,
    changed_at: datetime,
    sequence: int,
    is_off: bool,
    url: str,
    location: str,
) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", changed_at)
    event.add("last-modified", changed_at)
    event.add("sequence", sequence)
    event.add("dtstart", at)
    event.add("dtend", at + LASTS)
    event.add("summary", summary)
    event.add("location", location)
    event.add("url", url)
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    return event


SALT = "tournaments.calendar"
NONCE_BYTES = 16
TOKEN_LENGTH = 32  # hexadecimal digits: 128 bits


@transaction.atomic
def renew_calendar(*, user: User, now: datetime) -> None:
    """Issue a new address for a player's calendar; the old one stops working."""
    CalendarKey.objects.update_or_create(
        user=user, defaults={"nonce": secrets.token_hex(NONCE_BYTES), "made_at": now}
    )


@transaction.atomic
def revoke_calendar(*, user: User) -> None:
    """Delete the address of a player's calendar."""
    CalendarKey.objects.filter(user=user).delete()


def token_of(key: CalendarKey) -> str:
    """Return the secret part of the address."""
    signed = salted_hmac(SALT, f"{key.user_id}:{key.nonce}", algorithm="sha256")
    return signed.hexdigest()[:TOKEN_LENGTH]


def owner_of(user_id: int, token: str) -> User | None:
    """Return whose calendar an address is, if it is one."""
    owners = User.objects.filter(pk=user_id, is_active=True)
    key = CalendarKey.objects.select_related("user").filter(user__in=owners).first()
    if key is None or not constant_time_compare(token_of(key), token):
        return None
    return key.user
