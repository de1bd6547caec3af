"""Services for clubs: profile, invitations, members and roles. Each locks the club first."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import count

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.text import slugify

from accounts.clubs.errors import (
    ClubUnknownError,
    InvitationUnknownError,
    NameTakenError,
    NotMemberError,
    NotOrganiserError,
    NotOwnerError,
    SecondFactorError,
    SuspendedInClubError,
    TooManyClubsError,
)
from accounts.common.errors import OwnerStaysError
from accounts.common.hooks import membership_ended
from accounts.common.security_log import log_security_event
from accounts.common.tokens import hash_token
from accounts.models import Club, Invitation, Membership, User
from accounts.names.validation import confusable_skeleton, tidy

INVITATION_LIFE = timedelta(days=7)
INVITATION_USES = 50
MOST_OWNED = 20  # clubs of one owner: each may hold any number of rows
TOKEN_BYTES = 24
PATHS_OF_THE_SITE = frozenset({"new", "join"})  # reserved: never a club's slug
Role = Membership.Role


@transaction.atomic
def open_club(
    *, owner: User, name: str, zone: str, about: str = "", is_guarded: bool = False
) -> Club:
    """Open a club; its first member is its owner.

    Raises RefusedError `too-many-clubs` or `name-taken`.
    """
    if Membership.objects.filter(user=owner, role=Role.OWNER).count() >= MOST_OWNED:
        raise TooManyClubsError()
    club = Club(name=tidy(name), zone=zone, about=tidy(about), slug=_free_slug(name))
    club.is_guarded = is_guarded
    save_named(club)
    Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


@transaction.atomic
def edit_club(
    *, club_id: int, by: User, name: str, zone: str, about: str, is_guarded: bool | None = None
) -> Club:
    """Change a club's description; its URL stays, because links have been shared.

    Only the owner decides whether organising requires a second factor (None: unchanged).
    """
    club = lock_club(club_id)
    role = _require(club, by, Membership.ORGANISERS)
    if is_guarded not in (None, club.is_guarded):
        if role != Role.OWNER:
            raise NotOwnerError()
        club.is_guarded = not club.is_guarded
    club.name, club.zone, club.about = tidy(name), zone, tidy(about)
    save_named(club)
    return club


@transaction.atomic
def invite(*, club_id: int, by: User, now: datetime) -> str:
    """Return the secret of a new invitation link; only its hash is stored."""
    club = lock_club(club_id)
    _require(club, by, Membership.ORGANISERS)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    Invitation.objects.create(
        club=club,
        token_hash=hash_token(token),
        created_by=by,
        created_at=now,
        expires_at=now + INVITATION_LIFE,
        max_uses=INVITATION_USES,
    )
    return token


@transaction.atomic
def withdraw_invitations(*, club_id: int, by: User, now: datetime) -> int:
    """Revoke all invitation links; return the number of open ones."""
    club = lock_club(club_id)
    _require(club, by, Membership.ORGANISERS)
    return club.invitations.filter(expires_at__gt=now).update(expires_at=now)


def open_invitation(*, token: str, now: datetime) -> Invitation:
    """Return the invitation of a valid link."""
    invitation = (
        Invitation.objects.select_related("club").filter(token_hash=hash_token(token)).first()
    )
    if invitation is None or not invitation.is_open(now):
        raise InvitationUnknownError()
    return invitation


@transaction.atomic
def join(*, token: str, user: User, now: datetime) -> Club:
    """Make a person a member by a link; a member does not use it up."""
    club = lock_club(open_invitation(token=token, now=now).club_id)
    # again under the lock: no other request can use it now
    invitation = open_invitation(token=token, now=now)
    _require_unsuspended(club, user.pk)
    _, joined = Membership.objects.get_or_create(club=club, user=user)
    if joined:
        invitation.uses += 1
        invitation.save(update_fields=["uses"])
    return club


@transaction.atomic
def leave(*, club_id: int, user: User) -> None:
    """Leave a club; its owner must hand it over first. The invitations that they made end."""
    membership = _member(lock_club(club_id), user.pk)
    if membership.role == Role.OWNER:
        raise OwnerStaysError()
    membership.delete()
    user.invitation_set.filter(club=club_id).delete()
    membership_ended.send(User, user=user, club_id=club_id, by=user)


@transaction.atomic
def remove_member(*, club_id: int, by: User, user_id: int) -> None:
    """Remove a member: organisers remove members, the owner also organisers.

    The invitations that they made end, so that they do not come back by one.
    """
    club = lock_club(club_id)
    role = _require(club, by, Membership.ORGANISERS)
    membership = _member(club, user_id)
    if membership.role == Role.OWNER:
        raise OwnerStaysError()
    if membership.role == Role.ORGANISER and role != Role.OWNER:
        raise NotOwnerError()
    membership.delete()
    club.invitations.filter(created_by=user_id).delete()
    membership_ended.send(User, user=membership.user, club_id=club_id, by=by)


@transaction.atomic
def appoint(*, club_id: int, by: User, user_id: int, organiser: bool) -> None:
    """Make a member an organiser, or an organiser a member; refused for suspended members.

    An organiser who becomes a member loses the invitations that they made.
    """
    club = lock_club(club_id)
    _require(club, by, (Role.OWNER,))
    membership = _member(club, user_id)
    if membership.role == Role.OWNER:
        raise OwnerStaysError()
    if organiser:
        _require_unsuspended(club, user_id)
    else:
        club.invitations.filter(created_by=user_id).delete()
    membership.role = Role.ORGANISER if organiser else Role.MEMBER
    membership.save(update_fields=["role"])
    log_security_event("role-changed", club=club_id, user=user_id, role=membership.role, by=by.pk)


@transaction.atomic
def hand_over(*, club_id: int, by: User, user_id: int) -> None:
    """Make another member the owner; the previous owner stays as an organiser."""
    club = lock_club(club_id)
    _require(club, by, (Role.OWNER,))
    _require_unsuspended(club, user_id)
    heir, giver = _member(club, user_id), _member(club, by.pk)
    giver.role = Role.ORGANISER  # first, because a club has at most one owner
    giver.save(update_fields=["role"])
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    log_security_event("role-changed", club=club_id, user=user_id, role=heir.role, by=by.pk)


def lock_organised(club_id: int, by: User) -> Club:
    """Lock a club that this person organises.

    Raises RefusedError `club-unknown`, `not-organiser` or `second-factor`.
    """
    club = lock_club(club_id)
    _require(club, by, Membership.ORGANISERS)
    return club


def lock_club(club_id: int) -> Club:
    """Lock a club; RefusedError `club-unknown` if there is none.

    Rows that refer to the club can still be written: the ranking does so with matches locked, and
    who is taken out of the club leaves its matches.
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise ClubUnknownError()
    return club


def _require(club: Club, user: User, roles: Collection[Role]) -> Role:
    role = club.role_of(user)
    if role is None or role not in roles:
        raise NotOrganiserError() if Role.ORGANISER in roles else NotOwnerError()
    if club.holds_back(user):
        raise SecondFactorError()
    return role


def _member(club: Club, user_id: int) -> Membership:
    membership = club.memberships.filter(user_id=user_id).first()
    if membership is None:
        raise NotMemberError()
    return membership


def _require_unsuspended(club: Club, user_id: int) -> None:
    """Raise RefusedError `suspended-in-club` if the club has suspended the user."""
    if club.measures.in_force(Now()).filter(user=user_id).exists():
        raise SuspendedInClubError()


def save_named(club: Club) -> None:
    """Save, unless the name matches or resembles another club's, or was taken from this one."""
    club.full_clean(exclude=["name", "slug", "skeleton"])
    rivals = Club.objects.filter(skeleton=confusable_skeleton(club.name)).exclude(pk=club.pk)
    taken_away = club.measures.filter(kind="club-name", lifted_at__isnull=True) if club.pk else ()
    was_taken_away = confusable_skeleton(club.name) in {
        confusable_skeleton(measure.before) for measure in taken_away
    }
    if rivals.exists() or was_taken_away:
        raise NameTakenError()
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:  # a concurrent request took it
        raise NameTakenError() from error


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50].strip("-") or "club"
    taken = PATHS_OF_THE_SITE.union(
        Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    tries = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(slug for slug in tries if slug not in taken)
