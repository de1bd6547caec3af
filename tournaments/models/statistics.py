"""What players did in the matches they played to the end: sums over the ledger and their games."""

from django.conf import settings
from django.db import models

from games.models import FigureCounts


class PlayerStatistics(FigureCounts):
    """One player's figures in one family of rules; without a family in all of them together."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="statistics"
    )
    family = models.CharField(max_length=12, blank=True)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)  # matches won in a row, up to the last
    best_streak = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("user", "family")
        verbose_name_plural = "player statistics"
        constraints = (
            models.UniqueConstraint(fields=("user", "family"), name="one_row_per_family"),
        )

    def __str__(self) -> str:
        return f"{self.user} {self.family}"
