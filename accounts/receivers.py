"""What the end of a session, or a new key for it, means for what was begun in it."""

from typing import Any

from allauth.account.signals import password_changed, password_set
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.access.network import NOWHERE
from accounts.access.sessions import SessionsAdapter
from accounts.models import User
from accounts.models.people import FACTORS
from accounts.services import push


@receiver(user_logged_out)
def end_browser(request: HttpRequest | None, **named: Any) -> None:
    """Signing out ends what this browser is told; the session is still there."""
    if request is not None and request.session.session_key:
        push.unsubscribe(session_key=request.session.session_key)


@receiver([password_changed, password_set, user_logged_in])
def keep_browser(request: HttpRequest, user: User, **named: Any) -> None:
    """A new password ends all other sessions, and this one goes on under another key.

    So does a guest's when they sign up; who signs in to another account begins anew.
    """
    made, key = request.session.get(push.KEPT), request.session.session_key
    if made and key:
        push.move(subscription_id=made, user=user, to=key)


@receiver(pre_save, sender=UserSession)
def keep_no_address(instance: UserSession, **named: Any) -> None:
    """Of a session its browser is kept, not where it was: nobody has to know that."""
    instance.ip = str(NOWHERE)


@receiver(authenticator_added)
def end_sessions_without(
    request: HttpRequest, user: User, authenticator: Authenticator, **named: Any
) -> None:
    """A first second factor: sessions begun without it end, all but the one that set it up."""
    if authenticator.type in FACTORS and _factors(user) == 1:
        begun = UserSession.objects.filter(user=user.pk)
        SessionsAdapter().end_sessions(begun.exclude(session_key=request.session.session_key))


def _factors(user: User) -> int:
    return int(Authenticator.objects.filter(user=user.pk, type__in=FACTORS).count())
