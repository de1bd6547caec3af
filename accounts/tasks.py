"""Celery tasks of accounts: expiry of guests, names, sessions and suspensions; e-mails."""

from datetime import datetime

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.common import sessions
from accounts.guests import services as guests
from accounts.notifications import outbox
from accounts.profiles import services as profiles
from accounts.sanctions import services as sanctions
from accounts.sign_in import services as sign_in
from accounts.tokens import services as tokens


@shared_task(name="accounts.tasks.forget_guests")
def forget_guests() -> None:
    """Delete the guests whose last visit was long ago."""
    if settings.SWEEP:
        guests.forget_old(now=timezone.now())


@shared_task(name="accounts.tasks.forget_renames")
def forget_renames() -> None:
    """Delete former names a month after they changed."""
    profiles.forget_old(now=timezone.now())


@shared_task(name="accounts.tasks.forget_sessions")
def forget_sessions() -> None:
    """Delete expired sessions."""
    sessions.forget_ended(now=timezone.now())


@shared_task(name="accounts.tasks.forget_token_writes")
def forget_token_writes() -> None:
    """Delete what tokens wrote long ago, and answers kept for a day."""
    tokens.forget_old(now=timezone.now())


@shared_task(name="accounts.tasks.end_suspensions")
def end_suspensions() -> None:
    """Reactivate people whose suspension has ended."""
    if settings.SWEEP:
        sanctions.end_due(now=timezone.now())


@shared_task(name="accounts.tasks.tell_of_device")
def tell_of_device(user_id: int, agent: str, at: str) -> None:
    """Send a person an e-mail about a sign-in from a new browser."""
    sign_in.email_new_device(user_id=user_id, agent=agent, at=datetime.fromisoformat(at))


@shared_task(name="accounts.tasks.deliver_mail")
def deliver_mail() -> None:
    """Send the e-mails of the outbox, unless another worker does."""
    outbox.deliver(read_clock=timezone.now)


BEAT = {
    "deliver-mail": ("accounts.tasks.deliver_mail", 10.0),
    "end-suspensions": ("accounts.tasks.end_suspensions", 60.0),
    "forget-guests": ("accounts.tasks.forget_guests", 3600.0),
    "forget-sessions": ("accounts.tasks.forget_sessions", 3600.0),
    "forget-token-writes": ("accounts.tasks.forget_token_writes", 3600.0),
    "forget-renames": ("accounts.tasks.forget_renames", 3600.0),
}
