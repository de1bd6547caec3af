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
    """Who plays at which board for one side of a match.

    Until both sides have theirs, or its hour has come, nobody but the side's captain may see it:
    read it through `tournaments.results.boards`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    side = models.PositiveSmallIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )  # nobody: the hour came, and the order of the list counts
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
    """One place of a line-up."""

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
        """Return those that count."""
        return self.filter(voided=False).order_by("match", "board")


class BoardResult(models.Model):
    """How one board of a match ended. Rows are only added: what is taken back is voided."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField()  # one more than there are: the tie-break
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side; none: nobody came
    chicos = models.JSONField(default=list)  # the points of each, the first side's first
    walkover = models.BooleanField(default=False)
    voided = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="board_results",
    )  # nobody: the cards or the clock said it
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
    """Return until when captains name who plays where; a paused competition waits."""
    if match.scheduled_at is not None:
        return match.scheduled_at
    competition = match.competition
    running = competition is not None and competition.state == Competition.State.RUNNING
    return match.sit_by if running and match.state == Match.State.CALLED else None


def are_open(match: Match, now: datetime) -> bool:
    """Tell whether everybody may see the line-ups: both are in, or their hour has come."""
    if match.line_ups.count() == len(SIDES):
        return True
    deadline = deadline_of(match)
    return deadline is not None and deadline <= now
