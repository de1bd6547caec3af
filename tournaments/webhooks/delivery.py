"""Delivery of events to webhooks: each is tried for a day, until an answer of 2xx.

Rows are the truth: a killed worker or a lost task delays a delivery, and loses none. A webhook is
sent to by one worker at a time (a lease in its row), so an acknowledged event is not sent again;
one that a worker sent just before it died is, with the same `webhook-id`.
"""

import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef

from tournaments.models import CompetitionEvent, Webhook, WebhookDelivery
from tournaments.webhooks import signatures
from tournaments.webhooks.documents import event_documents
from truco_site.outbound import OutboundError, post

logger = logging.getLogger(__name__)
State = WebhookDelivery.State
LEASE: Final = timedelta(minutes=1)  # of a sender that may have died; a request has 5 s
RUN: Final = timedelta(seconds=20)  # the longest run of one task; the next one continues
FIRST_PAUSE: Final = timedelta(seconds=30)  # after a first failure, doubled with each
LAST_TRY: Final = Webhook.LONGEST_REST + timedelta(minutes=1)  # before it expires: after any rest
OUTAGE: Final = timedelta(hours=1)  # of a receiver that is then sent at once all that waits
SWITCH_OFF_AFTER: Final = timedelta(days=3)  # of failures alone
LONGEST_RETRY_AFTER: Final = 3600  # seconds that an answer may ask to wait
TURN: Final = "webhooks-sender"  # in the cache: a task sends
AT_ONCE: Final = 8  # webhooks that one task sends to at a time
LARGEST_BODY: Final = 64 * 1024  # bytes
ASKS_TO_WAIT: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_senders = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="webhook")


@dataclass(frozen=True)
class Outcome:
    """The status of an answer, or the reason for which there was none."""

    status: int | None = None
    error: str = ""
    retry_after: int = 0  # seconds

    @property
    def is_acknowledged(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status == HTTPStatus.GONE


def deliver(*, read_clock: Callable[[], datetime]) -> int:
    """Send the due deliveries; return how many were acknowledged.

    Concurrent calls are safe. One of them sends, so that slow targets hold one thread of the
    workers; the others return at once.
    """
    if not cache.add(TURN, True, timeout=LEASE.total_seconds()):
        return 0
    try:
        return _deliver_due(read_clock)
    finally:
        cache.delete(TURN)


def _deliver_due(read_clock: Callable[[], datetime]) -> int:
    began, acknowledged = read_clock(), 0
    _bury_expired(began)
    while read_clock() < began + RUN:
        claimed = _claim(read_clock())
        if not claimed:
            break
        outcomes = list(_senders.map(_send, [_request(each, read_clock()) for each in claimed]))
        for delivery, outcome in zip(claimed, outcomes, strict=True):
            acknowledged += record_outcome(delivery, outcome, now=read_clock())
    return acknowledged


def message_id(event: CompetitionEvent) -> str:
    """Return the `webhook-id` of an event: the same at each try."""
    return f"evt_{event.pk}"


def record_outcome(delivery: WebhookDelivery, outcome: Outcome, *, now: datetime) -> bool:
    """Store the outcome of a try, and free its webhook; return whether it was acknowledged."""
    row = WebhookDelivery.objects.filter(pk=delivery.pk, state=State.WAITING)
    fields = {"tried_at": now, "status": outcome.status, "error": outcome.error}
    webhook = Webhook.objects.filter(pk=delivery.webhook_id)
    if outcome.is_acknowledged:
        row.update(state=State.ACKNOWLEDGED, tries=F("tries") + 1, **fields)
        webhook.update(failures=0, failing_since=None, rests_until=None)
        failing_since = delivery.webhook.failing_since
        if failing_since is not None and now - failing_since >= OUTAGE:
            delivery.webhook.deliveries.filter(state=State.WAITING).update(next_try_at=now)
        return True
    pause = max(pause_after(delivery.tries), timedelta(seconds=outcome.retry_after))
    next_try_at, last_try_at = now + pause, delivery.expires_at - LAST_TRY
    if now < last_try_at:
        next_try_at = min(next_try_at, last_try_at)
    row.update(tries=F("tries") + 1, next_try_at=next_try_at, **fields)
    rest = min(pause_after(delivery.webhook.failures), Webhook.LONGEST_REST)
    failing_since = delivery.webhook.failing_since or now
    webhook.update(failures=F("failures") + 1, failing_since=failing_since, rests_until=now + rest)
    if outcome.is_gone:
        switch_off(delivery.webhook, Webhook.Off.GONE)
    elif outcome.error == "no-secret":
        switch_off(delivery.webhook, Webhook.Off.NO_SECRET)
    elif now - failing_since >= SWITCH_OFF_AFTER:
        switch_off(delivery.webhook, Webhook.Off.FAILING)
    return False


def switch_off(webhook: Webhook, why: Webhook.Off) -> None:
    """Switch a webhook off. What waits for it is kept as undelivered."""
    Webhook.objects.filter(pk=webhook.pk).update(off=why)
    webhook.deliveries.filter(state=State.WAITING).update(state=State.DEAD)
    logger.warning("webhook %s was switched off: %s", webhook.pk, why)


def pause_after(failures: int) -> timedelta:
    """Return the pause after a number of earlier failures: 30 s, then twice as long each time."""
    doublings: int = 2 ** min(failures, 10)
    return min(FIRST_PAUSE * doublings, WebhookDelivery.LONGEST_PAUSE)


def _bury_expired(now: datetime) -> None:
    """Mark expired deliveries as undelivered.

    A webhook with nothing left to send starts anew: the time until its next event is no failure.
    """
    expired = WebhookDelivery.objects.filter(state=State.WAITING, expires_at__lte=now)
    webhooks = set(expired.values_list("webhook", flat=True))
    expired.update(state=State.DEAD)
    waiting = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), state=State.WAITING)
    idle = Webhook.objects.filter(~Exists(waiting.order_by()), pk__in=webhooks)
    idle.update(failures=0, failing_since=None)


def _claim(now: datetime) -> list[WebhookDelivery]:
    """Return the next delivery of each of a few webhooks, which are leased to this worker."""
    due = WebhookDelivery.objects.due(now)
    waiting = Exists(due.filter(webhook=OuterRef("pk")).order_by())
    free = (
        Webhook.objects.free(now).filter(waiting).order_by(F("rests_until").asc(nulls_first=True))
    )
    claimed = []
    for webhook in free[:AT_ONCE]:
        mine = Webhook.objects.free(now).filter(pk=webhook.pk)
        if not mine.update(rests_until=now + LEASE):
            continue  # another worker was faster
        related = ("webhook", "event__club", "event__competition")
        delivery = due.filter(webhook=webhook).select_related(*related).first()
        if delivery is None:
            Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
        else:
            claimed.append(delivery)
    return claimed


@dataclass(frozen=True)
class _Request:
    url: str
    headers: dict[str, str]
    body: bytes
    is_signed: bool = True


def _request(delivery: WebhookDelivery, now: datetime) -> _Request:
    """Return what is sent: names are read, and the message is signed, at each try."""
    (document,) = event_documents([delivery.event])
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(body) <= LARGEST_BODY, "lists in events are short"
    try:
        keys = _secrets(delivery.webhook, now)
    except InvalidToken:
        return _Request(delivery.webhook.url, {}, b"", is_signed=False)
    own = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "truco-club"}
    signed = signatures.headers(message_id(delivery.event), now, body, keys)
    return _Request(delivery.webhook.url, own | signed, body)


def _secrets(webhook: Webhook, now: datetime) -> Sequence[str]:
    """Return the secrets that sign: the present one, and for a day the one before."""
    secret = signatures.unseal(webhook.sealed_secret)
    if not signatures.is_sealed_with_newest_key(webhook.sealed_secret):
        Webhook.objects.filter(pk=webhook.pk, sealed_secret=webhook.sealed_secret).update(
            sealed_secret=signatures.seal(secret)
        )
    if webhook.old_until is None or webhook.old_until <= now:
        return [secret]
    return [secret, signatures.unseal(webhook.sealed_old_secret)]


def _send(request: _Request) -> Outcome:
    """Send one request; called in a thread without a database connection."""
    if not request.is_signed:
        return Outcome(error="no-secret")
    try:
        answer = post(request.url, headers=request.headers, body=request.body)
    except OutboundError as error:
        return Outcome(error=error.code)
    wait = answer.headers.get("retry-after", "")
    waits = answer.status in ASKS_TO_WAIT and wait.isdecimal() and wait.isascii()
    retry_after = min(int(wait[:9]), LONGEST_RETRY_AFTER) if waits else 0
    return Outcome(status=answer.status, retry_after=retry_after)
