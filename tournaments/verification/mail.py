"""Invariant of the outbox: no e-mail is kept longer than allowed."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from accounts.models import OutgoingMail
from tournaments.verification.games import Violation, make_violation

GRACE = timedelta(minutes=5)  # the task looks every ten seconds


def mail_violations() -> Iterator[Violation]:
    """Yield the expired e-mails still in the outbox; the mail task must be running."""
    for mail in OutgoingMail.objects.filter(expires_at__lt=timezone.now() - GRACE):
        yield make_violation("mail", mail, "has expired and is still in the outbox")
