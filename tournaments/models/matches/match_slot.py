"""The sides of matches: an edge of the stored graph for each side that comes out of a match."""

from collections.abc import Iterable, Sequence

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.values.joining import together
from tournaments.models.entry import Entry
from tournaments.models.stage import Round, StageSlot


class MatchSlot(models.Model):
    """One side of a match: an entry, a bye, or whoever comes out of another match.

    Where partners change a side is several entries, and has a slot for each of them.
    """

    class SourceRole(models.TextChoices):
        WINNER = "winner", _("ganador")
        LOSER = "loser", _("perdedor")

    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="slots")
    # The match's own round, kept here because it makes "one entry once per round" a constraint.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(default=1, db_default=1)  # in its side, as they sit
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="slots"
    )
    bye = models.BooleanField(default=False)
    source = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="feeds"
    )
    outcome = models.CharField(max_length=6, choices=SourceRole, blank=True)
    seed = models.OneToOneField(
        StageSlot, null=True, blank=True, on_delete=models.CASCADE, related_name="match_slot"
    )  # where a qualifier comes in
    score = models.FloatField(null=True, blank=True)  # in the table, as a Swiss round was paired

    class Meta:
        ordering = ("match", "side", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "side", "number"), name="one_slot_per_chair_of_a_side"
            ),
            models.UniqueConstraint(
                fields=("round", "entry"),
                condition=Q(entry__isnull=False),
                name="one_match_per_entry_and_round",
            ),
            models.UniqueConstraint(
                fields=("source", "outcome"),
                condition=Q(source__isnull=False),
                name="one_slot_per_outcome",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="slot_has_a_side"),
            models.CheckConstraint(
                condition=Q(bye=False) | Q(entry__isnull=True), name="slot_is_entry_or_bye"
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=True, outcome="")
                    | Q(source__isnull=False, outcome__in=("winner", "loser"))
                ),
                name="source_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=False)
                    | Q(seed__isnull=False)
                    | Q(entry__isnull=False)
                    | Q(bye=True)
                ),
                name="slot_without_source_is_filled",
            ),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(source__isnull=True, bye=False),
                name="slot_has_one_origin",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}:{self.side}"

    @property
    def is_settled(self) -> bool:
        """Whether it is known who stands here, or that nobody does."""
        return self.bye or self.entry_id is not None

    @property
    def is_awaited(self) -> bool:
        """Whether who stands here is still to come out of another competition."""
        return self.entry is not None and self.entry.awaited


def sides_of(slots: Iterable[MatchSlot]) -> tuple[Sequence[MatchSlot], Sequence[MatchSlot]]:
    """Return the slots of each side, as they sit."""
    ordered = sorted(slots, key=lambda slot: slot.number)
    first, second = ([slot for slot in ordered if slot.side == side] for side in (0, 1))
    return first, second


def who_stands(side: Iterable[MatchSlot]) -> str:
    """Name who plays on a side: `Ana y Beto`; empty as long as it is nobody."""
    names = [str(slot.entry) for slot in side if slot.entry is not None]
    return together(names) if names else ""


def names_of_sides(slots: Iterable[MatchSlot]) -> tuple[str, str]:
    """Name who plays, the first side first."""
    first, second = map(who_stands, sides_of(slots))
    return first, second


def rival_of(slots: Iterable[MatchSlot], own: Iterable[Entry]) -> str:
    """Name the side of a match on which none of these entries plays."""
    theirs = {entry.pk for entry in own}
    others = (side for side in sides_of(slots) if theirs.isdisjoint(slot.entry_id for slot in side))
    return who_stands(next(others, ()))
