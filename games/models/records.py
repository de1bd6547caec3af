"""Signatures of finished games, and statistics of each seat."""

from django.db import models

from games.models.tables import Game, Seat


class RecordSignature(models.Model):
    """Signature of a finished game's record (`games.fair.signatures`), and its names.

    Names, salts and hashes have the same order: the game's title, then the seats. Erasing a person
    sets their name to None and their salt to "".
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="signature"
    )
    names = models.JSONField()
    salts = models.JSONField()
    hashes = models.JSONField()
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    key = models.CharField(max_length=64)  # the public key

    def __str__(self) -> str:
        return self.digest


class FigureCounts(models.Model):
    """Columns for figures of card play (`games.play.statistics`); automatic hands are excluded."""

    hands = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    envidos_called = models.PositiveIntegerField(default=0)
    envidos_won = models.PositiveIntegerField(default=0)
    trucos_called = models.PositiveIntegerField(default=0)
    trucos_accepted = models.PositiveIntegerField(default=0)
    trucos_won = models.PositiveIntegerField(default=0)
    flores = models.PositiveIntegerField(default=0)
    # points behind, in a game that was then won
    comeback = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True


class SeatStatistics(FigureCounts):
    """Figures of one seat's player in a finished game, counted from its log."""

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="statistics"
    )

    class Meta:
        verbose_name_plural = "seat statistics"

    def __str__(self) -> str:
        return str(self.seat)
