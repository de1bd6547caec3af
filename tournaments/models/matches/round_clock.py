"""The clock of a timed round (R-S5): one for all of its matches."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q

from tournaments.models.stage import Round, Stage


class RoundClockQuerySet(models.QuerySet["RoundClock"]):
    """Reads that several services and pages share."""

    def of(self, round_: Round) -> Self:
        """Return the clock of a round, which rounds of other groups share; none if not started."""
        stage = round_.group.stage_id
        return self.filter(stage=stage, part=round_.part, number=round_.number)

    def due(self, now: datetime) -> Self:
        """Return the clocks whose bell has rung, and nobody has been told."""
        untold = Q(told_at__isnull=True) | Q(told_at__lt=F("bell_at"))
        return self.filter(untold, bell_at__lte=now)


class RoundClock(models.Model):
    """A started clock: the instant of its bell or, while it is paused, what is left.

    Its columns are the truth; a table keeps a copy of the bell (`games.services.tables.bell`).
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="clocks")
    part = models.CharField(max_length=8)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    bell_at = models.DateTimeField(null=True, blank=True)
    left = models.DurationField(null=True, blank=True)
    rang_at = models.DateTimeField(null=True, blank=True)  # the first time; it may be given more
    told_at = models.DateTimeField(null=True, blank=True)  # when the tables were told of the last

    objects = RoundClockQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "part", "number")
        indexes = (models.Index(fields=("bell_at",), name="clocks_by_bell"),)
        constraints = (
            models.UniqueConstraint(
                fields=("stage", "part", "number"), name="one_clock_per_round_of_a_stage"
            ),
            models.CheckConstraint(
                condition=Q(bell_at__isnull=False, left__isnull=True)
                | Q(bell_at__isnull=True, left__isnull=False),
                name="clock_runs_or_is_paused",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage_id} · {self.part}.{self.number}"

    def is_of(self, round_: Round | None) -> bool:
        """Tell whether it is the clock of a round."""
        key = (self.stage_id, self.part, self.number)
        return round_ is not None and (round_.group.stage_id, round_.part, round_.number) == key

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self.bell_at is None

    def has_rung(self, now: datetime) -> bool:
        """Tell whether the bell has rung; a round that was given more time goes on."""
        return self.bell_at is not None and self.bell_at <= now

    def is_due(self, now: datetime) -> bool:
        """Tell whether the tables have still to be told of the bell."""
        if self.bell_at is None or self.bell_at > now:
            return False
        return self.told_at is None or self.told_at < self.bell_at

    def remaining(self, now: datetime) -> timedelta:
        """Return what is left; nothing once it has rung."""
        if self.bell_at is None:
            assert self.left is not None, "a paused clock knows what is left"
            return self.left
        return max(timedelta(), self.bell_at - now)
