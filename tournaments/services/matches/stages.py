"""What a decided match sets off beyond its bracket: the next round, the next stage, the end.

The rounds of a table open one after the other: nobody is called to two tables at once. What takes
long to draw is only noted here, and drawn after the result (`tournaments.services.draw.awaited`).
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from games.services.alarm import enqueue
from tournaments.models import Competition, Draft, Group, Match, MatchSlot, StageSlot
from tournaments.results.standings import champion_of, group_rows
from tournaments.services.draw.next_round import is_published
from tournaments.services.locks import lock_competition, lock_group
from tournaments.services.matches.bracket import settle, settle_stored

AWAITED_TASK = "tournaments.tasks.draw_awaited_round"
TITLES_TASK = "tournaments.tasks.write_titles"


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
    """Open a stored round of a locked table; return False if it has no such round."""
    matches = Match.objects.filter(round__group=group, round__number=number)
    settle_stored(matches, now=now)
    return matches.exists()


def finish_if_over(competition_id: int, *, now: datetime) -> None:
    """Close a competition whose last match has been decided, under its lock: finals may race."""
    competition = lock_competition(competition_id)
    if not competition.is_over and not has_more_to_come(competition):
        finish(competition, champion_of(competition), now=now)


def has_more_to_come(competition: Competition) -> bool:
    """Tell whether something is still to be played, published or drawn."""
    groups = Group.objects.filter(stage__competition=competition)
    return (
        Match.objects.of(competition.pk).undecided().exists()
        or Draft.objects.filter(competition=competition).exists()
        or groups.awaiting().exists()
    )


def finish(competition: Competition, champion: int | None, *, now: datetime) -> None:
    """Close a locked competition."""
    competition.state, competition.finished_at = Competition.State.FINISHED, now
    competition.champion_id = champion
    competition.awaits_titles = True
    competition.save(update_fields=["state", "finished_at", "champion", "awaits_titles"])
    transaction.on_commit(partial(enqueue, TITLES_TASK, competition.pk), robust=True)


def _close_round(group: Group, number: int, now: datetime) -> None:
    """Once all rounds so far are decided the next one opens; after the last the group is over.

    The match that was just decided may be of an earlier round, reopened when later ones had begun.
    """
    while not is_undecided(group, number):
        number += 1
        if _is_to_be_paired(group, number):
            _await_round(group, number)
            return
        if not open_round(group, number, now=now):
            _qualify(group, now)
            return


def is_undecided(group: Group, number: int) -> bool:
    """Tell whether something is open in the rounds of a table up to a number."""
    matches = Match.objects.filter(round__group=group, round__number__lte=number)
    return matches.undecided().exists()


def _is_to_be_paired(group: Group, number: int) -> bool:
    paired = group.stage.how.is_paired_by_results
    return paired and not group.rounds.filter(number=number).exists()


def _await_round(group: Group, number: int) -> None:
    """Note what a locked group awaits; it is drawn after the commit."""
    group.awaits_round = number
    group.save(update_fields=["awaits_round"])
    transaction.on_commit(partial(enqueue, AWAITED_TASK, group.pk), robust=True)


def _qualify(group: Group, now: datetime) -> None:
    """Send those who ended a group at the ranks that count to the slots that wait for them.

    Where organisers publish, the stage that waits is a draft once the last of its groups has ended:
    of two that end at once the second finds the stage locked, and then sees the first.
    """
    waiting = Group.objects.filter(slots__source_group=group).distinct().order_by("pk")
    for stage in waiting.select_related("stage__competition"):
        if stage.stage.competition.publishes_alone or is_published(stage):
            _send(group, stage, now)
            continue
        locked = lock_group(stage.pk)
        sources = Group.objects.filter(qualifies__group=stage)
        if not Match.objects.undecided().filter(round__group__in=sources).exists():
            _await_round(locked, 1)


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
