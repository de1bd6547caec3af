"""The webhooks of a club with their latest deliveries, for its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from accounts.models import Club
from tournaments.models import CompetitionEvent, Webhook, WebhookDelivery
from tournaments.webhooks.labels import outcome

SHOWN: Final = 12
State = WebhookDelivery.State


@dataclass(frozen=True)
class DeliveryLine:
    """A delivery as the page of a webhook lists it, its outcome translated."""

    row: WebhookDelivery
    outcome: str


@dataclass(frozen=True)
class WebhookLine:
    """A webhook, what it is sent, and its latest deliveries; undelivered ones come first."""

    row: Webhook
    kinds: Sequence[str]
    undelivered: int
    deliveries: Sequence[DeliveryLine]


def webhooks_of(club: Club) -> list[WebhookLine]:
    """Return the webhooks of a club, the oldest first."""
    return [_line(webhook) for webhook in club.webhooks.select_related("created_by")]


def _line(webhook: Webhook) -> WebhookLine:
    deliveries = webhook.deliveries.select_related("event__competition")
    dead = deliveries.filter(state=State.DEAD)
    latest = [*dead[:SHOWN], *deliveries.exclude(state=State.DEAD)[:SHOWN]][:SHOWN]
    return WebhookLine(
        row=webhook,
        kinds=[str(CompetitionEvent.Kind(kind).label) for kind in webhook.kinds],
        undelivered=dead.count(),
        deliveries=[DeliveryLine(each, outcome(each)) for each in latest],
    )
