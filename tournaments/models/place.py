"""The places of a competition: a cap that the database holds."""

from typing import Self

from django.db import models

from tournaments.models.competition import Competition


class PlaceQuerySet(models.QuerySet["Place"]):
    """Reads that several services share."""

    def free(self) -> Self:
        """Return the places that nobody holds, the first one first."""
        return self.filter(entry__isnull=True).order_by("number")


class Place(models.Model):
    """One of the places of a competition: as many rows as its cap, so nobody enters over it."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()

    objects = PlaceQuerySet.as_manager()

    class Meta:
        ordering = ("competition", "number")
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_place_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"
