"""What a decided match sets off beyond its bracket: the next round, the next stage, the end.

The rounds of a table open one after the other: nobody is called to two tables at once. What takes
long to draw is only noted here, and drawn after the result (`tournaments.services.draw.awaited`).
"""

from datetime import datetime

from django.db.models import QuerySet

from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from tournaments.models import Competition, Draft, Entry, Group, Match
from tournaments.results.standings import champion_of
from tournaments.services.draw.taking import (
    all_due,
    due_of,
    give,
    is_over,
    is_published,
    led_to_by,
    sources_of,
)
from tournaments.services.feeders.marking import source_changed
from tournaments.services.locks import WHOLE, lock_competition, lock_group
from tournaments.services.matches.bracket import settle, settle_stored

AWAITED_TASK = "tournaments.tasks.draw_awaited_round"
TITLES_TASK = "tournaments.tasks.write_titles"


def move_on(match: Match, *, leads_on: bool = False, now: datetime) -> None:
    """See what follows from a match of a competition that was just decided.

    While something is open whose lock this transaction has (of a bracket a match that this one
    `leads_on` to, else the group) nothing is over: whoever decides that comes here after the
    commit.
    """
    assert match.round is not None
    group, number = match.round.group, match.round.number
    if group.stage.is_bracket:
        goes_on = leads_on
    else:
        goes_on = not _close_round(lock_group(group.pk), number, now)
    if not goes_on:
        finish_if_over(group.stage.competition_id, now=now)


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


def open_for(entry: Entry, *, now: datetime) -> None:
    """Open what an entry that was awaited can play now, or lose; its competition is locked."""
    own = Match.objects.filter(slots__entry=entry).select_related(WHOLE).order_by("pk")
    due = [match.pk for match in own.filter(state=Match.State.PENDING) if is_open(match)]
    settle(due, now=now)
    for match in own.filter(pk__in=due, state__in=Match.DECIDED):
        move_on(match, now=now)


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
    source_changed(competition)
    on_commit(enqueue, TITLES_TASK, competition.pk)


def _close_round(group: Group, number: int, now: datetime) -> bool:
    """Once all rounds so far are decided the next one opens; after the last the group is over.

    The match that was just decided may be of an earlier round, reopened when later ones had begun.
    Return whether they were decided.
    """
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
    """Tell whether something is open in the rounds of a table up to a number."""
    matches = Match.objects.filter(round__group=group, round__number__lte=number)
    return matches.undecided().exists()


def is_open(match: Match) -> bool:
    """Tell whether the round of a match has begun; in a bracket each match has its own time."""
    assert match.round is not None, "casual matches await nobody"
    group, number = match.round.group, match.round.number
    if group.stage.is_bracket or group.stage.is_scheduled or not is_undecided(group, number - 1):
        return True
    begun = Match.objects.filter(round__group=group, round__number__gte=number)
    return begun.exclude(state=Match.State.PENDING).exists()


def _is_to_be_paired(group: Group, number: int) -> bool:
    paired = group.stage.how.is_paired_by_results
    return paired and not group.rounds.filter(number=number).exists()


def _await_round(group: Group, number: int) -> None:
    """Note what a locked group awaits; it is drawn after the commit."""
    group.awaits_round = number
    group.save(update_fields=["awaits_round"])
    on_commit(enqueue, AWAITED_TASK, group.pk)


def _sends_on_after(group: Group, number: int) -> bool:
    """Tell whether a table has no such round, and others wait for it: that is no long work."""
    return number > (group.stage.swiss_rounds or 0) and led_to_by(group).exists()


def qualify(group: Group, *, now: datetime) -> None:
    """Send the qualified of a locked group that is over to the stages that take them.

    Where organisers publish, the waiting stage is a draft once the last of its groups has ended:
    of two that end at once the second finds the stage locked, and then sees the first. A stage that
    pairs by results takes them all together. A knockout knows each as soon as their group is over,
    and begins after the last of its groups.
    """
    for waiting in led_to_by(group):
        locked = lock_group(waiting.pk)
        if not waiting.stage.is_bracket:
            _fill(locked)
        elif waiting.stage.competition.publishes_alone or is_published(waiting):
            give(locked, due_of(locked, group))
            if _are_over(sources_of(locked)):
                first = Match.objects.filter(slots__seed__group=locked)
                settle(first.values_list("pk", flat=True), now=now)
        elif _are_over(sources_of(locked)):
            _await_round(locked, 1)


def _are_over(groups: QuerySet[Group]) -> bool:
    return all(map(is_over, groups.select_related("stage")))


def _fill(group: Group) -> None:
    """Fill a locked table with the qualified, once all are known, and pair them.

    Raises RefusedError `next-stage-paired` if they differ from the entries that are playing it.
    """
    due = all_due(group)
    is_paired = group.rounds.exists()
    if is_paired and {held.entry for held in due.values()} != _members(group):
        raise RefusedError("next-stage-paired")
    give(group, due)
    if due and not is_paired:
        _await_round(group, 1)


def _members(group: Group) -> set[int | None]:
    return set(group.slots.values_list("entry", flat=True))
