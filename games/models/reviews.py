"""Reviews of finished games, puzzles and their answers.

A review is computed when its player asks for it. A puzzle is a call to accept or refuse; each
family gets one per day.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.evaluation import VERSION
from games.models.tables import Seat


class Puzzle(models.Model):
    """*¿Querés o no querés?* (`games.evaluation.puzzles`), the same for everyone on its day."""

    WANTED = "quiero"  # the better answer

    family = models.CharField(max_length=12)
    day = models.DateField()
    content = models.JSONField()  # includes its `version`
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("family", "day"), name="one_puzzle_a_day"),)

    def __str__(self) -> str:
        return f"{self.family} · {self.day}"

    @property
    def is_wanted(self) -> bool:
        """Whether *quiero* is the better answer."""
        return bool(self.content["best"] == self.WANTED)


class PuzzleAnswer(models.Model):
    """A user's answer; only the first one counts."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers"
    )
    wants = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("puzzle", "user"), name="one_answer_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.puzzle}"


class ReviewQuerySet(models.QuerySet["Review"]):
    """Queries that services share."""

    def unfinished(self) -> Self:
        """Return the reviews that become ready without another request."""
        return self.filter(status__in=(Review.Status.ASKED, Review.Status.BEGUN))


class Review(models.Model):
    """The values of a seat's decisions (`games.evaluation`); visible only to its player."""

    class Status(models.TextChoices):
        ASKED = "asked"
        BEGUN = "begun"
        READY = "ready"
        FAILED = "failed"

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    status = models.CharField(max_length=6, choices=Status, default=Status.ASKED)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    content = models.JSONField(default=dict, blank=True)  # includes its `version`

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("status",), condition=Q(status="begun"), name="one_review_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}"

    @property
    def is_ready(self) -> bool:
        """Whether the review is readable and made by the current evaluation."""
        return self.status == self.Status.READY and self.content.get("version") == VERSION

    @property
    def is_awaited(self) -> bool:
        """Whether the review becomes ready without another request."""
        return self.status in (self.Status.ASKED, self.Status.BEGUN)
