"""Services of federations: founding, clubs, roles, and links between persons of several clubs.

Each locks the federation first.
"""

from datetime import datetime
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.common.errors import PersonUnknownError
from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.names.validation import tidy
from tournaments.common import audit
from tournaments.federations.errors import (
    AlreadyInFederationError,
    CannotFoundError,
    FederationNamedError,
    LastOrganiserError,
    NoSuchLinkError,
    NoSuchRoleError,
    NotFederationOrganiserError,
    NotInvitedError,
    NotMemberClubError,
    NotOfClubError,
    SameClubError,
    StrangePersonError,
    TwoAccountsError,
)
from tournaments.models import (
    Federation,
    FederationChange,
    FederationClub,
    FederationRole,
    Person,
    PersonLink,
)
from tournaments.series.identities import join_persons, linked_members
from tournaments.series.services import release_open_events

PATHS_OF_THE_SITE = frozenset({"new"})  # reserved: never a federation's slug
Act = FederationChange.Act
Role = FederationRole.Role
State = FederationClub.State


def may_found(user: User) -> bool:
    """Return whether a user may found a federation."""
    verified = Club.objects.organised_by(user).filter(verification__isnull=False)
    return user.may_operate or verified.exists()


@transaction.atomic
def found_federation(*, actor: User, name: str, about: str, zone: str, now: datetime) -> Federation:
    """Found a federation; its founder organises it.

    Raises RefusedError `cannot-found-federation` or `federation-named`.
    """
    if not may_found(actor):
        raise CannotFoundError()
    federation = Federation(
        name=tidy(name), about=tidy(about), zone=zone, slug=_free_slug(name), created_at=now
    )
    _save_named(federation)
    FederationRole.objects.create(federation=federation, user=actor, role=Role.ORGANISER)
    audit.log_federation_change(Act.FOUND, federation=federation, actor=actor, now=now)
    return federation


@transactional
def edit_federation(
    *, federation_id: int, actor: User, name: str, about: str, zone: str, now: datetime
) -> Federation:
    """Change the name, description and time zone of a federation; its address stays.

    Raises RefusedError `not-federation-organiser` or `federation-named`.
    """
    federation = _lock_organised(federation_id, actor)
    federation.name, federation.about, federation.zone = tidy(name), tidy(about), zone
    _save_named(federation)
    audit.log_federation_change(Act.EDIT, federation=federation, actor=actor, now=now)
    return federation


@transactional
def invite_club(*, federation_id: int, club: Club, actor: User, now: datetime) -> FederationClub:
    """Invite a club; one that the actor organises joins at once.

    Raises RefusedError `not-federation-organiser` or `already-in-federation`.
    """
    federation = _lock_organised(federation_id, actor)
    previous = federation.affiliations.filter(club=club).first()
    if previous is not None and previous.state != State.LEFT:
        raise AlreadyInFederationError()
    invited = previous or FederationClub(federation=federation, club=club)
    invited.state, invited.invited_at = State.INVITED, now
    invited.save()
    audit.log_federation_change(Act.INVITE, federation=federation, actor=actor, now=now, club=club)
    if club.can_organise(actor):
        _join(invited, actor, now)
    return invited


@transactional
def answer_invitation(
    *, federation_id: int, club_id: int, accepts: bool, actor: User, now: datetime
) -> None:
    """Accept or decline an invitation as an organiser of the club.

    Raises RefusedError `not-organiser-of-club` or `not-invited`.
    """
    invited = _lock_affiliation(federation_id, club_id)
    if not invited.club.can_organise(actor):
        raise NotOfClubError()
    if invited.state != State.INVITED:
        raise NotInvitedError()
    if accepts:
        _join(invited, actor, now)
    else:
        _end(invited, Act.DECLINE, actor, now)


@transactional
def remove_club(*, federation_id: int, club_id: int, actor: User, now: datetime) -> int:
    """Remove a club or its invitation; return the number of events that leave the circuits.

    Organisers of the club and of the federation may do so. Events that ended still count. Raises
    RefusedError `not-organiser-of-club` or `not-member-club`.
    """
    affiliation = _lock_affiliation(federation_id, club_id)
    federation, club = affiliation.federation, affiliation.club
    if not (club.can_organise(actor) or federation.can_organise(actor)):
        raise NotOfClubError()
    if affiliation.state == State.LEFT:
        raise NotMemberClubError()
    released = release_open_events(federation=federation, club=club, actor=actor, now=now)
    _end(affiliation, Act.LEAVE, actor, now)
    return released


@transactional
def appoint(
    *, federation_id: int, user: User, role: FederationRole.Role, actor: User, now: datetime
) -> None:
    """Assign a role to a person, in place of an earlier one.

    Raises RefusedError `not-federation-organiser`, `person-unknown` or
    `last-federation-organiser`.
    """
    federation = _lock_organised(federation_id, actor)
    if not user.has_page or not user.is_active or user.is_robot:
        raise PersonUnknownError()
    if role != Role.ORGANISER:
        _require_another_organiser(federation, user)
    FederationRole.objects.update_or_create(
        federation=federation, user=user, defaults={"role": role}
    )
    audit.log_federation_change(Act.APPOINT, federation=federation, actor=actor, now=now, user=user)


@transactional
def dismiss(*, federation_id: int, user_id: int, actor: User, now: datetime) -> None:
    """Remove a user's role; everybody may give up their own.

    Raises RefusedError `not-federation-organiser`, `no-such-role` or `last-federation-organiser`.
    """
    federation = _lock(federation_id)
    if user_id != actor.pk and not federation.can_organise(actor):
        raise NotFederationOrganiserError()
    role = federation.roles.select_related("user").filter(user=user_id).first()
    if role is None:
        raise NoSuchRoleError()
    _require_another_organiser(federation, role.user)
    role.delete()
    audit.log_federation_change(
        Act.DISMISS, federation=federation, actor=actor, now=now, user=role.user
    )


def forget_roles(user: User) -> None:
    """Delete the roles of a user who deletes the account."""
    FederationRole.objects.filter(user=user).delete()


@transactional
def link_persons(
    *,
    federation_id: int,
    person_ids: tuple[int, int],
    is_same: bool,
    actor: User,
    now: datetime,
) -> PersonLink:
    """Decide that two persons of different clubs are one player in circuits, or that they are two.

    Raises RefusedError `not-federation-organiser`, `strange-person`, `persons-of-one-club` or
    `two-accounts-in-federation`.
    """
    federation = _lock_organised(federation_id, actor)
    ever = federation.affiliations.ever().values("club")
    people = Person.objects.known().filter(pk__in=person_ids, club__in=ever)
    first, second = sorted(person_ids)
    persons = people.in_bulk()
    if len(persons) < 2:
        raise StrangePersonError()
    previous = PersonLink.objects.filter(federation=federation, first=first, second=second).first()
    link = previous or PersonLink(federation=federation, first_id=first, second_id=second)
    if previous is not None and previous.is_same == is_same:
        return previous
    link.is_same, link.made_by, link.made_at = is_same, actor, now
    if is_same:
        _require_joinable(federation, persons[first], persons[second])
    link.save()
    act = Act.LINK if is_same else Act.APART
    audit.log_federation_change(act, federation=federation, actor=actor, now=now, link=link)
    return link


@transactional
def undo_link(*, federation_id: int, link_id: int, actor: User, now: datetime) -> None:
    """Revoke the decision about two persons.

    Raises RefusedError `not-federation-organiser` or `no-such-link`.
    """
    federation = _lock_organised(federation_id, actor)
    link = federation.links.filter(pk=link_id).first()
    if link is None:
        raise NoSuchLinkError()
    audit.log_federation_change(Act.UNLINK, federation=federation, actor=actor, now=now, link=link)
    link.delete()


def _require_joinable(federation: Federation, first: Person, second: Person) -> None:
    """Refuse to join two accounts, or two persons of one club, also along earlier links."""
    pairs = linked_members(federation)
    ends = (first.pk, first.user_id), (second.pk, second.user_id)
    before = join_persons(pairs)
    groups = [
        {person for person, key in before.items() if key == before.get(one.pk)} | {one.pk}
        for one in (first, second)
    ]
    people = Person.objects.filter(pk__in=groups[0] | groups[1])
    accounts = {each.user_id for each in people if each.user_id is not None}
    if len(accounts) > 1:
        raise TwoAccountsError()
    clubs = [each.club_id for each in people]
    if len(clubs) > len(set(clubs)):
        raise SameClubError()
    joined = join_persons([*pairs, ends])
    assert joined[first.pk] == joined[second.pk], "nothing keeps them apart"


def _join(invited: FederationClub, actor: User, now: datetime) -> None:
    invited.state, invited.joined_at, invited.left_at = State.MEMBER, now, None
    invited.save(update_fields=["state", "joined_at", "left_at"])
    audit.log_federation_change(
        Act.JOIN, federation=invited.federation, actor=actor, now=now, club=invited.club
    )


def _end(
    affiliation: FederationClub, act: FederationChange.Act, actor: User, now: datetime
) -> None:
    affiliation.state, affiliation.left_at = State.LEFT, now
    affiliation.save(update_fields=["state", "left_at"])
    audit.log_federation_change(
        act, federation=affiliation.federation, actor=actor, now=now, club=affiliation.club
    )


def _require_another_organiser(federation: Federation, user: User) -> None:
    organisers = federation.roles.filter(role=Role.ORGANISER)
    if organisers.filter(user=user).exists() and organisers.count() == 1:
        raise LastOrganiserError()


def _lock(federation_id: int) -> Federation:
    # no key lock: series and affiliations refer to it
    rows = Federation.objects.select_for_update(of=("self",), no_key=True)
    return rows.get(pk=federation_id)


def _lock_organised(federation_id: int, actor: User) -> Federation:
    federation = _lock(federation_id)
    if not federation.can_organise(actor):
        raise NotFederationOrganiserError()
    return federation


def _lock_affiliation(federation_id: int, club_id: int) -> FederationClub:
    federation = _lock(federation_id)
    affiliation = federation.affiliations.select_related("club").filter(club=club_id).first()
    if affiliation is None:
        raise NotInvitedError()
    affiliation.federation = federation
    return affiliation


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "federacion"
    slugs = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    taken = PATHS_OF_THE_SITE | set(
        Federation.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    return next(slug for slug in slugs if slug not in taken)


def _save_named(federation: Federation) -> None:
    """Save, unless another federation has a name that looks the same."""
    try:
        with transaction.atomic():
            federation.save()
    except IntegrityError as error:
        raise FederationNamedError() from error
