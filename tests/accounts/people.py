"""People and clubs for tests, as plain functions with defaults."""

from datetime import UTC, datetime

from accounts.clubs import services as clubs
from accounts.guests import services as guests
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import Club, User

PASSWORD = "once-upon-a-truco"
NOW = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)


def a_person(name: str = "ana", **fields: object) -> User:
    """Return a user with an account and an address."""
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)


def a_club(owner: User, name: str = "La Yunta") -> Club:
    """Return a club that `owner` opened."""
    return clubs.open_club(owner=owner, name=name, zone=DEFAULT_ZONE)


def a_member(club: Club, name: str, *, organiser: bool = False) -> User:
    """Return a user who joined the club by its owner's link."""
    owner = club.memberships.get(role="owner").user
    person = a_person(name)
    token = clubs.invite(club_id=club.pk, by=owner, now=NOW)
    clubs.join(token=token, user=person, now=NOW)
    if organiser:
        clubs.appoint(club_id=club.pk, by=owner, user_id=person.pk, organiser=True)
    return person


def a_guest(now: datetime = NOW) -> User:
    """Return a user without an account."""
    return guests.create_guest(language="es-ar", zone=DEFAULT_ZONE, now=now)
