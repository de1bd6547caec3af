"""What a decided match sets off beyond its bracket: the next round, the next stage, the end.

The rounds of a table open one after the other: nobody is called to two tables at once. Where a
competition does not publish by itself, what would follow is kept as a draft.
"""

from datetime import datetime

from tournaments.models import Competition, Draft, Group, Match, MatchSlot, StageSlot
from tournaments.results.standings import champion_of, group_rows
from tournaments.services.draw.fixtures import store_paired_round
from tournaments.services.draw.next_round import (
    draft_of_ranks,
    draft_round,
    due_pairings,
    is_published,
)
from tournaments.services.locks import lock_competition, lock_group
from tournaments.services.matches.bracket import settle


def move_on(match: Match, *, now: datetime) -> None:
    """See what follows from a match of a competition that was just decided."""
    assert match.round is not None
    stage = match.round.group.stage
    if not stage.is_bracket:
        _close_round(lock_group(match.round.group_id), match.round.number, now)
    finish_if_over(stage.competition_id, now=now)


def follow(group: Group, *, now: datetime) -> None:
    """See what follows in a locked table as it stands: its next round, the next stage, the end."""
    last = group.rounds.order_by("number").last()
    if last is not None and not group.stage.is_bracket:
        _close_round(group, last.number, now)
    finish_if_over(group.stage.competition_id, now=now)


def open_round(group: Group, number: int, *, now: datetime) -> bool:
    """Open a round of a locked group; return False if the group has no such round.

    One that results pair is paired here. It is a row of its own, so it cannot be paired twice.
    """
    if pairings := due_pairings(group, number):
        store_paired_round(group, number, pairings)
    matches = Match.objects.filter(round__group=group, round__number=number)
    settle(matches.values_list("pk", flat=True), now=now)
    return matches.exists()


def finish_if_over(competition_id: int, *, now: datetime) -> None:
    """Close a competition whose last match has been decided, under its lock: finals may race."""
    competition = lock_competition(competition_id)
    if competition.is_over or Match.objects.of(competition_id).undecided().exists():
        return
    if Draft.objects.filter(competition=competition).exists():
        return
    competition.state, competition.finished_at = Competition.State.FINISHED, now
    competition.champion_id = champion_of(competition)
    competition.save(update_fields=["state", "finished_at", "champion"])


def _close_round(group: Group, number: int, now: datetime) -> None:
    """Once all rounds so far are decided the next one opens; after the last the group is over.

    The match that was just decided may be of an earlier round, reopened when later ones had begun.
    """
    while not _is_undecided(group, number):
        number += 1
        if _waits_to_be_published(group, number, now):
            return
        if not open_round(group, number, now=now):
            _qualify(group, now)
            return


def _is_undecided(group: Group, number: int) -> bool:
    matches = Match.objects.filter(round__group=group, round__number__lte=number)
    return matches.undecided().exists()


def _waits_to_be_published(group: Group, number: int, now: datetime) -> bool:
    """Draft the round where its organisers publish it; return whether one is due."""
    if group.stage.competition.publishes_alone or not group.stage.how.is_paired_by_results:
        return False
    if group.rounds.filter(number=number).exists():
        return False
    return draft_round(group, number, now=now)


def _qualify(group: Group, now: datetime) -> None:
    """Send those who ended a group at the ranks that count to the slots that wait for them.

    Where organisers publish, the stage that waits is a draft once the last of its groups has ended.
    """
    waiting = Group.objects.filter(slots__source_group=group).distinct()
    for stage in waiting.select_related("stage__competition"):
        if stage.stage.competition.publishes_alone or is_published(stage):
            _send(group, stage, now)
        else:
            draft_of_ranks(stage, now=now)


def _send(group: Group, stage: Group, now: datetime) -> None:
    rows = group_rows(group)
    slots = list(group.qualifies.filter(group=stage).order_by("source_rank"))
    due = {slot: rows[(slot.source_rank or 0) - 1].entry for slot in slots}
    moved = [slot for slot in slots if slot.entry_id != due[slot]]
    for slot in moved:  # nobody stands in two places, also while they change
        hold(slot, None)
    for slot in moved:
        hold(slot, due[slot])
    settle(Match.objects.filter(slots__seed__in=slots).values_list("pk", flat=True), now=now)


def hold(slot: StageSlot, entry: int | None) -> None:
    """Put an entry where a rank was awaited, in the stage and in its first match."""
    slot.entry_id = entry
    slot.save(update_fields=["entry"])
    MatchSlot.objects.filter(seed=slot).update(entry=entry)
