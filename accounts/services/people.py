"""What a person can do with their own account."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q

from accounts.models import Friendship, Membership, User
from accounts.services import erasing, outbox
from accounts.services.refusals import RefusedError
from accounts.signals import access_ended, person_erased
from accounts.values.avatars import DOZEN


@transaction.atomic
def speak(*, user: User, language: str) -> None:
    """Store the language a person reads in."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def choose_avatar(*, user: User, avatar: int) -> None:
    """Store the head a person wants to be shown by; refuse one that is not drawn."""
    if not 0 <= avatar < DOZEN:
        raise RefusedError("no-such-avatar")
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
    erasing.clear_own_clubs(user, names)
    erasing.clear_reasons(names)
    erasing.clear_admin_log(names | _addresses(user))
    outbox.forget(_addresses(user))
    erasing.end_sessions(user)
    user.memberships.all().delete()
    user.push_subscriptions.all().delete()
    user.renames.all().delete()
    user.measures.all().delete()
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"~{user.pk}"  # a sign that nobody can register
    user.display_name = user.first_name = user.last_name = user.email = ""
    user.avatar, user.named_in_exports = None, False
    user.is_active = user.is_staff = user.is_superuser = False
    user.anonymised_at = now
    user.set_unusable_password()  # which ends every session as well
    user.save()
    access_ended.send(User, user=user)


def _names(user: User) -> frozenset[str]:
    """Return what others may have called this person."""
    called = (user.username, user.display_name, user.get_full_name())
    before = user.renames.values_list("before", flat=True)
    taken_away = user.measures.values_list("before", flat=True)
    return frozenset(name for name in (*called, *before, *taken_away) if name)


def _addresses(user: User) -> frozenset[str]:
    known = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return frozenset(address for address in (user.email, *known) if address)


def _require_heirs(user: User) -> None:
    """Refuse to leave other people in a club without an owner."""
    owned = user.memberships.filter(role=Membership.Role.OWNER).values("club")
    if Membership.objects.filter(club__in=owned).exclude(user=user).exists():
        raise RefusedError("owner-stays")
