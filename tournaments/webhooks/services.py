"""Services for the webhooks of a club: create, change, rotate, switch, remove, test, send again.

They belong to the club: its organisers see and change them, and they stay when who made them
leaves it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.db import transaction

from accounts.clubs.services import lock_organised
from accounts.common.alarms import enqueue
from accounts.common.rate_limit import MINUTE, RateLimit
from accounts.common.security_log import log_security_event
from accounts.common.transactions import on_commit
from accounts.models import User
from tournaments.models import CompetitionEvent, Webhook, WebhookDelivery
from tournaments.webhooks import signatures
from tournaments.webhooks.delivery import switch_off
from tournaments.webhooks.errors import (
    BadAddressError,
    NoSuchWebhookError,
    TooManyTestsError,
    TooManyWebhooksError,
    WebhookOffError,
)
from tournaments.webhooks.events import DELIVER_TASK, LIFETIME, queue_deliveries
from truco_site.outbound import OutboundError, checked, is_public

Kind = CompetitionEvent.Kind
State = WebhookDelivery.State
OLD_SECRET_FOR: Final = timedelta(days=1)  # both secrets sign meanwhile
TESTS: Final = RateLimit("webhook-tests", 10, MINUTE)
CHOSEN: Final = tuple(kind for kind in Kind if kind != Kind.TEST)


@transaction.atomic
def create_webhook(
    *, club_id: int, actor: User, url: str, kinds: Collection[str] = (), now: datetime
) -> tuple[Webhook, str]:
    """Add an address for the events of a club; return it with its secret, to be shown once.

    Without `kinds` it is sent all of them. Raises RefusedError `bad-webhook-address`,
    `too-many-webhooks`, or as `lock_organised` does.
    """
    club = lock_organised(club_id, actor)
    require_address(url)
    if club.webhooks.count() >= Webhook.PER_CLUB:
        raise TooManyWebhooksError()
    secret = signatures.fresh_secret()
    webhook = Webhook.objects.create(
        club=club,
        url=url,
        kinds=_ordered(kinds),
        sealed_secret=signatures.seal(secret),
        created_at=now,
        created_by=actor,
    )
    log_security_event("webhook-created", user=actor.pk, club=club_id, webhook=webhook.pk)
    return webhook, secret


@transaction.atomic
def change_webhook(
    *,
    webhook_id: int,
    actor: User,
    url: str | None = None,
    kinds: Collection[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Change the address, the kinds of events, or switch it on or off. None leaves it as it is.

    Raises RefusedError as `create_webhook` does, and `no-such-webhook`.
    """
    webhook = _locked(webhook_id, actor)
    if url is not None and url != webhook.url:
        require_address(url)
        webhook.url = url
    if kinds is not None:
        webhook.kinds = _ordered(kinds)
    if is_on:
        webhook.off, webhook.failures = Webhook.Off.ON, 0
        webhook.failing_since = webhook.rests_until = None
    webhook.save()
    if is_on is False and not webhook.off:
        switch_off(webhook, Webhook.Off.BY_HAND)
    webhook.refresh_from_db()
    return webhook


@transaction.atomic
def rotate_secret(*, webhook_id: int, actor: User, now: datetime) -> tuple[Webhook, str]:
    """Replace the secret; return the new one. For a day messages are signed with both."""
    webhook, secret = _locked(webhook_id, actor), signatures.fresh_secret()
    webhook.sealed_old_secret, webhook.old_until = webhook.sealed_secret, now + OLD_SECRET_FOR
    if webhook.off == Webhook.Off.NO_SECRET:
        webhook.sealed_old_secret, webhook.old_until = "", None
    webhook.sealed_secret = signatures.seal(secret)
    webhook.save()
    log_security_event("webhook-secret-rotated", user=actor.pk, webhook=webhook_id)
    return webhook, secret


@transaction.atomic
def remove_webhook(*, webhook_id: int, actor: User) -> Webhook:
    """Delete an address with what was sent to it."""
    webhook = _locked(webhook_id, actor)
    Webhook.objects.filter(pk=webhook_id).delete()
    log_security_event("webhook-removed", user=actor.pk, webhook=webhook_id)
    return webhook


@transaction.atomic
def send_test(*, webhook_id: int, actor: User, now: datetime) -> Webhook:
    """Send an event `webhook.test` to one address.

    Raises RefusedError `webhook-off`, `too-many-tests`, or as `change_webhook` does.
    """
    webhook = _locked(webhook_id, actor)
    if webhook.off:
        raise WebhookOffError()
    if TESTS.is_exceeded(webhook.club_id):
        raise TooManyTestsError()
    event = CompetitionEvent.objects.create(club=webhook.club, kind=Kind.TEST, at=now)
    queue_deliveries([event], now, only=webhook)
    return webhook


@transaction.atomic
def resend(
    *, webhook_id: int, actor: User, now: datetime, delivery_ids: Collection[int] | None = None
) -> int:
    """Send undelivered events again, all of them or some, for another day; return how many.

    Raises RefusedError `webhook-off`, or as `change_webhook` does.
    """
    webhook = _locked(webhook_id, actor)
    if webhook.off:
        raise WebhookOffError()
    dead = webhook.deliveries.filter(state=State.DEAD)
    if delivery_ids is not None:
        dead = dead.filter(pk__in=delivery_ids)
    again = dead.update(state=State.WAITING, tries=0, next_try_at=now, expires_at=now + LIFETIME)
    on_commit(enqueue, DELIVER_TASK)
    return again


def require_address(url: str) -> None:
    """Refuse an address that can never be called; what its name resolves to is seen each time."""
    try:
        parts = checked(url)
    except OutboundError:
        raise BadAddressError() from None
    try:
        is_inside = not is_public(str(ip_address(parts.hostname or "")))
    except ValueError:
        is_inside = False  # a name
    if is_inside and parts.netloc not in settings.LOCAL_RECEIVERS:
        raise BadAddressError()


def _locked(webhook_id: int, actor: User) -> Webhook:
    club_id = Webhook.objects.filter(pk=webhook_id).values_list("club", flat=True).first()
    if club_id is None:
        raise NoSuchWebhookError()
    club = lock_organised(club_id, actor)
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id).first()
    if webhook is None:
        raise NoSuchWebhookError()
    webhook.club = club
    return webhook


def _ordered(kinds: Collection[str]) -> list[str]:
    return [kind.value for kind in CHOSEN if kind in kinds]
