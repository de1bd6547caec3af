"""Events of competitions for other programs, the addresses they are sent to, and the deliveries.

An event is written in the transaction of what happened, and numbered after the commit: the numbers
of a competition follow the order of the commits and have no gaps.
"""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from tournaments.models.competitions import Competition
from truco_site.outbound import LONGEST_URL


class CompetitionEvent(ChoiceLabels):
    """Something that happened in a competition, as ids and figures: names are read when asked for.

    `number` is None until the event is published.
    """

    class Kind(models.TextChoices):
        ENTERED = "entry.added", _("una inscripción")
        LEFT = "entry.withdrawn", _("un retiro")
        DRAWN = "draw.published", _("un sorteo")
        CALLED = "match.called", _("un partido llamado")
        DECIDED = "match.decided", _("un resultado")
        REVOKED = "result.revoked", _("una corrección")
        FINISHED = "competition.finished", _("el podio")
        POINTS = "points.awarded", _("los puntos")
        TEST = "webhook.test", _("una prueba")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    competition = models.ForeignKey(
        Competition, null=True, blank=True, on_delete=models.CASCADE, related_name="events"
    )  # None for tests of a webhook
    kind = models.CharField(max_length=24, choices=Kind)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)
    number = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_event_per_number"),
        )
        indexes = (
            models.Index(
                fields=("competition",), condition=Q(number=None), name="events_to_publish"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} · {self.at:%Y-%m-%d %H:%M:%S}"


class EventCounter(models.Model):
    """The number of the last published event of a competition; its lock orders the publishers."""

    competition = models.OneToOneField(
        Competition, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    last = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.competition_id}: {self.last}"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Which addresses are sent events."""

    def on(self) -> Self:
        """Return the webhooks that are switched on."""
        return self.filter(off="")

    def free(self, now: datetime) -> Self:
        """Return the webhooks that neither pause after a failure nor are being sent to."""
        # A rest beyond the maximum means that the clock was set back since.
        over = Q(rests_until=None) | Q(rests_until__lte=now)
        return self.on().filter(over | Q(rests_until__gt=now + Webhook.LONGEST_REST))


class Webhook(ChoiceLabels):
    """An address to which the events of a club are sent, signed with a secret of its own."""

    PER_CLUB = 10
    LONGEST_REST = timedelta(minutes=15)

    class Off(models.TextChoices):
        ON = "", _("prendida")
        BY_HAND = "by-hand", _("apagada a mano")
        GONE = "gone", _("apagada: contestó que ya no quiere nada (410)")
        FAILING = "failing", _("apagada: hace tres días que no contesta bien")
        NO_SECRET = "no-secret", _("apagada: se perdió la clave del sitio, pedí un secreto nuevo")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=LONGEST_URL)
    kinds = models.JSONField(default=list)  # empty: all
    sealed_secret = models.TextField()  # encrypted with the site's keys
    sealed_old_secret = models.TextField(blank=True)  # signs as well until `old_until`
    old_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    off = models.CharField(max_length=10, choices=Off, blank=True, default=Off.ON)
    failures = models.PositiveSmallIntegerField(default=0)  # consecutive
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)  # also the lease of a sender

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.url

    def wants(self, kind: str) -> bool:
        """Return whether events of this kind are sent to it."""
        return not self.kinds or kind in self.kinds


class WebhookDeliveryQuerySet(models.QuerySet["WebhookDelivery"]):
    """Deliveries, each tried again until the receiver acknowledges it or it expires."""

    def due(self, now: datetime) -> Self:
        """Return the deliveries to try now, in their order."""
        late = Q(next_try_at__lte=now) | Q(next_try_at__gt=now + WebhookDelivery.LONGEST_PAUSE)
        return self.filter(late, state="waiting", expires_at__gt=now).order_by("next_try_at", "pk")


class WebhookDelivery(ChoiceLabels):
    """One event for one webhook; it is tried until it is acknowledged or has expired."""

    LONGEST_PAUSE = timedelta(hours=4)  # between two tries

    class State(models.TextChoices):
        WAITING = "waiting", _("por mandar")
        ACKNOWLEDGED = "acknowledged", _("recibida")
        DEAD = "dead", _("sin entregar")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(CompetitionEvent, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)  # of the last answer
    error = models.CharField(max_length=12, blank=True)  # why there was none

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("webhook", "event"), name="one_delivery_per_event"),
        )
        indexes = (
            models.Index(fields=("webhook", "state", "next_try_at"), name="deliveries_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.event_id} -> {self.webhook_id}: {self.state}"
