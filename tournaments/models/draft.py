"""A round that was drawn and is not published. It has no matches: nothing of it can be played."""

from typing import Any

from django.db import models
from django.db.models import Q

from tournaments.formats.drafting import Pools
from tournaments.models.competition import Competition
from tournaments.models.stage import Group


class Draft(models.Model):
    """The next round of a competition as its organisers see it, before anybody else does.

    Entries go by their pk. Without a group it is the first draw: then nothing of the competition is
    drawn yet, and `seeded` and `dealt` keep what the published seed made of who came.
    """

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="draft")
    group = models.OneToOneField(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="draft"
    )
    number = models.PositiveSmallIntegerField(default=1)  # of the round in its group
    basis = models.CharField(max_length=64)  # a digest of what it was drawn from
    seed = models.CharField(max_length=64, blank=True)
    seeded = models.JSONField(default=list, blank=True)  # [entry, strength], the best first
    dealt = models.JSONField(default=list, blank=True)  # of each tier, the entries of its groups
    drawn = models.JSONField()  # the pools as they were drawn
    pools = models.JSONField()  # and as they stand
    version = models.PositiveIntegerField(default=0)  # how often it was changed by hand
    anew = models.BooleanField(default=False)  # what the one before it was drawn from has changed
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(group__isnull=True) & ~Q(seed="") | Q(group__isnull=False, seed=""),
                name="draft_has_a_group_or_a_seed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"

    @property
    def mark(self) -> str:
        """What tells it from what it was before: whoever acts on it has seen it."""
        return f"{self.pk}.{self.version}"

    @property
    def as_drawn(self) -> Pools[int]:
        """Its pools before anybody touched them."""
        return _pools(self.drawn)

    @property
    def as_it_stands(self) -> Pools[int]:
        """Its pools as they would be published now."""
        return _pools(self.pools)


def _pools(written: list[list[Any]]) -> Pools[int]:
    return tuple(map(tuple, written))
