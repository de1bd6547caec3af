"""Services for friendship: request, accept, decline, remove.

A declined request is kept, also if it is withdrawn: its sender is not told, and may send it again,
but the person who declined is not asked again. That person can still send a request. Guests have
no friends, because a friend must be able to find the account again.
"""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import PersonUnknownError, RefusedError
from accounts.models import Friendship, User
from accounts.names.collation import fold


class NotOneselfError(RefusedError):
    code = "not-oneself"
    message = _("Amigos son dos: a vos no te podés agregar.")


class FriendsAreAccountsError(RefusedError):
    code = "friends-are-accounts"
    message = _("Para ser amigos, los dos necesitan una cuenta.")


class TooManyFriendsError(RefusedError):
    code = "too-many-friends"
    message = _(
        "Tenés demasiadas solicitudes sin responder o demasiados amigos. Retirá alguna y "
        "probá otra vez."
    )


MOST_ASKED = 50  # unanswered requests of one person
MOST = 500


class FriendshipStatus(StrEnum):
    """The relation of another person to a person."""

    NONE = "none"  # also for a declined asker: to them a request looks unanswered
    ASKED = "asked"  # by the person; the answer is pending
    AWAITING = "awaiting"  # the other person asked; the person must answer
    FRIENDS = "friends"


@transaction.atomic
def request_friendship(*, user: User, other_id: int, now: datetime) -> Friendship:
    """Ask a person to be a friend, or accept their request; idempotent.

    Raises RefusedError `person-unknown`, `not-oneself`, `friends-are-accounts` or
    `too-many-friends`.
    """
    other = _locked(user, other_id)
    friendship = Friendship.objects.between(user, other).first()
    if friendship is None:
        _require_room(user)
        return Friendship.objects.create(asker=user, asked=other, asked_at=now)
    if friendship.withdrawn_at is not None:
        _ask_again(friendship, user, other, now)
    elif friendship.asked_id == user.pk and friendship.agreed_at is None:
        friendship.agreed_at, friendship.declined_at = now, None
        friendship.save(update_fields=["agreed_at", "declined_at"])
    return friendship


def _ask_again(friendship: Friendship, user: User, other: User, now: datetime) -> None:
    """Turn a withdrawn request into one of this person; it stays declined if it was theirs."""
    _require_room(user)
    if friendship.asked_id == user.pk:
        friendship.asker, friendship.asked, friendship.declined_at = user, other, None
    friendship.asked_at, friendship.withdrawn_at = now, None
    friendship.save(update_fields=["asker", "asked", "declined_at", "asked_at", "withdrawn_at"])


@transaction.atomic
def befriend(*, user: User, other_id: int, now: datetime) -> Friendship:
    """Become a friend of a person who has shared their link, which is their consent.

    Somebody whom they have declined before only asks again, and hears nothing. Raises RefusedError
    as `request_friendship` does.
    """
    friendship = request_friendship(user=user, other_id=other_id, now=now)
    if friendship.agreed_at is None and friendship.declined_at is None:
        friendship.agreed_at = now
        friendship.save(update_fields=["agreed_at"])
    return friendship


@transaction.atomic
def decline(*, user: User, other_id: int, now: datetime) -> None:
    """Decline a request permanently, without an answer to its sender."""
    other = _locked(user, other_id)
    Friendship.objects.awaiting(user).filter(asker=other).update(declined_at=now)


@transaction.atomic
def remove_friend(*, user: User, other_id: int, now: datetime) -> None:
    """End a friendship, or withdraw the user's own request; a declined one is kept out of sight."""
    other = _locked(user, other_id)
    between = Friendship.objects.between(user, other)
    between.filter(Q(agreed_at__isnull=False) | Q(asker=user, declined_at__isnull=True)).delete()
    between.filter(asker=user).update(withdrawn_at=now)


def friends_of(user: User) -> QuerySet[User]:
    """Return a person's friends with an active account, by name."""
    agreed = Friendship.objects.agreed(user)
    asked = User.objects.filter(pk__in=agreed.values("asked"))
    theirs = asked | User.objects.filter(pk__in=agreed.values("asker"))
    return theirs.exclude(pk=user.pk).filter(is_active=True).order_by("username")


FOUND: Final = 12


def find_people(user: User, words: str) -> list[User]:
    """Return accounts with these words in their name or username, 12 at most, by username."""
    has_words = Q(display_name__fold__contains=fold(words)) | Q(username__icontains=words)
    accounts = User.objects.filter(
        has_words, is_active=True, is_guest=False, is_link=False, is_robot=False, anonymised_at=None
    )
    return list(accounts.exclude(pk=user.pk).order_by("username")[:FOUND])


def ties(user: User, others: Collection[int]) -> dict[int, FriendshipStatus]:
    """Return each person's relation to the user, in one query."""
    sent = Friendship.objects.filter(asker=user, asked__in=others)
    received = Friendship.objects.filter(asked=user, asker__in=others)
    statuses = dict.fromkeys(others, FriendshipStatus.NONE)
    for row in sent | received:
        statuses[row.asked_id if row.asker_id == user.pk else row.asker_id] = _tie(row, user)
    return statuses


def _tie(row: Friendship, user: User) -> FriendshipStatus:
    if row.agreed_at:
        return FriendshipStatus.FRIENDS
    if row.asker_id == user.pk:
        return FriendshipStatus.NONE if row.withdrawn_at else FriendshipStatus.ASKED
    return FriendshipStatus.NONE if row.declined_at else FriendshipStatus.AWAITING


def _locked(user: User, other_id: int) -> User:
    """Return the other person; the pair is locked in the order of its keys."""
    if other_id == user.pk:
        raise NotOneselfError()
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other_id))
    pair = {row.pk: row for row in rows.order_by("pk")}
    other = pair.get(other_id)
    if other is None or not other.is_active or other.is_robot:
        raise PersonUnknownError()
    if pair[user.pk].is_guest or other.is_guest or other.is_link:
        raise FriendsAreAccountsError()
    return other


def _require_room(user: User) -> None:
    unanswered = Friendship.objects.unanswered(user).count()
    if unanswered >= MOST_ASKED or Friendship.objects.agreed(user).count() >= MOST:
        raise TooManyFriendsError()
