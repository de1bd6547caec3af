"""What results say: of each person, and which of them were taken back."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.values.erased import NameField
from tournaments.models.matches.match import Match


class PlayerResultQuerySet(models.QuerySet["PlayerResult"]):
    """Reads that several pages and services share."""

    def standing(self) -> Self:
        """Return what the results that stand say; what was taken back is history."""
        return self.filter(number=F("match__reopened"))


class PlayerResult(models.Model):
    """What a result says of one person: their side, and what keeps them from scoring."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="player_results")
    # Which of the match's results: as many had been taken back when it was written.
    number = models.PositiveSmallIntegerField(default=0)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="match_results"
    )
    side = models.PositiveSmallIntegerField()
    automatic = models.BooleanField(default=False)  # a robot ended their game
    guest = models.BooleanField(default=False)  # they played without an account
    # In a match of boards: at which they sat, and whether that board was won.
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    won = models.BooleanField(null=True, blank=True)

    objects = PlayerResultQuerySet.as_manager()

    class Meta:
        ordering = ("match", "number", "side", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "user", "number"), name="one_word_per_player_and_result"
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="result_has_a_side"),
            models.CheckConstraint(
                condition=Q(board__isnull=True, won__isnull=True)
                | Q(board__isnull=False, won__isnull=False),
                name="who_sat_at_a_board_won_it_or_lost_it",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}"

    def has_won(self, winner: int | None) -> bool:
        """Tell whether they won: their board if they sat at one, else with the `winner`'s side."""
        return self.side == winner if self.won is None else self.won


class RevokedResult(models.Model):
    """A result that was taken back, as it stood; by whom and why. Rows are only ever added."""

    class State(models.TextChoices):
        COMPLETED = "completed", _("jugado")
        WALKOVER = "walkover", _("ganado por ausencia")
        DOUBLE_WALKOVER = "double_walkover", _("sin presentes")
        ANNULLED = "annulled", _("anulado")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="revoked")
    number = models.PositiveSmallIntegerField()  # 0 is the match's first result
    state = models.CharField(max_length=15, choices=State)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side
    points_reason = models.CharField(max_length=10, choices=Match.PointsReason)
    by_time = models.BooleanField(default=False)
    completed_at = models.DateTimeField()
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="revoked_results"
    )
    reason = NameField(max_length=200)
    revoked_at = models.DateTimeField()

    class Meta:
        ordering = ("match", "number")
        indexes = (models.Index(fields=("completed_at", "match"), name="revoked_in_ranking_order"),)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="a_result_is_revoked_once"),
            models.CheckConstraint(
                condition=(
                    Q(state="completed", winner__isnull=False, winner__in=(0, 1))
                    & ~Q(points_reason__in=("", "walkover", "annulled"))
                )
                | Q(
                    state="walkover",
                    winner__isnull=False,
                    winner__in=(0, 1),
                    points_reason="walkover",
                )
                | Q(state="double_walkover", winner__isnull=True, points_reason="walkover")
                | Q(state="annulled", winner__isnull=True, points_reason="annulled"),
                name="revoked_result_was_one",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} ({self.number})"
