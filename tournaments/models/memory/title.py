"""Who ended where in what is over: the steps of its podium, derived from its results."""

from django.db import models
from django.db.models import Q

from tournaments.models.competition import Competition
from tournaments.models.entry import Entry

STEPS = 3  # of a podium


class Title(models.Model):
    """One place of a finished competition: champion, runner-up, third; several may share one."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="titles")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="titles")
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("competition", "rank", "pk")
        constraints = (
            models.UniqueConstraint(fields=("competition", "entry"), name="one_title_per_entry"),
            models.CheckConstraint(
                condition=Q(rank__gte=1, rank__lte=STEPS), name="a_title_is_a_step_of_the_podium"
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition}: {self.rank}. {self.entry}"
