"""What no sheet and no result took: its scorer had not seen what others wrote meanwhile."""

from collections.abc import Sequence
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.formats.sheet import Mark
from tournaments.models.matches.match import Match
from tournaments.models.matches.sheet import ScoreMark, columns_of

GAMES = "games"  # what a whole result has in the place of a mark's columns


class HeldMarksQuerySet(models.QuerySet["HeldMarks"]):
    """Questions about marks that are held."""

    def open(self) -> Self:
        """Return those that nobody has decided on."""
        return self.filter(settled_at__isnull=True)


class HeldMarks(models.Model):
    """What one browser had to send, in its order, once; the desk decides whether it counts.

    A whole result is held as one mark; what it was written against is then a submission.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="held")
    batch = models.CharField(max_length=64)  # the id of the first of them
    seen_version = models.PositiveIntegerField()  # of their sheet; the submission of a result
    marks = models.JSONField()  # each its id and its columns
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="held_marks"
    )
    at = models.DateTimeField()
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    counted = models.BooleanField(default=False)

    objects = HeldMarksQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "batch"), name="marks_are_held_once"),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, settled_by__isnull=True, counted=False)
                | Q(settled_at__isnull=False, settled_by__isnull=False),
                name="held_marks_are_settled_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.batch}"

    @property
    def values(self) -> list[tuple[str, Mark]]:
        """The marks with their ids, as `tournaments.formats.sheet` reads them."""
        return [(name, ScoreMark(**columns).value) for name, columns in self.marks]

    @property
    def games(self) -> list[tuple[int, int]]:
        """The result as it was written; none where these are marks of a sheet."""
        ((_name, columns), *_) = self.marks
        return [(first, second) for first, second in columns.get(GAMES, ())]

    @staticmethod
    def of_result(
        name: str, games: Sequence[tuple[int, int]]
    ) -> list[tuple[str, dict[str, object]]]:
        """Return a result as it is kept."""
        return [(name, {GAMES: [list(game) for game in games]})]

    @staticmethod
    def written(marks: Sequence[tuple[str, Mark]]) -> list[tuple[str, dict[str, object]]]:
        """Return marks as they are kept."""
        return [(name, columns_of(mark)) for name, mark in marks]
