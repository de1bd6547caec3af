"""Effects of a decided match: the next round, the qualifiers, the next stage, the end.

They are the same for results from cards, from the clock and from organisers. The rounds of a
table open one after the other, so no entry is called to two tables at once. A slow draw is only
noted here and happens after the result (`tournaments.draw.rounds`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Max, Min, Q, QuerySet

from accounts.common.transactions import enqueue, on_commit
from tournaments.common import hooks
from tournaments.common.broadcast import broadcast_match
from tournaments.common.errors import NextStagePairedError
from tournaments.common.locks import WHOLE, lock_competition, lock_group
from tournaments.formats.qualification import BestOf, Qualifier, Ranked, seat_best
from tournaments.matches.bracket import Decision, propagate, propagate_stored, record_decision
from tournaments.models import Competition, Draft, Entry, Group, Match, MatchSlot, Stage, StageSlot
from tournaments.standings.queries import (
    best_of,
    champion_of,
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
    found: set[int] = set()
    for waiting in dependent_groups(group):
        found |= {waiting.pk} | later_groups(waiting)
    return found


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
    if not group.stage.how.is_paired_in_play:
        return True
    is_awaited = group.awaits_round is not None or Draft.objects.filter(group=group).exists()
    if is_awaited:
        return False
    return group.rounds.exists() or not group.slots.filter(entry__isnull=True).exists()


def is_published(group: Group) -> bool:
    """Return whether a stage fed by other stages was published: one of its seeds has an entry."""
    known = group.slots.filter(entry__isnull=False)
    return known.exclude(source_group__isnull=True, source_stage__isnull=True).exists()


def qualifiers_of(group: Group, source: Group) -> dict[StageSlot, QualifiedEntry]:
    """Return the entries that come into a group out of one that is over.

    Ranks compared across all groups come with the last of them.
    """
    slots = _seeds(group)
    found = _ranks(slots, source)
    if any(slot.source_stage_id == source.stage_id for slot in slots):
        groups = source.stage.groups.select_related("stage")
        if all(is_over(each) for each in groups):
            found |= _best(group, source.stage, slots)
    return found


def qualifiers_due(group: Group) -> dict[StageSlot, QualifiedEntry]:
    """Return the entries coming into a group, by seed; none while one of its sources plays on."""
    sources = list(sources_of(group).select_related("stage__competition"))
    if not all(map(is_over, sources)):
        return {}
    slots = _seeds(group)
    found = {slot: held for each in sources for slot, held in _ranks(slots, each).items()}
    if len(found) < len(slots):
        found |= _best(group, sources[0].stage, slots)
    return {slot: found[slot] for slot in slots}


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
    moved = [slot for slot, held in due.items() if _columns(slot) != held.columns]
    parked = group.slots.filter(pk__in=[slot.pk for slot in moved])
    MatchSlot.objects.filter(seed__in=parked).update(entry=None)  # an entry holds one place only,
    parked.update(
        entry=None, source_rank=F("source_rank") + TEMP_RANK_OFFSET
    )  # also while they change
    gone = Entry.objects.filter(competition=group.stage.competition_id, state="withdrawn")
    left = set() if group.stage.is_bracket else set(gone.values_list("pk", flat=True))
    for slot in moved:
        held = due[slot]
        for name, value in held.columns.items():
            setattr(slot, name, value)
        slot.left = held.entry in left
        slot.save(update_fields=[*held.columns, "left"])
        MatchSlot.objects.filter(seed=slot).update(entry=held.entry)


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
    best = iter(sorted(one for one in order if isinstance(one, BestOf)))
    return [next(best) if isinstance(one, BestOf) else one for one in order]


def _groups(order: Sequence[Ranked]) -> dict[Ranked, int]:
    return {one: one.group for one in order if isinstance(one, Qualifier)}


AWAITED_TASK = "tournaments.tasks.draw_awaited_round"
TITLES_TASK = "tournaments.tasks.write_titles"


def advance_stage(match: Match, *, leads_on: bool = False, now: datetime) -> None:
    """Advance the competition after one of its matches was decided.

    Nothing ends while something is open whose lock this transaction holds: in a bracket a match
    that this one feeds (`leads_on`), else the group. The transaction that decides it advances the
    stage after the commit.
    """
    assert match.round is not None
    group, number = match.round.group, match.round.number
    if group.stage.is_bracket:
        goes_on = leads_on
    else:
        goes_on = not _close_round(lock_group(group.pk), number, now)
    if not goes_on:
        finish_if_over(group.stage.competition_id, now=now)


def start_dependent_groups(group: Group, *, now: datetime) -> None:
    """Open what a locked group's results allow: a round, a stage, or the competition's end."""
    if group.rounds.exists() and not group.stage.is_bracket:
        _close_round(group, _decided_rounds(group), now)
    finish_if_over(group.stage.competition_id, now=now)


def _decided_rounds(group: Group) -> int:
    """Return the number of the last round of a table up to which every match is decided."""
    undecided = Match.objects.filter(round__group=group).undecided()
    first: int | None = undecided.aggregate(first=Min("round__number"))["first"]
    last: int = group.rounds.aggregate(last=Max("number"))["last"]
    return last if first is None else first - 1


def open_round(group: Group, number: int, *, now: datetime) -> bool:
    """Open a stored round of a locked table; return False if it has no such round."""
    matches = Match.objects.filter(round__group=group, round__number=number)
    propagate_stored(matches, now=now)
    return matches.exists()


def open_for(entry: Entry, *, now: datetime) -> None:
    """Open what an entry that was awaited can play now, or lose; its competition is locked."""
    own = Match.objects.filter(slots__entry=entry).select_related(WHOLE).order_by("pk")
    due = [match.pk for match in own.filter(state=Match.State.PENDING) if is_open(match)]
    propagate(due, now=now)
    for match in own.filter(pk__in=due, state__in=Match.DECIDED):
        advance_stage(match, now=now)


def finish_if_over(competition_id: int, *, now: datetime) -> None:
    """Close a competition whose last match has been decided, under its lock: finals may race."""
    competition = lock_competition(competition_id)
    if not competition.is_over and not has_more_to_come(competition):
        finish_competition(competition, champion_of(competition), now=now)


def has_more_to_come(competition: Competition) -> bool:
    """Return whether anything is still to be played, published or drawn."""
    groups = Group.objects.filter(stage__competition=competition)
    return (
        Match.objects.of(competition.pk).undecided().exists()
        or Draft.objects.filter(competition=competition).exists()
        or groups.awaiting().exists()
    )


def finish_competition(competition: Competition, champion: int | None, *, now: datetime) -> None:
    """Close a locked competition."""
    competition.state, competition.finished_at = Competition.State.FINISHED, now
    competition.champion_id = champion
    competition.awaits_titles = True
    competition.save(update_fields=["state", "finished_at", "champion", "awaits_titles"])
    hooks.qualifiers.source_competition_changed(competition)
    on_commit(enqueue, TITLES_TASK, competition.pk)


def _close_round(group: Group, number: int, now: datetime) -> bool:
    """Open the next round once all rounds so far are decided; after the last, end the group.

    Without rounds the format is asked for the next matches after every result.

    The match that was just decided may belong to an earlier round, reopened after later ones
    started. Return whether all rounds were decided.
    """
    if not group.stage.how.is_round_by_round:
        _await_round(group, group.rounds.count() + 1)
        return True
    if is_undecided(group, number):
        return False
    while True:
        number += 1
        if _is_to_be_paired(group, number):
            if _sends_on_after(group, number):
                qualify(group, now=now)
            else:
                _await_round(group, number)
            return True
        if not open_round(group, number, now=now):
            qualify(group, now=now)
            return True
        if is_undecided(group, number):
            return True


def is_undecided(group: Group, number: int) -> bool:
    """Return whether a group has an undecided match in its rounds up to a number."""
    matches = Match.objects.filter(round__group=group, round__number__lte=number)
    return matches.undecided().exists()


def is_open(match: Match) -> bool:
    """Return whether a match can begin: where rounds follow each other, its round has started."""
    assert match.round is not None, "casual matches await nobody"
    group, number = match.round.group, match.round.number
    in_order = group.stage.how.is_round_by_round and not group.stage.is_scheduled
    if not in_order or not is_undecided(group, number - 1):
        return True
    begun = Match.objects.filter(round__group=group, round__number__gte=number)
    return begun.exclude(state=Match.State.PENDING).exists()


def _is_to_be_paired(group: Group, number: int) -> bool:
    paired = group.stage.how.is_paired_in_play
    return paired and not group.rounds.filter(number=number).exists()


def _await_round(group: Group, number: int) -> None:
    """Note what a locked group awaits; it is drawn after the commit."""
    group.awaits_round, group.asked_again_at = number, None
    group.save(update_fields=["awaits_round", "asked_again_at"])
    on_commit(enqueue, AWAITED_TASK, group.pk)


def _sends_on_after(group: Group, number: int) -> bool:
    """Return whether the group has no such round and feeds others; this check is cheap."""
    return number > (group.stage.swiss_rounds or 0) and dependent_groups(group).exists()


def qualify(group: Group, *, now: datetime) -> None:
    """Send the qualified of a locked group that is over to the stages that take them.

    Where organisers publish, the waiting stage is a draft once the last of its groups has ended:
    of two that end at once the second finds the stage locked, and then sees the first. A stage that
    pairs by results takes them all together. A knockout knows each as soon as their group is over,
    and begins after the last of its groups. Once organisers have ended the competition early nobody
    is sent on.
    """
    if group.stage.competition.early_end:
        return
    for waiting in dependent_groups(group):
        locked = lock_group(waiting.pk)
        if not waiting.stage.is_bracket:
            _fill(locked)
        elif waiting.stage.competition.publishes_alone or is_published(waiting):
            assign_qualifiers(locked, qualifiers_of(locked, group))
            if _are_over(sources_of(locked)):
                first = Match.objects.filter(slots__seed__group=locked)
                propagate(first.values_list("pk", flat=True), now=now)
        elif _are_over(sources_of(locked)):
            _await_round(locked, 1)


def _are_over(groups: QuerySet[Group]) -> bool:
    return all(map(is_over, groups.select_related("stage")))


def _fill(group: Group) -> None:
    """Fill a locked table with the qualified, once all are known, and pair them.

    Raises RefusedError `next-stage-paired` if they differ from the entries that are playing it.
    """
    due = qualifiers_due(group)
    is_paired = group.rounds.exists()
    if is_paired and {held.entry for held in due.values()} != _members(group):
        raise NextStagePairedError()
    assign_qualifiers(group, due)
    if due and not is_paired:
        _await_round(group, 1)


def _members(group: Group) -> set[int | None]:
    return set(group.slots.values_list("entry", flat=True))


def finish_match(match: Match, outcome: Decision, *, now: datetime, has_calls: bool = True) -> None:
    """Decide a locked match of a competition and advance its stage.

    Open calls of the judge are dropped, unless the caller knows that there are none.
    """
    leads_on = record_decision(match, outcome, now=now)
    if has_calls:
        match.disputes.calls().drop(now)  # boards that were given away can still be appealed
    advance_stage(match, leads_on=leads_on, now=now)
    broadcast_match(match)
