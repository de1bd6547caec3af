"""Receivers for sign-ins, password changes and ended sessions.

They keep the security log of sign-ins and permissions, and end or carry over what belongs to a
session when it ends or gets a new key.
"""

from typing import Any

from allauth.account.signals import password_changed, password_set
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authentication_failed,
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
)
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import translation

from accounts.common.client_address import NOWHERE, address_key, client_address
from accounts.common.security_log import client_pseudonym, log_security_event
from accounts.i18n.languages import supported_or_default
from accounts.models import User
from accounts.models.users import FACTORS
from accounts.notifications import services as notifications
from accounts.sign_in.services import SessionsAdapter

POWERS = ("is_staff", "is_superuser", "is_active")


@receiver(user_logged_out)
def end_browser(request: HttpRequest | None, **kwargs: Any) -> None:
    """End this browser's push notifications at sign-out, while the session still exists."""
    if request is not None and request.session.session_key:
        notifications.unsubscribe(session_key=request.session.session_key)


@receiver([password_changed, password_set, user_logged_in])
def keep_browser(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Keep the push subscription when the session gets a new key.

    A new password ends all other sessions and gives this one a new key. A guest's session also gets
    a new key at sign-up. Signing in to another account starts without a subscription.
    """
    subscription_id = request.session.get(notifications.SUBSCRIPTION_KEY)
    key = request.session.session_key
    if subscription_id and key:
        notifications.move_subscriptions(subscription_id=subscription_id, user=user, to=key)


@receiver(user_logged_in)
def speak_to(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Activate the language of the user who signed in, for messages shown on the next page."""
    if hasattr(request, "LANGUAGE_CODE"):  # within `reader`, which restores the language
        translation.activate(supported_or_default(user.language) or settings.LANGUAGE_CODE)


@receiver(user_logged_in)
def note_signing_in(user: User, **kwargs: Any) -> None:
    log_security_event("signed-in", user=user.pk, guest=user.is_guest)


@receiver(user_login_failed)
def note_failure(request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Log a failed sign-in without the input, which may be a password."""
    where = client_pseudonym(address_key(client_address(request))) if request is not None else "-"
    log_security_event("sign-in-failed", origin=where)


@receiver(authentication_failed)
def note_refused_factor(user: User, **kwargs: Any) -> None:
    """Log a refused code or passkey: the first step of the sign-in succeeded."""
    log_security_event("factor-refused", user=user.pk)


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def note_factors(user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """Log a change of a person's second factors."""
    log_security_event(
        "factors-changed", user=user.pk, kind=authenticator.type, factors=_factors(user)
    )


@receiver([password_changed, password_set])
def note_password(user: User, **kwargs: Any) -> None:
    """Log a change of a person's password."""
    log_security_event("password-changed", user=user.pk)


@receiver(social_account_added)
def note_linked_provider(sociallogin: SocialLogin, **kwargs: Any) -> None:
    """Log a provider that was linked to an account."""
    log_security_event(
        "provider-linked", user=sociallogin.user.pk, provider=sociallogin.account.provider
    )


@receiver(social_account_removed)
def note_separated_provider(socialaccount: SocialAccount, **kwargs: Any) -> None:
    """Log that a provider no longer opens an account."""
    log_security_event(
        "provider-removed", user=socialaccount.user_id, provider=socialaccount.provider
    )


@receiver(pre_save, sender=User)
def note_powers(instance: User, update_fields: Any = None, **kwargs: Any) -> None:
    """Log a change of a user's permissions, whichever code writes it."""
    fields = set(POWERS if update_fields is None else update_fields)
    if not fields.intersection(POWERS) or instance.pk is None:
        return
    before = User.objects.filter(pk=instance.pk).values(*POWERS).first() or {}
    changed = {
        name: getattr(instance, name) for name in before if before[name] != getattr(instance, name)
    }
    if changed:
        log_security_event("powers-changed", user=instance.pk, **changed)


@receiver(post_save, sender=User)
def note_first_powers(instance: User, created: bool, **kwargs: Any) -> None:
    """Log new accounts that start with extra permissions."""
    if created and (instance.is_staff or instance.is_superuser):
        log_security_event(
            "powers-changed", user=instance.pk, is_staff=True, is_superuser=instance.is_superuser
        )


@receiver(pre_save, sender=UserSession)
def keep_no_address(instance: UserSession, **kwargs: Any) -> None:
    """Do not store the IP address of a session; the browser's name suffices."""
    instance.ip = str(NOWHERE)


@receiver(authenticator_added)
def end_sessions_without(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    """After the first second factor is added, end all other sessions, which started without it."""
    if authenticator.type in FACTORS and _factors(user) == 1:
        begun = UserSession.objects.filter(user=user.pk)
        SessionsAdapter().end_sessions(begun.exclude(session_key=request.session.session_key))


def _factors(user: User) -> int:
    return int(Authenticator.objects.filter(user=user.pk, type__in=FACTORS).count())
