"""Results that organisers and scorers write by hand."""

from collections.abc import Sequence
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.values.erased import NameField
from tournaments.formats.by_time import stopped_game
from tournaments.formats.chicos import WrittenGame
from tournaments.models.matches.match import Match


class ResultSubmissionQuerySet(models.QuerySet["ResultSubmission"]):
    """Reads that several pages and services share."""

    def standing(self) -> Self:
        """Return those that were not taken back."""
        return self.filter(number=F("match__reopened"))


class ResultSubmission(models.Model):
    """The result of a match as it was written down. Rows are only ever added.

    One that was taken back stays; its number is lower than the match's `reopened`.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiza")
        SCORER = "scorer", _("tanteador")
        SLIP = "slip", _("papeleta")
        BOARDS = "boards", _("mesa por mesa")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveSmallIntegerField(default=0)  # which of the match's results
    chicos = models.JSONField()  # of each game the points of its chicos, the first side's first
    stopped = models.BooleanField(default=False)  # the bell stopped its last game
    winner = models.PositiveSmallIntegerField()  # side
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="submissions",
    )  # nobody: the tables of its boards said it
    role = models.CharField(max_length=9, choices=Role)
    slip_of = NameField(max_length=200, blank=True)  # whose slip said it; its maker submitted it
    reason = NameField(max_length=200, blank=True)
    at = models.DateTimeField()

    objects = ResultSubmissionQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_submission_per_result"),
            models.CheckConstraint(condition=Q(winner__in=(0, 1)), name="submission_has_a_winner"),
            models.CheckConstraint(
                condition=Q(submitted_by__isnull=False) | Q(role="boards"),
                name="only_boards_speak_for_themselves",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.submitted_by}"

    @property
    def games(self) -> tuple[WrittenGame, ...]:
        """The games as values."""
        games = written_games(self.chicos)
        if not self.stopped:
            return games
        return (*games[:-1], stopped_game(games[:-1], games[-1], self.winner))

    @property
    def in_order(self) -> list[tuple[int, int]]:
        """Every chico, one game after the other."""
        return [chico for game in self.games for chico in game.chicos]


def written_games(chicos: Sequence[Sequence[Sequence[int]]]) -> tuple[WrittenGame, ...]:
    """Return games as values from the points of their chicos, as they are stored."""
    return tuple(WrittenGame(tuple((a, b) for a, b in game)) for game in chicos)
