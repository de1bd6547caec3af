"""Celery's part in accounts: a sweep that looks at who has not come for long."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.services import guests


@shared_task(name="accounts.tasks.forget_guests")
def forget_guests() -> None:
    """Let the guests go whose last visit is long past."""
    if settings.SWEEP:
        guests.forget_old(now=timezone.now())


BEAT = {"forget-guests": ("accounts.tasks.forget_guests", 3600.0)}
