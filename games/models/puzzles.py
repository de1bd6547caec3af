"""Puzzles: a call that was to be wanted or not, one a day in each family, and who answered what."""

from django.conf import settings
from django.db import models


class Puzzle(models.Model):
    """*¿Querés o no querés?* (`games.review.puzzles`), everybody's on its day; it names nobody."""

    WANTED = "quiero"  # as the better answer

    family = models.CharField(max_length=12)
    day = models.DateField()
    content = models.JSONField()  # with its `version`
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
    """A person's answer; the first one stands."""

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
