"""Services for moderation: organisers act within their club, operators on the site.

Each act has a reason and is a row (`accounts.models.Measure`), and each can be lifted. Every act
locks the club, then the person, so that of two at once the second is refused. A suspension locks
the person last: it takes them out of matches and competitions, whose rows are locked before.
"""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.clubs import services as clubs
from accounts.common.errors import PersonUnknownError
from accounts.common.hooks import access_revoked, person_suspended
from accounts.common.security_log import log_security_event
from accounts.models import Club, ClubImprint, Measure, Membership, Rename, User
from accounts.names.validation import tidy
from accounts.notifications import services as notifications
from accounts.profiles.services import check_display_name
from accounts.sanctions.errors import (
    AlreadyLiftedError,
    AlreadySuspendedError,
    BadDateError,
    NotOperatorError,
    OfStaffError,
    OneselfError,
    OrganiserStaysError,
    ReasonMissingError,
    SameNameError,
)

Kind = Measure.Kind


def suspension_in(club: Club, user: User, now: datetime) -> Measure | None:
    """Return the active suspension of a person within a club, if any."""
    return Measure.objects.in_force(now).suspensions(user, club).first()


@transaction.atomic
def suspend_in_club(
    *, club_id: int, by: User, user_id: int, reason: str, until: datetime | None, now: datetime
) -> Measure:
    """Suspend a person from a club's entries and tables, until a time or (None) permanently.

    Raises RefusedError `not-organiser`, `second-factor`, `organiser-stays` (the role must go
    first), or the errors of `_suspend` and `_lock_person`.
    """
    club = clubs.lock_organised(club_id, by)
    person = _find_person(user_id, by)
    if person.is_staff:
        raise OfStaffError()
    if club.role_of(person) in Membership.ORGANISERS:
        raise OrganiserStaysError()
    measure = _suspend(person, club, by=by, reason=reason, until=until, now=now)
    person_suspended.send(User, user=person, club_id=club_id, by=by, now=now)
    _lock_suspended(measure, by, now)
    return measure


@transaction.atomic
def suspend_on_site(
    *, by: User, user_id: int, reason: str, until: datetime | None, now: datetime
) -> Measure:
    """Suspend a person from the site: their sessions and sockets end at once, in every process.

    Raises RefusedError `not-operator`, or the errors of `_suspend` and `_lock_person`.
    """
    _require_operator(by)
    person = _find_person(user_id, by)
    _require_not_staff(person, by)
    measure = _suspend(person, None, by=by, reason=reason, until=until, now=now)
    person_suspended.send(User, user=person, club_id=None, by=by, now=now)
    person = _lock_suspended(measure, by, now)
    person.is_active = False
    person.save(update_fields=["is_active"])
    for session in UserSession.objects.filter(user=person):
        notifications.unsubscribe(session_key=session.session_key)
        session.end()
    access_revoked.send(User, user=person)
    return measure


@transaction.atomic
def rename_person(*, by: User, user_id: int, name: str, reason: str, now: datetime) -> Measure:
    """Change a person's display name; they cannot choose the former one again.

    Raises RefusedError `not-operator`, `same-name`, or the errors of `check_display_name` and
    `_lock_person`.
    """
    _require_operator(by)
    person = _lock_person(user_id, by)
    _require_not_staff(person, by)
    before, name = str(person), tidy(name)
    if not name or name == before:
        raise SameNameError()
    check_display_name(user=person, name=name)
    _show_as(person, name, now)
    return _write(Kind.NAME, by=by, reason=reason, now=now, user=person, before=before, after=name)


@transaction.atomic
def rename_club(*, by: User, club_id: int, name: str, reason: str, now: datetime) -> Measure:
    """Change a club's name; its URL stays, and it cannot take the former name again.

    Raises RefusedError `not-operator`, `club-unknown`, `same-name` or `name-taken`.
    """
    _require_operator(by)
    club = clubs.lock_club(club_id)
    before, name = club.name, tidy(name)
    if not name or name == before:
        raise SameNameError()
    club.name = name
    club.short_name = club.logo_version = ""  # they say and show what the name did
    ClubImprint.objects.filter(club=club).update(logo=None)
    clubs.save_named(club)
    return _write(
        Kind.CLUB_NAME, by=by, reason=reason, now=now, club=club, before=before, after=name
    )


@transaction.atomic
def lift(*, measure_id: int, by: User, reason: str, now: datetime) -> None:
    """Lift a measure early: organisers lift those of their club, operators all others.

    A former name returns unless another was chosen since. Raises RefusedError `not-organiser`,
    `second-factor`, `not-operator`, `oneself`, `reason-missing`, `already-lifted` or `name-taken`.
    """
    unlocked = Measure.objects.filter(pk=measure_id).first()
    if unlocked is None:
        raise AlreadyLiftedError()
    if unlocked.kind == Kind.SUSPENSION and unlocked.club_id is not None:
        clubs.lock_organised(unlocked.club_id, by)
    else:
        _require_operator(by)
    if unlocked.user_id is not None:
        _lock_person(unlocked.user_id, by)
    measure = Measure.objects.select_for_update().in_force(now).filter(pk=measure_id).first()
    if measure is None:
        raise AlreadyLiftedError()
    if not tidy(reason):
        raise ReasonMissingError()
    measure.lifted_at, measure.lifted_by, measure.lifted_reason = now, by, tidy(reason)
    measure.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
    _undo(measure, now)


@transaction.atomic
def end_due(*, now: datetime) -> None:
    """Reactivate the people whose suspension on the site has ended."""
    over = Measure.objects.filter(
        kind=Kind.SUSPENSION, club=None, lifted_at__isnull=True, until__lte=now
    )
    shut_out = User.objects.filter(is_active=False, measures__in=over, anonymised_at=None)
    for person in shut_out.select_for_update(of=("self",), no_key=True).order_by("pk"):
        _let_back_in(person, now)


def _suspend(
    person: User,
    club: Club | None,
    *,
    by: User,
    reason: str,
    until: datetime | None,
    now: datetime,
) -> Measure:
    """Store a suspension.

    Raises RefusedError `bad-date`, `already-suspended` or `reason-missing`.
    """
    if until is not None and until <= now:
        raise BadDateError()
    if Measure.objects.in_force(now).suspensions(person, club).exists():
        raise AlreadySuspendedError()
    return _write(
        Kind.SUSPENSION, by=by, reason=reason, now=now, user=person, club=club, until=until
    )


def _write(kind: Kind, *, by: User, reason: str, now: datetime, **about: object) -> Measure:
    if not tidy(reason):
        raise ReasonMissingError()
    measure = Measure.objects.create(kind=kind, by=by, reason=tidy(reason), at=now, **about)
    log_security_event("measure", kind=kind, user=measure.user_id, club=measure.club_id, by=by.pk)
    return measure


def _lock_person(user_id: int, by: User) -> User:
    """Lock the person of a sanction. Raises RefusedError as `_find_person` does."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user_id).values_list("pk"))
    return _find_person(user_id, by)


def _lock_suspended(measure: Measure, by: User, now: datetime) -> User:
    """Lock the person whose suspension was just written, unless another one was meanwhile."""
    assert measure.user_id is not None, "a suspension is somebody's"
    person = _lock_person(measure.user_id, by)
    in_force = Measure.objects.in_force(now).suspensions(person, measure.club)
    if in_force.exclude(pk=measure.pk).exists():
        raise AlreadySuspendedError()
    return person


def _find_person(user_id: int, by: User) -> User:
    """Return the person of a sanction.

    Raises RefusedError `person-unknown` (also for robots, links and erased people) or `oneself`.
    """
    people = User.objects.filter(is_robot=False, is_link=False, anonymised_at=None)
    person = people.filter(pk=user_id).first()
    if person is None:
        raise PersonUnknownError()
    if person.pk == by.pk:
        raise OneselfError()
    return person


def _require_operator(by: User) -> None:
    if not by.may_operate:
        raise NotOperatorError()


def _require_not_staff(person: User, by: User) -> None:
    """Allow only superusers to sanction staff."""
    if person.is_staff and not by.is_superuser:
        raise OfStaffError()


def _show_as(person: User, name: str, now: datetime) -> None:
    before, person.display_name = str(person), name
    person.save(update_fields=["display_name"])
    Rename.objects.create(user=person, before=before[:40], at=now)


def _undo(measure: Measure, now: datetime) -> None:
    """Undo a lifted measure, unless its result has changed since."""
    person, club = measure.user, measure.club
    if measure.kind == Kind.NAME and person is not None and str(person) == measure.after:
        _show_as(person, "" if measure.before == person.username else measure.before, now)
    elif measure.kind == Kind.CLUB_NAME and club is not None:
        club = clubs.lock_club(club.pk)
        if club.name == measure.after:
            club.name = measure.before
            clubs.save_named(club)
    elif measure.kind == Kind.SUSPENSION and person is not None and club is None:
        _let_back_in(person, now)


def _let_back_in(person: User, now: datetime) -> None:
    """Reactivate a person, unless another suspension is in force."""
    if not Measure.objects.in_force(now).suspensions(person, None).exists():
        person.is_active = True
        person.save(update_fields=["is_active"])
