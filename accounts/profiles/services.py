"""Services for a user's own account: profile, name changes, data export and deletion.

A name must not be another person's, and organisers see recent changes. Deletion anonymises the
row, because results of other people refer to it, and deletes the data that no foreign key
reaches.
"""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import count
from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.text import slugify
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.common.errors import OwnerStaysError
from accounts.common.hooks import access_revoked, export_user_data, person_erased
from accounts.common.security_log import log_security_event
from accounts.models import Club, FormerUsername, Friendship, Measure, Membership, Rename, User
from accounts.names.display import ERASED, FACES
from accounts.names.validation import (
    confusable_skeleton,
    is_reserved_title,
    whole_words,
    with_given_names,
)
from accounts.notifications import outbox
from accounts.profiles.errors import (
    NameBarredError,
    NameOfOfficeError,
    NameOfOrganiserError,
    NameOfUserError,
    NoSuchAvatarError,
    UsernameTooSoonError,
)


def end_sessions(user: User) -> None:
    """Delete a person's sessions, which contain their sign-in data."""
    noted = UserSession.objects.filter(user=user)
    Session.objects.filter(session_key__in=noted.values("session_key")).delete()
    noted.delete()


def clear_admin_log(names: Collection[str]) -> None:
    """Delete the lines of the admin log that name a person, including addresses."""
    condition = Q()
    for name in names:
        condition |= Q(object_repr__icontains=name) | Q(change_message__icontains=name)
    pattern = whole_words(names)
    lines = LogEntry.objects.filter(condition).only("object_repr", "change_message")
    line_ids = [
        line.pk for line in lines if pattern.search(f"{line.object_repr}\n{line.change_message}")
    ]
    LogEntry.objects.filter(pk__in=line_ids).update(object_repr=ERASED, change_message="")


def clear_reasons(names: Collection[str]) -> None:
    """Erase a person's names from reasons of other people's sanctions."""
    pattern = whole_words(names)
    for measure in Measure.objects.all():
        measure.reason = pattern.sub(ERASED, measure.reason)[:200]
        measure.lifted_reason = pattern.sub(ERASED, measure.lifted_reason)[:200]
        measure.save(update_fields=["reason", "lifted_reason"])


def own_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs whose only member is this person."""
    theirs = Club.objects.filter(memberships__user=user)
    others = User.objects.exclude(pk=user.pk)
    return theirs.exclude(memberships__user__in=others)


def clear_own_clubs(user: User, names: Collection[str]) -> None:
    """Erase a person's names from these clubs and their URLs; call it before they leave them."""
    pattern = whole_words(with_given_names(names))
    for club in own_clubs(user):
        name, about = (pattern.sub(ERASED, text) for text in (club.name, club.about))
        if name != club.name:
            club.name, club.slug = _free(name[:50]), slugify(f"{ERASED} {club.pk}")
        club.about = about[:400]
        club.save(update_fields=["name", "slug", "skeleton", "about"])


def _free(name: str) -> str:
    """Return the name, or the first free variant with a number."""
    tries = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(
        each
        for each in tries
        if not Club.objects.filter(skeleton=confusable_skeleton(each)).exists()
    )


SHOWN_FOR = timedelta(days=30)
USERNAME_KEPT_FOR = timedelta(days=90)  # until it may change again
AROUND = re.compile(r"^[\W_]+|[\W_]+$")


def check_display_name(*, user: User, name: str) -> None:
    """Refuse a name that could be mistaken for another person's.

    Raises RefusedError `name-of-office`, `name-of-user` or `name-of-organiser`, or `name-barred`
    for one that operators took away.
    """
    if is_reserved_title(name):
        raise NameOfOfficeError()
    looks = {confusable_skeleton(name), confusable_skeleton(AROUND.sub("", name))}
    barred = user.measures.filter(kind=Measure.Kind.NAME, lifted_at__isnull=True)
    if any(confusable_skeleton(measure.before) in looks for measure in barred):
        raise NameBarredError()
    others = User.objects.filter(is_guest=False, is_link=False, anonymised_at=None)
    if others.filter(skeleton__in=looks).exclude(pk=user.pk).exists():
        raise NameOfUserError()
    if FormerUsername.objects.filter(skeleton__in=looks).exclude(user=user).exists():
        raise NameOfUserError()
    own = user.memberships.values("club")
    organisers = User.objects.exclude(pk=user.pk).filter(
        Q(memberships__club__in=own, memberships__role__in=Membership.ORGANISERS)
    )
    if any(
        confusable_skeleton(AROUND.sub("", str(person))) in looks
        for person in organisers.distinct()
    ):
        raise NameOfOrganiserError()


def is_username_taken(name: str, *, by_other_than: User | None = None) -> bool:
    """Return whether a username, or one that looks like it, is or was another person's.

    Present names are asked for first: a change moves a name from them to the former ones.
    """
    looks = confusable_skeleton(name)
    users = User.objects.filter(skeleton=looks)
    former = FormerUsername.objects.filter(skeleton=looks)
    if by_other_than is not None:
        users, former = users.exclude(pk=by_other_than.pk), former.exclude(user=by_other_than)
    return users.exists() or former.exists()


def next_username_change(user: User) -> datetime | None:
    """Return when a person may change their username again; None if they never did."""
    latest = user.former_usernames.values_list("at", flat=True).first()
    return None if latest is None else latest + USERNAME_KEPT_FOR


@transaction.atomic
def change_username(*, user_id: int, username: str, now: datetime) -> None:
    """Give an account another username; its former one leads to it and stays its own.

    Results, the ledger and records refer to the account and do not change. The name has been
    validated. Raises RefusedError `username-too-soon` or `name-of-user`.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    due = next_username_change(user)
    if due is not None and now < due:
        raise UsernameTooSoonError()
    if username == user.username:
        return
    if is_username_taken(username, by_other_than=user):
        raise NameOfUserError()
    before, display_name = user.username, str(user)
    looks = {confusable_skeleton(username), confusable_skeleton(before)}
    user.former_usernames.filter(skeleton__in=looks).delete()  # one that is taken back
    user.username = username
    user.save(update_fields=["username", "skeleton"])
    FormerUsername.objects.create(user=user, username=before, at=now)
    note_rename(user=user, before=display_name, now=now)
    log_security_event("username-changed", user=user.pk)


def note_rename(*, user: User, before: str, now: datetime) -> None:
    """Store a person's former name, if it has changed."""
    if before != str(user):
        Rename.objects.create(user=user, before=before, at=now)


def forget_old(*, now: datetime) -> None:
    """Delete former names that are no longer shown."""
    Rename.objects.filter(at__lte=now - SHOWN_FOR).delete()


PROFILE = (
    *("username", "display_name", "language", "zone", "motion", "tap_twice", "sings_flor"),
    *("deck", "felt"),
    *(
        "match_mail",
        "named_in_exports",
        "is_findable",
        "muted",
        "daily_reminder",
        "avatar",
        "date_joined",
        "last_login",
    ),
)


def gather(*, user: User) -> dict[str, Any]:
    """Return the person's data as plain values, by subject; other apps add theirs."""
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    known = Q(asker=user, withdrawn_at=None) | Q(asked=user)
    data: dict[str, Any] = {
        "profile": {name: getattr(user, name) for name in PROFILE},
        "addresses": list(addresses.values("email", "verified", "primary")),
        "clubs": list(user.memberships.order_by("pk").values("club__name", "role", "joined_at")),
        "friends": list(
            Friendship.objects.filter(known)
            .order_by("pk")
            .values("asker__username", "asked__username")
        ),
        "api_tokens": list(user.api_tokens.values("name", "scopes", "created_at", "expires_at")),
        "sign_in_providers": list(
            SocialAccount.objects.filter(user=user)
            .order_by("pk")
            .values("provider", "uid", "date_joined")
        ),
        "applications": list(
            Application.objects.filter(user=user).values("name", "redirect_uris", "created")
        ),
        "former_names": list(user.renames.values("before", "at")),
        "former_usernames": list(user.former_usernames.values("username", "at")),
    }
    for _, part in export_user_data.send(User, user=user):
        data |= cast("dict[str, Any]", part)
    return data


@transaction.atomic
def set_language(*, user: User, language: str) -> None:
    """Store the language of a person's pages."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def choose_avatar(*, user: User, avatar: int) -> None:
    """Store a person's avatar; refuse a number without a drawing."""
    if not 0 <= avatar < FACES:
        raise NoSuchAvatarError()
    User.objects.filter(pk=user.pk).update(avatar=avatar)


@transaction.atomic
def anonymise(*, user_id: int, now: datetime) -> None:
    """Take the person out of an account and keep its row: other people's results hang on it.

    Persons are locked last: what is sent locks matches and competitions.
    """
    user = User.objects.get(pk=user_id)
    if user.anonymised_at:
        return
    _require_heirs(user)
    names = _names(user)
    person_erased.send(User, user=user, names=names, now=now)
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.anonymised_at:  # by another request meanwhile
        return
    _require_heirs(user)
    names |= _names(user)
    clear_own_clubs(user, names)
    clear_reasons(names)
    clear_admin_log(names | _addresses(user))
    outbox.forget(_addresses(user))
    end_sessions(user)
    user.memberships.all().delete()
    user.invitation_set.all().delete()
    user.push_subscriptions.all().delete()
    user.renames.all().delete()
    user.former_usernames.all().delete()
    user.api_tokens.all().delete()
    for kind in (Application, Grant, RefreshToken, AccessToken):
        kind.objects.filter(user=user).delete()
    user.measures.all().delete()
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    EmailAddress.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"~{user.pk}"  # a character that usernames cannot contain
    user.display_name = user.first_name = user.last_name = user.email = ""
    user.avatar, user.named_in_exports = None, False
    user.is_active = user.is_staff = user.is_superuser = False
    user.anonymised_at = now
    user.set_unusable_password()  # also ends every session
    user.save()
    access_revoked.send(User, user=user)


def _names(user: User) -> frozenset[str]:
    """Return the names under which others may know this person."""
    called = (user.username, user.display_name, user.get_full_name())
    before = (*user.renames.values_list("before", flat=True), *_former_usernames(user))
    taken_away = user.measures.values_list("before", flat=True)
    return frozenset(name for name in (*called, *before, *taken_away) if name)


def _former_usernames(user: User) -> tuple[str, ...]:
    return tuple(user.former_usernames.values_list("username", flat=True))


def _addresses(user: User) -> frozenset[str]:
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return frozenset(address for address in (user.email, *addresses) if address)


def _require_heirs(user: User) -> None:
    """Refuse to leave a club with other members without an owner."""
    owned = user.memberships.filter(role=Membership.Role.OWNER).values("club")
    if Membership.objects.filter(club__in=owned).exclude(user=user).exists():
        raise OwnerStaysError()
