"""What the site signed."""

from django.db import models

from games.models.tables import Game, Seat


class RecordSignature(models.Model):
    """What the site signed of a finished game (`fair.signatures`), and the names it was told with.

    Names, salts and hashes stand in one order: the game's title, then the seats. A person who is
    erased leaves None for the name and "" for the salt.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="signature"
    )
    names = models.JSONField()
    salts = models.JSONField()
    hashes = models.JSONField()
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    key = models.CharField(max_length=64)  # the public one

    def __str__(self) -> str:
        return self.digest


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
