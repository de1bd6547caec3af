"""Slips of paper: a code for each side of a match, and what was said with them."""

from collections.abc import Sequence
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models.entry import Entry
from tournaments.models.matches.match import Match
from tournaments.models.matches.match_slot import names_of_sides


class SlipQuerySet(models.QuerySet["Slip"]):
    """Reads that pages and services share."""

    def valid(self) -> Self:
        """Return those of matches that the same two still play, and were not taken back since."""
        return (
            self.filter(number=F("match__reopened"))
            .filter(match__slots__side=0, match__slots__entry=F("first"))
            .filter(match__slots__side=1, match__slots__entry=F("second"))
        )


class Slip(models.Model):
    """The paper of one match; its two codes follow from `nonce` and the site's secret.

    What is stored of a code is a keyed hash: who reads the database cannot write a result.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slips")
    number = models.PositiveSmallIntegerField()  # which of the match's results it is for
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=32)
    first_key = models.CharField(max_length=64, unique=True)
    second_key = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="slips"
    )
    made_at = models.DateTimeField()

    objects = SlipQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "number", "first", "second"), name="one_slip_per_pairing"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} ({self.number})"

    @property
    def names(self) -> tuple[str, str]:
        """Who plays, by side; where partners change, all of it."""
        slots = self.match.slots.all()
        if len(slots) > len((self.first, self.second)):
            return names_of_sides(slots)
        return str(self.first), str(self.second)


class SlipClaim(models.Model):
    """A result as one side says it; the last word of a side counts. Rows are only ever added."""

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="claims")
    side = models.PositiveSmallIntegerField()
    chicos = models.JSONField()  # points of each chico, the first side's first
    at = models.DateTimeField()

    class Meta:
        ordering = ("slip", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="claim_has_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.slip_id}.{self.side}"

    @property
    def games(self) -> Sequence[tuple[int, int]]:
        """What was said, as a result is written."""
        return [(first, second) for first, second in self.chicos]
