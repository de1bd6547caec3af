"""Push subscriptions, push delivery, and the address to e-mail a user at.

A subscription ends with the session it was created in. A slow or unreachable push service delays
only the sender, never a click or the clock (docs/accounts.md).
"""

import json
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.notification_types import KINDS, REMINDER, Notice
from accounts.common.sessions import still_signed_in
from accounts.models import PushSubscription, User
from accounts.notifications import web_push
from truco_site.outbound import OutboundError, checked, post


class BrowserUnusableError(RefusedError):
    code = "browser-unusable"
    message = _("Este navegador no dio una dirección a la que se le pueda avisar.")


def address_of(user: User) -> str | None:
    """Return a person's e-mail address; None for a robot or a deleted account.

    If the site requires verification, only a verified address counts.
    """
    if user.is_robot or not user.is_active:
        return None
    addresses = EmailAddress.objects.filter(user=user)
    if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
        addresses = addresses.filter(verified=True)
    address = addresses.order_by("-primary", "-verified", "pk").first()
    return address.email if address else None


logger = logging.getLogger(__name__)
SUBSCRIPTION_KEY: Final = (
    "push"  # in the session: the id of its subscription, which survives a new session key
)
EXPIRED_STATUSES: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
BACKOFF: Final = timedelta(minutes=1)  # after a first failure, doubled with each
MAX_BACKOFF: Final = timedelta(days=1)
# A separate pool, so that the threads that drive the clock never wait for a push service.
_senders = ThreadPoolExecutor(max_workers=4, thread_name_prefix="push")


@transaction.atomic
def subscribe(
    *, user: User, session_key: str, endpoint: str, p256dh: str, auth: str, now: datetime
) -> PushSubscription:
    """Subscribe a person in this browser; replaces another person's subscription there.

    Raises RefusedError `browser-unusable` for values that no browser would send.
    """
    try:
        checked(endpoint)
    except OutboundError:
        raise BrowserUnusableError() from None
    if not web_push.is_browser(p256dh, auth):
        raise BrowserUnusableError()
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    PushSubscription.objects.filter(session_key=session_key).exclude(endpoint=endpoint).delete()
    subscription, _ = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={
            "user": user,
            "p256dh": p256dh,
            "auth": auth,
            "session_key": session_key,
            "created_at": now,
            "failures": 0,
            "rests_until": None,
        },
    )
    newest = user.push_subscriptions.order_by("-created_at", "-pk")[: PushSubscription.PER_PERSON]
    user.push_subscriptions.exclude(pk__in=list(newest.values_list("pk", flat=True))).delete()
    return subscription


def unsubscribe(*, session_key: str) -> None:
    """Unsubscribe the browser of a session."""
    PushSubscription.objects.filter(session_key=session_key).delete()


def unsubscribe_everywhere(*, user: User) -> None:
    """Unsubscribe a person in all browsers."""
    user.push_subscriptions.all().delete()


def move_subscriptions(*, subscription_id: int, user: User, to: str) -> None:
    """Move a subscription to a new session key, unless it belongs to another person now."""
    row = PushSubscription.objects.filter(pk=subscription_id)
    row.exclude(user=user).delete()
    row.update(session_key=to)


def mute_notifications(*, user: User, kinds: set[str]) -> None:
    """Mute these kinds of notifications for a person, and unmute all others."""
    muted = sorted(kinds & KINDS.keys() - {REMINDER})
    User.objects.filter(pk=user.pk).update(muted=muted, daily_reminder=REMINDER not in kinds)


def is_wanted(user: User, kind: str) -> bool:
    """Return whether a person gets this kind of notification."""
    return user.daily_reminder if kind == REMINDER else kind not in user.muted


def notify(
    *, people: Iterable[int], kind: str, words: Callable[[User], Notice | None], now: datetime
) -> None:
    """Queue a notification to each person in each of their browsers, without waiting.

    `words` renders it in the person's language, or returns None if it no longer applies. It is not
    called for people without a browser, or who have muted the kind.
    """
    listening = PushSubscription.objects.due(now).filter(user__in=people, user__is_active=True)
    for user in User.objects.filter(pk__in=listening.values("user")):
        if not is_wanted(user, kind):
            continue
        with translation.override(user.language), timezone.override(ZoneInfo(user.zone)):
            notice = words(user)
        if notice is not None:
            for pk in user.push_subscriptions.due(now).values_list("pk", flat=True):
                _senders.submit(_send, pk, notice, now)


def _send(subscription_id: int, notice: Notice, now: datetime) -> None:
    try:
        deliver(subscription_id=subscription_id, notice=notice, now=now)
    except Exception:
        logger.exception("subscription %s cannot be told", subscription_id)
    finally:
        connection.close()


def deliver(*, subscription_id: int, notice: Notice, now: datetime) -> bool:
    """Send a notification to one browser; return whether its push service accepted it."""
    row = PushSubscription.objects.filter(pk=subscription_id).first()
    if row is None:
        return False
    if row.session_key not in still_signed_in([row.session_key]):
        row.delete()
        return False
    try:
        status = post(row.endpoint, headers=_headers(row, notice, now), body=_body(row, notice))
        return _record_push_outcome(row, status.status, now)
    except OutboundError as error:
        logger.warning("subscription %s was not told: %s", row.pk, error.code)
        return _record_push_outcome(row, 0, now)


def _body(row: PushSubscription, notice: Notice) -> bytes:
    payload = {
        "title": notice.title,
        "body": notice.body,
        "url": notice.url,
        "tag": f"{notice.kind}-{notice.about}",
    }
    message = json.dumps(payload, ensure_ascii=False).encode()
    return web_push.encrypted(message, p256dh=row.p256dh, auth=row.auth)


def _headers(row: PushSubscription, notice: Notice, now: datetime) -> dict[str, str]:
    kind, key = KINDS[notice.kind], web_push.site_key(settings.VAPID_KEY)
    contact = settings.SITE_URL or f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    return {
        "Authorization": web_push.authorization(row.endpoint, key=key, contact=contact, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(kind.life.total_seconds())),
        "Topic": f"{notice.kind}-{notice.about}",
        "Urgency": "high" if kind.is_urgent else "normal",
    }


def _record_push_outcome(row: PushSubscription, status: int, now: datetime) -> bool:
    """Store the outcome of a push: delete expired subscriptions, back off after failures."""
    mine = PushSubscription.objects.filter(pk=row.pk, endpoint=row.endpoint)
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        if row.failures:
            mine.update(failures=0, rests_until=None)
        return True
    if status in EXPIRED_STATUSES or row.failures + 1 >= PushSubscription.FAILURES:
        mine.delete()
    else:
        rest = min(BACKOFF * 2**row.failures, MAX_BACKOFF)
        mine.update(failures=F("failures") + 1, rests_until=now + rest)
    return False
