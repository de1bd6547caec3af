"""The outbox: e-mails are rows until a task sends them; no request waits for a mail server.

Rows are encrypted with the site's keys, deleted once sent, and expire. One process at a time
sends, so a server that hangs blocks one thread of one worker.
"""

import json
import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import Any, Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import make_msgid, sanitize_address
from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from accounts.models import MailTurn, OutgoingMail

logger = logging.getLogger(__name__)
Priority = OutgoingMail.Priority
LIFETIME: Final = {Priority.ACCOUNT: timedelta(days=1), Priority.BULK: timedelta(hours=6)}
LEASE: Final = timedelta(minutes=5)  # of a sender that may have died
FIRST_PAUSE: Final = timedelta(seconds=30)
RUN: Final = timedelta(seconds=20)  # the longest run of one task; the next one continues
MINUTE: Final = timedelta(minutes=1)


class _ServerFailedError(Exception):
    """The mail server is down, hangs, or refuses the sign-in or the sender."""


@transaction.atomic
def queue(messages: Iterable[EmailMessage], *, now: datetime) -> int:
    """Store messages to send after the commit; return their number.

    A message with the header `Precedence: bulk` waits for all others. One with `Expires` is not
    sent later than that. All are from `DEFAULT_FROM_EMAIL`. Raises ValueError for attachments.
    """
    rows = [_row(message, now) for message in messages if message.recipients()]
    OutgoingMail.objects.bulk_create(rows)
    return len(rows)


def deliver(*, read_clock: Callable[[], datetime]) -> int:
    """Send the due mails through the mail server; return the number sent.

    Concurrent calls are safe: the second finds the lease taken. A mail is sent twice only if the
    sender dies between the server's answer and the deletion; both copies have one Message-ID.
    """
    began = read_clock()
    _forget_expired(began)
    if not OutgoingMail.objects.due(began).exists() or not _take_turn(began):
        return 0
    sent = 0
    transport = get_connection(settings.MAIL_TRANSPORT)
    try:
        while read_clock() < began + RUN and (mail := _next(read_clock())) is not None:
            sent += _send(mail, transport, read_clock)
    except _ServerFailedError:
        turn = MailTurn.objects.get(pk=MailTurn.ONLY)
        _end_turn(read_clock() + _pause(turn.failures), failures=turn.failures + 1)
    else:
        _end_turn(read_clock(), failures=0)
    finally:
        _close(transport)
    return sent


def is_possible_address(address: str) -> bool:
    """Return whether a mail can be sent to the address: `EmailValidator` lets others pass, too."""
    try:
        sanitize_address(address, "utf-8")
    except ValueError:  # such as a domain that IDNA cannot encode
        return False
    return True


def forget(addresses: Iterable[str]) -> None:
    """Delete the queued mails for these addresses: their person leaves the site."""
    for address in addresses:
        OutgoingMail.objects.filter(address_keys__contains=_address_key(address)).delete()


def _row(message: EmailMessage, now: datetime) -> OutgoingMail:
    if message.attachments:
        raise ValueError("the outbox takes no attachments")
    headers = {name: str(value) for name, value in message.extra_headers.items()}
    headers.setdefault("Message-ID", make_msgid())
    headers.setdefault("Date", format_datetime(now.astimezone(UTC)))
    priority = Priority.BULK if headers.get("Precedence") == "bulk" else Priority.ACCOUNT
    expires_at = now + LIFETIME[priority]
    if until := headers.get("Expires"):
        expires_at = min(expires_at, parsedate_to_datetime(until))
    content = {
        "subject": str(message.subject),
        "body": str(message.body),
        "to": [str(each) for each in message.to],
        "cc": [str(each) for each in message.cc],
        "bcc": [str(each) for each in message.bcc],
        "reply_to": [str(each) for each in message.reply_to],
        "headers": headers,
        "subtype": message.content_subtype,
        "alternatives": [
            [str(content), str(kind)] for content, kind in getattr(message, "alternatives", ())
        ],
    }
    return OutgoingMail(
        priority=priority,
        sealed=_keys().encrypt(json.dumps(content).encode()).decode(),
        address_keys="\n".join(_address_key(each) for each in message.recipients()),
        queued_at=now,
        expires_at=expires_at,
        next_try_at=now,
    )


def _message(mail: OutgoingMail) -> EmailMessage:
    """Decrypt a queued message; raises InvalidToken if its key is gone.

    The sender is the site's of now: mail servers may have refused the earlier one.
    """
    content: dict[str, Any] = json.loads(_keys().decrypt(mail.sealed.encode()))
    content.pop("from_email", None)  # which 0.7.0 stored
    subtype, alternatives = content.pop("subtype"), content.pop("alternatives")
    message = EmailMultiAlternatives(**content)
    message.content_subtype = subtype
    for text, kind in alternatives:
        message.attach_alternative(text, kind)
    return message


def _forget_expired(now: datetime) -> None:
    expired, _ = OutgoingMail.objects.filter(expires_at__lte=now).delete()
    if expired:
        logger.warning("%s e-mails expired before the mail server took them", expired)


def _take_turn(now: datetime) -> bool:
    fresh = {"until": now, "minute": now}
    MailTurn.objects.get_or_create(pk=MailTurn.ONLY, defaults=fresh)
    # A lease beyond the maximum was taken before the clock was set back.
    is_free = Q(until__lte=now) | Q(until__gt=now + OutgoingMail.LONGEST_PAUSE)
    turn = MailTurn.objects.filter(is_free, pk=MailTurn.ONLY)
    return bool(turn.update(until=now + LEASE))


def _end_turn(until: datetime, *, failures: int) -> None:
    MailTurn.objects.filter(pk=MailTurn.ONLY).update(until=until, failures=failures)


def _next(now: datetime) -> OutgoingMail | None:
    """Return the next mail to send; bulk mail observes its rate limit."""
    mail = OutgoingMail.objects.due(now).first()
    if mail is None or mail.priority == Priority.ACCOUNT:
        return mail
    turn = MailTurn.objects.filter(pk=MailTurn.ONLY)
    past = turn.exclude(minute__range=(now - MINUTE, now))
    past.update(minute=now, sent=0)
    has_room = turn.filter(sent__lt=settings.BULK_MAIL_PER_MINUTE).update(sent=F("sent") + 1)
    return mail if has_room else None


def _send(mail: OutgoingMail, transport: BaseEmailBackend, clock: Callable[[], datetime]) -> bool:
    """Send one mail and return whether it was sent; no row is locked meanwhile.

    Raises _ServerFailedError if the next mail would fail too.
    """
    try:
        message = _message(mail)
    except InvalidToken:
        logger.warning("e-mail %s is sealed with a key that is gone: it is dropped", mail.pk)
        mail.delete()
        return False
    if not all(map(is_possible_address, message.recipients())):
        logger.warning("e-mail %s is to an impossible address: it is dropped", mail.pk)
        mail.delete()
        return False
    try:
        transport.open()  # stays open for the next mail
        transport.send_messages([message])
    except (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError) as error:
        if not _is_permanent(error):
            _try_later(mail, clock())
        elif isinstance(error, SMTPSenderRefused):  # the sender of all mails
            raise _server_failed(mail, error, clock()) from error
        else:
            logger.warning("e-mail %s was refused for good: it is dropped", mail.pk)
            mail.delete()
        return False
    except Exception as error:  # the server is down, hangs, or refuses the sign-in
        raise _server_failed(mail, error, clock()) from error
    mail.delete()
    return True


def _server_failed(mail: OutgoingMail, error: Exception, now: datetime) -> _ServerFailedError:
    logger.warning("the mail server failed (%s)", type(error).__name__)
    _try_later(mail, now)
    return _ServerFailedError()


def _is_permanent(error: SMTPRecipientsRefused | SMTPResponseException) -> bool:
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return error.smtp_code >= 500


def _try_later(mail: OutgoingMail, now: datetime) -> None:
    OutgoingMail.objects.filter(pk=mail.pk).update(
        tries=F("tries") + 1, next_try_at=now + _pause(mail.tries)
    )


def _pause(tries: int) -> timedelta:
    doublings: int = 2 ** min(tries, 10)
    return min(FIRST_PAUSE * doublings, OutgoingMail.LONGEST_PAUSE)


def _close(transport: BaseEmailBackend) -> None:
    try:
        transport.close()
    except Exception as error:
        logger.warning("the mail server failed (%s)", type(error).__name__)


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])


def _address_key(address: str) -> str:
    bare = address.rpartition("<")[2].rstrip(">").strip().lower()
    return salted_hmac("accounts.outbox", bare).hexdigest()
