"""Claims to a name on a roster, made through the event's QR code with or without an account."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef

from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry, RosterPlayer


class NameClaimQuerySet(models.QuerySet["NameClaim"]):
    """Reads that several pages and services share."""

    def of(self, competition_id: int | OuterRef) -> Self:
        """Return the claims of a competition, without those of entries that have left."""
        claims = self.filter(competition=competition_id)
        return claims.exclude(player__entry__state=Entry.State.WITHDRAWN)

    def pending(self) -> Self:
        """Return those that do not count yet, the first to come first."""
        return self.filter(counted_at__isnull=True).order_by("at", "pk")

    def counted(self) -> Self:
        """Return those that count, the last one first."""
        return self.filter(counted_at__isnull=False).order_by("-counted_at", "-pk")


class NameClaim(models.Model):
    """A person's claim to be a player of an entry, pending until it counts."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="name_claims"
    )
    player = models.OneToOneField(RosterPlayer, on_delete=models.CASCADE, related_name="claim")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_claims"
    )
    at = models.DateTimeField()
    counted_at = models.DateTimeField(null=True, blank=True)
    network = models.CharField(
        max_length=64, blank=True, default="", db_default=""
    )  # a keyed hash of the address it came from; forgotten after thirty days

    objects = NameClaimQuerySet.as_manager()

    class Meta:
        ordering = ("competition", "at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("competition", "user"), name="one_name_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.player}"

    @property
    def counts(self) -> bool:
        """Whether its person is the player."""
        return self.counted_at is not None
