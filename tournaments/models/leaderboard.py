"""Leaderboards of a period, a club, a format or a family of rules: sums of the ledger, derived."""

from django.conf import settings
from django.db import models

from accounts.models import Club


class Leaderboard(models.Model):
    """One leaderboard: what is empty is not asked about. It exists once it has had a line.

    It is of competitions, or, by its kind, of casual tables.
    """

    key = models.CharField(max_length=60, unique=True)  # what follows, as one word
    kind = models.CharField(max_length=6, blank=True)
    period = models.CharField(max_length=7, blank=True)  # 2026-11, or the season 2026
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="leaderboards"
    )
    format = models.CharField(max_length=12, blank=True)
    family = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ("key",)
        indexes = (
            models.Index(fields=("format", "family", "club", "period"), name="boards_by_what"),
        )

    def __str__(self) -> str:
        return self.key


class LeaderboardLine(models.Model):
    """One player on one leaderboard: what the ledger says of them there."""

    board = models.ForeignKey(Leaderboard, on_delete=models.CASCADE, related_name="lines")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leaderboard_lines"
    )
    points = models.IntegerField()
    matches = models.PositiveIntegerField()  # played to the end
    wins = models.PositiveIntegerField()
    # The same without what organisers wrote down or vouched for.
    table_points = models.IntegerField(default=0)
    table_matches = models.PositiveIntegerField(default=0)
    table_wins = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=("board", "-points", "user"), name="board_by_points"),
            models.Index(fields=("board", "-table_points", "user"), name="board_by_table_points"),
        )
        constraints = (
            models.UniqueConstraint(fields=("user", "board"), name="one_line_per_player"),
        )

    def __str__(self) -> str:
        return f"{self.board}: {self.user} {self.points}"
