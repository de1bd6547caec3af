"""What follows from results for players: the ledger, ratings and the leaderboard, all derived."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Window
from django.db.models.functions import Rank
from django.utils.translation import gettext_lazy as _

from tournaments.models.match import Match


class PointsEntry(models.Model):
    """One line of the ledger, computed from the stored result alone. Rows are only ever added."""

    class Reason(models.TextChoices):
        PLAYED = "played", _("jugado")
        PRESENCIAL = "presencial", _("jugado en un evento presencial")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")
        AUTOMATIC = "automatic", _("no puntúa: terminó en automático")

    COUNTED = (Reason.PLAYED, Reason.PRESENCIAL, Reason.SHARED_IP, Reason.AUTOMATIC)

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="points")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="points"
    )
    won = models.BooleanField()
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=10, choices=Reason)

    class Meta:
        ordering = ("match", "pk")
        verbose_name_plural = "points entries"
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="points_once_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}: {self.points:+d}"


class RatingChange(models.Model):
    """A person's skill rating after one match, in the order of (completed_at, match)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="one_rating_change_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}: {self.mu:.1f}"


class PlayerStandingQuerySet(models.QuerySet["PlayerStanding"]):
    """Reads that several pages share."""

    def leaderboard(self) -> Self:
        """Return everybody by points, with `rank` counted 1 2 3 3 5."""
        return self.annotate(rank=Window(Rank(), order_by=F("points").desc())).order_by(
            "-points", "user_id"
        )


class PlayerStanding(models.Model):
    """A line of the leaderboard: sums of the ledger and the latest rating, kept at hand."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="standing",
    )
    points = models.IntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)  # played to the end
    wins = models.PositiveIntegerField(default=0)
    mu = models.FloatField()
    sigma = models.FloatField()

    objects = PlayerStandingQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("-points", "user"), name="standings_by_points"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.points}"


class RankingTurn(models.Model):
    """The one row that whoever writes the ranking holds: ratings depend on their order."""

    def __str__(self) -> str:
        return "ranking"
