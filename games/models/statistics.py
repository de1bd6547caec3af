"""What each seat did, as figures."""

from django.db import models

from games.models.tables import Seat


class FigureCounts(models.Model):
    """Columns for what was done with cards (`records.statistics`), none of it on automatic."""

    hands = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    envidos_called = models.PositiveIntegerField(default=0)
    envidos_won = models.PositiveIntegerField(default=0)
    trucos_called = models.PositiveIntegerField(default=0)
    trucos_accepted = models.PositiveIntegerField(default=0)
    trucos_won = models.PositiveIntegerField(default=0)
    flores = models.PositiveIntegerField(default=0)
    comeback = models.PositiveSmallIntegerField(default=0)  # points behind, in a game then won

    class Meta:
        abstract = True


class SeatStatistics(FigureCounts):
    """What the person of one seat did in a finished game, counted from its log."""

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="statistics"
    )

    class Meta:
        verbose_name_plural = "seat statistics"

    def __str__(self) -> str:
        return str(self.seat)
