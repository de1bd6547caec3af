"""Players who look for rivals: one row for each person, however many tabs they have."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engine import Rules
from games.models.tables import Game, read_stored_rules


class PairingRequestQuerySet(models.QuerySet["PairingRequest"]):
    """Queries that the services and pages of quick pairing share."""

    def searching(self, seen_since: datetime) -> Self:
        """Return the requests without a table whose page was open at `seen_since` or later."""
        return self.filter(game=None, seen_at__gte=seen_since, user__is_active=True)

    def alike(self, request: "PairingRequest") -> Self:
        """Return the requests for the same game."""
        return self.filter(
            preset=request.preset, options=request.options, competitive=request.competitive
        )


class PairingRequest(models.Model):
    """A person who looks for rivals, until they sit at the table that was found."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pairing_request"
    )
    preset = models.CharField(max_length=24)
    options = models.JSONField(default=dict, blank=True)
    competitive = models.BooleanField(default=False)
    strength = models.FloatField()  # the mean of their rating when they asked
    is_near = models.BooleanField(default=True)  # begins with rivals of about the same strength
    is_trusted = models.BooleanField(default=False)  # games with their own address count
    address = models.CharField(max_length=64, blank=True)  # a keyed hash
    asked_at = models.DateTimeField()
    seen_at = models.DateTimeField()  # by a page that was open
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="paired"
    )
    paired_at = models.DateTimeField(null=True, blank=True)
    # The practice table where a robot keeps them company meanwhile.
    company = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="company_of"
    )

    objects = PairingRequestQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("seen_at",), condition=Q(game=None), name="searching_by_visit"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(game=None, paired_at=None)
                | Q(game__isnull=False, paired_at__isnull=False),
                name="paired_request_has_its_hour",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}"

    @property
    def rules(self) -> Rules:
        """The rules as a value of the engine."""
        return read_stored_rules(self.preset, self.options)
