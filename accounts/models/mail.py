"""The outbox of e-mails, and the lock that admits one sender at a time."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q

from accounts.i18n.languages import ChoiceLabels


class OutgoingMailQuerySet(models.QuerySet["OutgoingMail"]):
    """The queue, in the order of sending."""

    def due(self, now: datetime) -> Self:
        """Return the mails to send now: account mails first, each kind in its order."""
        # A wait beyond the maximum means that the clock was set back since.
        late = Q(next_try_at__lte=now) | Q(next_try_at__gt=now + OutgoingMail.LONGEST_PAUSE)
        return self.filter(late, expires_at__gt=now).order_by("priority", "pk")


class OutgoingMail(ChoiceLabels):
    """An e-mail in the outbox; the row is deleted when it is sent, refused or expired."""

    class Priority(models.IntegerChoices):
        ACCOUNT = 0
        BULK = 1

    LONGEST_PAUSE = timedelta(minutes=15)  # between two attempts

    priority = models.PositiveSmallIntegerField(choices=Priority)
    sealed = models.TextField()  # the encrypted message: it may hold a sign-in link
    address_keys = models.TextField()  # keyed hashes of the recipients, one per line
    queued_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    next_try_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    objects = OutgoingMailQuerySet.as_manager()

    class Meta:
        ordering = ("priority", "pk")
        indexes = (models.Index(fields=("priority", "id"), name="mail_by_priority"),)

    def __str__(self) -> str:
        return f"{self.pk} · {self.get_priority_display()} · {self.queued_at:%Y-%m-%d %H:%M}"


class MailTurn(models.Model):
    """The lease of the process that talks to the mail server, and its rate.

    After a failure of the server no process tries before `until`.
    """

    ONLY = 1

    until = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)  # consecutive failures of the server
    minute = models.DateTimeField()  # the minute in which bulk mail is counted
    sent = models.PositiveIntegerField(default=0)  # bulk mails in that minute

    def __str__(self) -> str:
        return f"{self.until:%Y-%m-%d %H:%M:%S}"
