"""What the end of a session, or a new key for it, means for what was begun in it."""

from typing import Any

from allauth.account.signals import password_changed, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
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
