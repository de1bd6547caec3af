"""Reviews of finished games, puzzles and their answers.

A review is computed when its player asks for it. A puzzle is a call to accept or refuse; each
family gets one per day.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from games.engine import PRESETS
from games.evaluation import VERSION
from games.evaluation.puzzles import PUZZLE_VERSION
from games.models.tables import Seat


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    """Queries that pages, services and the site map share."""

    def readable(self) -> Self:
        """Return the puzzles that this release can show.

        A newer release may have stored others, and development versions stored some of four seats.
        """
        return self.filter(
            content__version__lte=PUZZLE_VERSION,
            content__preset__in=list(PRESETS),
            content__hands__2__isnull=True,
        )


class Puzzle(ChoiceLabels):
    """A decision with one right answer (`games.evaluation.puzzles`).

    A puzzle with a `day` is the daily one of its family, the same for everyone. One with an `owner`
    comes from a game that they lost, and only they are asked it. The others are asked endlessly.
    """

    class Theme(models.TextChoices):
        ACCEPT = "accept", _("querer o no")
        CALL = "call", _("cantar o callar")
        CARD = "card", _("qué carta jugar")

    WANTED = "quiero"  # the better answer of a puzzle to accept or refuse

    family = models.CharField(max_length=12)
    theme = models.CharField(
        max_length=6, choices=Theme, default=Theme.ACCEPT, db_default=Theme.ACCEPT
    )
    day = models.DateField(null=True, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="own_puzzles",
    )
    # of a puzzle of the stored set, or of a decision in a game: it is added once
    key = models.CharField(max_length=48, null=True, blank=True, unique=True)
    content = models.JSONField()  # includes its `version`
    made_at = models.DateTimeField()
    # difficulty on the scale of `games.puzzles.ratings`
    mu = models.FloatField(default=25.0, db_default=25.0)
    sigma = models.FloatField(default=25.0 / 3, db_default=25.0 / 3)

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("family", "day"), name="one_puzzle_a_day"),)

    def __str__(self) -> str:
        return f"{self.family} · {self.day or self.pk}"

    @property
    def is_wanted(self) -> bool:
        """Whether *quiero* is the better answer."""
        return bool(self.content["best"] == self.WANTED)

    def is_right(self, said: str) -> bool:
        """Return whether an answer is the better one, or as good as it."""
        return said in self.content.get("right", [self.content.get("best")])


class PuzzleAnswer(models.Model):
    """A user's answer; only the first one counts."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers"
    )
    said = models.CharField(max_length=16, db_default="")  # the token of the answer
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("puzzle", "user"), name="one_answer_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.user} · {self.puzzle}"


class PuzzleSkill(models.Model):
    """A person's rating in the puzzles of a family (`games.puzzles.ratings`)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_skills"
    )
    family = models.CharField(max_length=12)
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "family"), name="one_puzzle_skill_a_family"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} · {self.family}"


class ReviewQuerySet(models.QuerySet["Review"]):
    """Queries that services share."""

    def unfinished(self) -> Self:
        """Return the reviews that become ready without another request."""
        return self.filter(status__in=(Review.Status.ASKED, Review.Status.BEGUN))


class Review(ChoiceLabels):
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
