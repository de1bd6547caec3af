"""Club matches: line-ups, and the result of each board."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.competitions import Competition
from tournaments.models.entries import RosterPlayer
from tournaments.models.matches import Match


class LineUp(models.Model):
    """The players of one side of a match, by board.

    Until both sides have a line-up, or the deadline has passed, only the side's captain may see it.
    Read it through `tournaments.club_matches.line_ups`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    side = models.PositiveSmallIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )  # null: the deadline passed and the roster's order was used
    at = models.DateTimeField()
    taken_out = models.JSONField(default=list, blank=True)  # places in the roster, once seen

    class Meta:
        ordering = ("match", "side")
        constraints = (
            models.UniqueConstraint(fields=("match", "side"), name="one_line_up_per_side"),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="line_up_has_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}:{self.side}"


class LineUpPlace(models.Model):
    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="places")
    board = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()  # in the order they sit
    player = models.ForeignKey(RosterPlayer, on_delete=models.RESTRICT, related_name="lined_up")
    tie_break = models.BooleanField(default=False)  # there who has played may play again

    class Meta:
        ordering = ("line_up", "board", "place")
        constraints = (
            models.UniqueConstraint(
                fields=("line_up", "board", "place"), name="one_player_per_board_and_place"
            ),
            models.UniqueConstraint(
                fields=("line_up", "player"),
                condition=Q(tie_break=False),
                name="one_board_per_player",
            ),
            models.UniqueConstraint(
                fields=("line_up", "player"),
                condition=Q(tie_break=True),
                name="once_at_the_tie_break",
            ),
        )

    def __str__(self) -> str:
        return f"{self.board}.{self.place}"


class BoardResultQuerySet(models.QuerySet["BoardResult"]):
    """Reads that several pages and services share."""

    def standing(self) -> Self:
        """Return the results that were not voided."""
        return self.filter(voided=False).order_by("match", "board")


class BoardResult(models.Model):
    """The result of one board of a match. Rows are only added; a revoked result is voided."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField()  # one more than there are: the tie-break
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side; null: neither came
    chicos = models.JSONField(default=list)  # the points of each, the first side's first
    walkover = models.BooleanField(default=False)
    voided = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="board_results",
    )  # null: decided by the cards or by the clock
    at = models.DateTimeField()

    objects = BoardResultQuerySet.as_manager()

    class Meta:
        ordering = ("match", "board", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "board"), condition=Q(voided=False), name="one_result_per_board"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=False, winner__in=(0, 1))
                | Q(winner__isnull=True, walkover=True),
                name="a_board_that_was_played_was_won",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}.{self.board}"


SIDES = (0, 1)


def sizes_of(match: Match) -> tuple[int, ...]:
    """Return how many of each side play at each board; empty where a match has one table."""
    return match.competition.board_sizes if match.competition else ()


def deadline_of(match: Match) -> datetime | None:
    """Return the captains' deadline for line-ups; None while the competition is paused."""
    if match.scheduled_at is not None:
        return match.scheduled_at
    competition = match.competition
    running = competition is not None and competition.state == Competition.State.RUNNING
    return match.sit_by if running and match.state == Match.State.CALLED else None


def are_open(match: Match, now: datetime) -> bool:
    """Return whether the line-ups are public: both are in, or the deadline has passed."""
    if match.line_ups.count() == len(SIDES):
        return True
    deadline = deadline_of(match)
    return deadline is not None and deadline <= now
