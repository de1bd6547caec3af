"""The best that each player did at a club: what its records are chosen from, derived."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models import Game
from tournaments.models.matches.match import Match


class Feat(models.Model):
    """One player's best of a kind in a club's competitions: in a year, or without one ever."""

    class Kind(models.TextChoices):
        STREAK = "streak", _("Racha más larga")
        COMEBACK = "comeback", _("Mayor remontada")
        ENVIDOS = "envidos", _("Más envidos ganados en una partida")
        YEAR = "year", _("Más envidos ganados en un año")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="feats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="feats"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    year = models.CharField(max_length=4, blank=True)  # of a YEAR always; else empty is ever
    value = models.PositiveIntegerField()
    at = models.DateTimeField()  # when the result was written that made it so
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )  # whose record tells it card by card

    class Meta:
        ordering = ("club", "kind", "year", "-value", "at", "user")
        indexes = (
            models.Index(
                fields=("club", "kind", "year", "-value", "at", "user"), name="feats_by_value"
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("user", "club", "kind", "year"), name="one_best_of_a_kind"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self.kind} {self.year} {self.user} {self.value}"
