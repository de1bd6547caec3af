"""Webhooks for tests: their address, their secret, and what they are sent."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from standardwebhooks import Webhook as Reader

from accounts.models import User
from tests.tournaments.cups import club_of
from tests.truco_site.receivers import Request
from tournaments.models import Competition, CompetitionEvent, Webhook, WebhookDelivery
from tournaments.webhooks import delivery, services
from tournaments.webhooks.events import publish_events, unpublished


@dataclass(frozen=True)
class Hooked:
    """A webhook with its secret."""

    row: Webhook
    secret: str

    def read(self, got: Request, secret: str = "") -> Any:
        """Verify a message with the library of Standard Webhooks; return its JSON."""
        return Reader(secret or self.secret).verify(got.body, got.headers)

    def now(self) -> Webhook:
        self.row.refresh_from_db()
        return self.row

    def delivery(self) -> WebhookDelivery:
        return self.row.deliveries.latest("pk")


def hook(organiser: User, url: str, now: datetime, *kinds: str) -> Hooked:
    club = club_of(organiser)
    return Hooked(
        *services.create_webhook(club_id=club.pk, actor=organiser, url=url, kinds=kinds, now=now)
    )


def publish(now: datetime) -> list[CompetitionEvent]:
    """Publish what waits; return all events in their order."""
    for pk in list(unpublished()):
        publish_events(competition_id=pk, now=now)
    return list(CompetitionEvent.objects.order_by("competition", "number", "pk"))


def kinds_of(cup: Competition, now: datetime) -> list[str]:
    return [event.kind for event in publish(now) if event.competition_id == cup.pk]


def send(now: datetime, *, later: timedelta = timedelta()) -> int:
    """Send what is due; the clock stands still."""
    return delivery.deliver(read_clock=lambda: now + later)


def body_of(got: Request) -> Any:
    return json.loads(got.body)
