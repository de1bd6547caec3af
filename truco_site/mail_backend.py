"""Django's e-mail backend: messages go into the outbox, and a task sends them."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit
from accounts.notifications import outbox

TASK = "accounts.tasks.deliver_mail"


class OutboxBackend(BaseEmailBackend):
    """Mail backend that stores messages in the caller's transaction: a rollback sends nothing."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the messages, and ask for their delivery after the commit."""
        queued = outbox.queue(email_messages, now=timezone.now())
        if queued:
            on_commit(enqueue, TASK)
        return queued
