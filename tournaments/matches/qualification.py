"""Qualification: the groups that depend on the results of others, and their entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from tournaments.formats.qualification import BestOf, Qualifier, Ranked, seat_best
from tournaments.models import Draft, Entry, Group, Match, MatchSlot, Stage, StageSlot
from tournaments.standings.queries import (
    best_of,
    finalists_of_halves,
    group_rows,
)

TEMP_RANK_OFFSET = 1000
"""Beyond every rank: where two ranks wait while they change places."""


@dataclass(frozen=True)
class QualifiedEntry:
    """An entry, and where in an earlier stage it comes from."""

    entry: int
    group: int | None
    stage: int | None
    rank: int
    place: int | None = None
    half: int = 0

    @property
    def columns(self) -> dict[str, Any]:
        """Return it as the columns of a slot."""
        return {
            "entry_id": self.entry,
            "source_group_id": self.group,
            "source_stage_id": self.stage,
            "source_rank": self.rank,
            "source_place": self.place,
            "source_half": self.half,
        }


def sources_of(group: Group) -> QuerySet[Group]:
    """Return the groups whose results decide the entries of this group."""
    ranks = Q(qualifies__group=group)
    return Group.objects.filter(ranks | Q(stage__sends__group=group)).distinct().order_by("pk")


def dependent_groups(group: Group) -> QuerySet[Group]:
    """Return the groups that wait for the results of this one."""
    ranks = Q(slots__source_group=group)
    waiting = Group.objects.filter(ranks | Q(slots__source_stage=group.stage_id))
    return waiting.distinct().order_by("pk").select_related("stage__competition")


def later_groups(group: Group) -> set[int]:
    """Return the groups that wait, at once or through others, for the results of this one."""
    later: set[int] = set()
    for waiting in dependent_groups(group):
        later |= {waiting.pk} | later_groups(waiting)
    return later


def seeds_sent_by(group: Group) -> QuerySet[StageSlot]:
    """Return the seeds of later stages that a group, or all groups of its stage, fills."""
    return StageSlot.objects.filter(Q(source_group=group) | Q(source_stage=group.stage_id))


def empty_seeds(seeds: QuerySet[StageSlot]) -> None:
    """Remove the entries from seeds whose source was reopened."""
    MatchSlot.objects.filter(seed__in=seeds).update(entry=None)
    seeds.update(entry=None, left=False)


def is_over(group: Group) -> bool:
    """Return whether a group has nothing left to play or to pair.

    One whose rounds are paired may end without a round: of its entries all but one have left.
    """
    if Match.objects.filter(round__group=group).undecided().exists():
        return False
    if not group.stage.how.play.is_paired_in_play:
        return True
    is_awaited = group.awaits_round is not None or Draft.objects.filter(group=group).exists()
    if is_awaited:
        return False
    return group.rounds.exists() or not group.slots.filter(entry__isnull=True).exists()


def is_published(group: Group) -> bool:
    """Return whether a stage fed by other stages was published: one of its seeds has an entry."""
    filled = group.slots.filter(entry__isnull=False)
    return filled.exclude(source_group__isnull=True, source_stage__isnull=True).exists()


def qualifiers_of(group: Group, source: Group) -> dict[StageSlot, QualifiedEntry]:
    """Return the entries that come into a group out of one that is over.

    Ranks compared across all groups come with the last of them.
    """
    slots = _seeds(group)
    qualified = _ranks(slots, source)
    if any(slot.source_stage_id == source.stage_id for slot in slots):
        groups = source.stage.groups.select_related("stage")
        if all(is_over(each) for each in groups):
            qualified |= _best(group, source.stage, slots)
    return qualified


def qualifiers_due(group: Group) -> dict[StageSlot, QualifiedEntry]:
    """Return the entries coming into a group, by seed; none while one of its sources plays on."""
    sources = list(sources_of(group).select_related("stage__competition"))
    if not all(map(is_over, sources)):
        return {}
    slots = _seeds(group)
    qualified = {slot: entry for each in sources for slot, entry in _ranks(slots, each).items()}
    if len(qualified) < len(slots):
        qualified |= _best(group, sources[0].stage, slots)
    return {slot: qualified[slot] for slot in slots}


def _seeds(group: Group) -> list[StageSlot]:
    return list(group.slots.select_related("source_group").order_by("number"))


def _ranks(slots: Sequence[StageSlot], source: Group) -> dict[StageSlot, QualifiedEntry]:
    own = [slot for slot in slots if slot.source_group_id == source.pk]
    if any(slot.source_half for slot in own):
        champions = finalists_of_halves(source)
        return {
            slot: QualifiedEntry(
                champions[slot.source_half - 1], source.pk, None, 1, half=slot.source_half
            )
            for slot in own
        }
    rows = group_rows(source)
    return {
        slot: QualifiedEntry(rows[slot.source_rank - 1].entry, source.pk, None, slot.source_rank)
        for slot in own
        if slot.source_rank is not None
    }


def assign_qualifiers(group: Group, due: Mapping[StageSlot, QualifiedEntry]) -> None:
    """Put entries where they were awaited, in the stage and in its first matches."""
    moved = [slot for slot, qualified in due.items() if _columns(slot) != qualified.columns]
    parked = group.slots.filter(pk__in=[slot.pk for slot in moved])
    # cleared first: an entry holds one place only, also while the places change
    MatchSlot.objects.filter(seed__in=parked).update(entry=None)
    parked.update(entry=None, source_rank=F("source_rank") + TEMP_RANK_OFFSET)
    withdrawn = Entry.objects.filter(competition=group.stage.competition_id, state="withdrawn")
    withdrawn_ids = set() if group.stage.is_bracket else set(withdrawn.values_list("pk", flat=True))
    for slot in moved:
        qualified = due[slot]
        for name, value in qualified.columns.items():
            setattr(slot, name, value)
        slot.left = qualified.entry in withdrawn_ids
        slot.save(update_fields=[*qualified.columns, "left"])
        MatchSlot.objects.filter(seed=slot).update(entry=qualified.entry)


def _columns(slot: StageSlot) -> dict[str, Any]:
    names = ("entry_id", "source_group_id", "source_stage_id", "source_rank", "source_place")
    return {name: getattr(slot, name) for name in (*names, "source_half")}


def _best(
    group: Group, stage: Stage, slots: Sequence[StageSlot]
) -> dict[StageSlot, QualifiedEntry]:
    """Return the best over all groups, away from their group-mates.

    Once organisers have published it by hand, every seed keeps the place that it takes.
    """
    awaited = [slot for slot in slots if slot.source_stage_id == stage.pk]
    rank = awaited[0].source_rank or 0
    lines = best_of(stage, rank)
    dealt = dict(stage.slots.values_list("entry", "group__number"))
    places: dict[Ranked, int] = {
        BestOf(rank, place): dealt[row.entry] for place, row in enumerate(lines, start=1)
    }
    order = [_origin(slot) for slot in slots]
    if group.stage.competition.publishes_alone or not is_published(group):
        order = list(seat_best(_in_order(order), places | _groups(order)))
    return {
        slot: QualifiedEntry(lines[origin.place - 1].entry, None, stage.pk, rank, origin.place)
        for slot, origin in zip(slots, order, strict=True)
        if isinstance(origin, BestOf)
    }


def _origin(slot: StageSlot) -> Ranked:
    rank = slot.source_rank or 0
    if slot.source_group is not None:
        return Qualifier(rank, slot.source_group.number)
    return BestOf(rank, slot.source_place or 0)


def _in_order(order: Sequence[Ranked]) -> list[Ranked]:
    """Return the seeds with the best of all groups in their order, as the draw stored them."""
    best = iter(sorted(ranked for ranked in order if isinstance(ranked, BestOf)))
    return [next(best) if isinstance(ranked, BestOf) else ranked for ranked in order]


def _groups(order: Sequence[Ranked]) -> dict[Ranked, int]:
    return {ranked: ranked.group for ranked in order if isinstance(ranked, Qualifier)}
