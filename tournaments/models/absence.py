"""Rounds in which an entry will not be there."""

from django.db import models

from tournaments.models.entry import Entry
from tournaments.models.stage import Group


class Absence(models.Model):
    """An entry that will not be there in a round that is still to be drawn: it is not paired.

    Points are given only to an absence that the entry `asked` for.
    Once the round is published, what it gave stands in the match that the entry has there.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="absences")
    number = models.PositiveSmallIntegerField()  # of the round in its group
    at = models.DateTimeField()
    asked = models.BooleanField(default=True, db_default=True)

    class Meta:
        ordering = ("group", "number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "group", "number"), name="one_absence_per_entry_and_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} · {self.number}"
