"""Push subscriptions of users' browsers."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from truco_site.outbound import LONGEST_URL


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    """Queries for the subscribed browsers."""

    def due(self, now: datetime) -> "PushSubscriptionQuerySet":
        """Filter the subscriptions that are not paused after a failure."""
        return self.filter(Q(rests_until__isnull=True) | Q(rests_until__lte=now))


class PushSubscription(models.Model):
    """A browser in which a person wants push notifications, as long as it stays signed in."""

    PER_PERSON = 8  # browsers; a further one replaces the oldest
    FAILURES = 8  # consecutive failures, after which the browser counts as gone

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=LONGEST_URL, unique=True)
    p256dh = models.CharField(max_length=100)  # the browser's public key
    auth = models.CharField(max_length=32)  # the browser's authentication secret
    session_key = models.CharField(max_length=40, db_index=True)
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)  # consecutive
    rests_until = models.DateTimeField(null=True, blank=True)

    objects = PushSubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.user} · {self.created_at:%Y-%m-%d}"
