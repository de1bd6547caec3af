"""The seasons of a club's leaderboards, by dates of its own."""

from django.db import models
from django.db.models import F, Q

from accounts.models import Club
from accounts.values.names import validate_shown_name


class Season(models.Model):
    """Some days of a club, the last of them left open or not; two never share a day.

    What was written in them counts by the instants, which are those of the club's clock when its
    days were chosen: a club that moves keeps the seasons it had.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=30, validators=(validate_shown_name,))
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    begins_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("club", "-starts_on")
        constraints = (
            models.UniqueConstraint(fields=("club", "begins_at"), name="one_season_at_a_time"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("begins_at")),
                name="a_season_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True, ends_on__isnull=True)
                | Q(ends_at__isnull=False, ends_on__isnull=False),
                name="a_season_has_a_last_day_or_none",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def period(self) -> str:
        """How leaderboards call it: `s12`."""
        return f"s{self.pk}"
