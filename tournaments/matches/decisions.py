"""A decided match: its outcome, and what follows in the bracket, the rounds and the stages.

A decided match fills the slots that depend on it, byes pass through, the last result of a round
opens the next one, the last of a group sends its qualified on, the last of all ends the
competition. That is the same for results from cards, from the clock and from organisers.

Matches are stored after those that feed them, so locks are taken in ascending order. The rounds of
a table open one after the other, so no entry is called to two tables at once. A slow draw is only
noted here and happens after the result (`tournaments.draw.rounds`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit
from tournaments.common import hooks
from tournaments.common.broadcast import Kind, broadcast_match, record_match_event
from tournaments.common.errors import NextStagePairedError
from tournaments.common.locks import WHOLE, lock_competition, lock_group
from tournaments.formats.bracket import sent
from tournaments.formats.ranking_points import Circumstances, points_reason
from tournaments.matches.player_results import record_players
from tournaments.matches.qualification import (
    assign_qualifiers,
    dependent_groups,
    is_over,
    is_published,
    qualifiers_due,
    qualifiers_of,
    sources_of,
)
from tournaments.models import (
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    MatchQuerySet,
    MatchSlot,
    sides_of,
)
from tournaments.standings.queries import champion_of

State = Match.State
Reason = Match.PointsReason
CALL_TASK = "tournaments.tasks.call_ready_matches"
AWAITED_TASK = "tournaments.tasks.draw_awaited_round"
TITLES_TASK = "tournaments.tasks.write_titles"
OUTCOME = ("state", "winner", "points_reason", "completed_at", "by_time", "waits_since")


@dataclass(frozen=True)
class Decision:
    """The outcome of a match, as stored on its row."""

    state: Match.State
    winner: int | None
    reason: Match.PointsReason | str = ""
    by_time: bool = False
    by_hand: bool = False  # entered by hand; the match's rosters played it

    @classmethod
    def played(
        cls,
        winner: int | None,
        reason: Match.PointsReason,
        *,
        by_time: bool = False,
        by_hand: bool = False,
    ) -> "Decision":
        """Won or drawn at the table, perhaps because the bell rang."""
        return cls(State.COMPLETED, winner, reason, by_time, by_hand)

    @classmethod
    def walkover(cls, present: Sequence[int]) -> "Decision":
        """Return a win for the only side present, or a double walkover if neither is."""
        reason = Reason(points_reason(Circumstances(walkover=True)))
        if present:
            return cls(State.WALKOVER, present[0], reason)
        return cls(State.DOUBLE_WALKOVER, None, reason)

    @classmethod
    def bye(cls, present: Sequence[int]) -> "Decision":
        """Nobody to play against; a side that is there passes on."""
        return cls(State.BYE, present[0] if present else None)

    @classmethod
    def annulled(cls) -> "Decision":
        """Return the decision for a match of a cancelled competition: no side advances."""
        return cls(State.ANNULLED, None, Reason(points_reason(Circumstances(annulled=True))))


def record_decision(match: Match, outcome: Decision, *, now: datetime) -> bool:
    """Write the outcome of a locked match, once, and carry it on.

    Return whether a match that it leads to is open: this transaction has locked that one.
    """
    _write(match, outcome, now)
    return outcome.state != State.ANNULLED and propagate(_feed(match), now=now)


def propagate(match_ids: Iterable[int], *, now: datetime) -> bool:
    """Make matches ready once both slots are known, or decide those that need no play.

    Each match is locked and checked after all matches that feed it. Return whether one of them is
    open.
    """
    waiting, is_open = set(match_ids), False
    while waiting:
        waiting.remove(first := min(waiting))
        rows = Match.objects.select_for_update(of=("self",)).select_related(WHOLE)
        match = rows.get(pk=first)
        slots = list(match.slots.select_related("entry").order_by("side"))
        if match.state != State.PENDING or not all(slot.is_settled for slot in slots):
            is_open = is_open or not match.is_decided
            continue
        outcome = without_playing(match, slots)
        if outcome is None:
            is_open = True
            if any(slot.is_awaited for slot in slots):
                continue  # the player still comes from another competition
            match.state = State.READY
            match.save(update_fields=["state"])
            on_commit(enqueue, CALL_TASK)
        else:
            _write(match, outcome, now)
            waiting |= _feed(match)
    return is_open


def propagate_stored(matches: MatchQuerySet, *, now: datetime) -> None:
    """Settle matches that no other match feeds: just stored, or of a round-robin or Swiss table.

    Playable matches become ready at once; the others are checked one by one.
    """
    pending = matches.filter(state=State.PENDING).order_by("pk")
    slots = MatchSlot.objects.filter(match=OuterRef("pk"))
    waiting = Exists(slots.filter(entry__isnull=True, bye=False))
    missing = Exists(slots.filter(Q(entry__isnull=True) | Q(entry__state=Entry.State.WITHDRAWN)))
    awaited = Exists(slots.filter(entry__awaited=True))
    decided_so = list(pending.filter(~waiting, missing).values_list("pk", flat=True))
    playable = list(pending.filter(~missing, ~awaited).values_list("pk", flat=True))
    if Match.objects.filter(pk__in=playable, state=State.PENDING).update(state=State.READY):
        on_commit(enqueue, CALL_TASK)
    propagate(decided_so, now=now)


def without_playing(match: Match, slots: Sequence[MatchSlot]) -> Decision | None:
    """Return how a match with a missing side or sides ends; None if both are there.

    In a table the results of a withdrawn entry may be annulled, future ones as well.
    """
    is_present = [all(map(_is_present, side)) for side in sides_of(slots)]
    if all(is_present):
        return None
    present = [side for side, is_there in enumerate(is_present) if is_there]
    if any(slot.bye for slot in slots):
        return Decision.bye(present)
    assert match.round is not None, "a casual match has both sides"
    if not match.round.group.stage.is_bracket and any(_is_annulled(slot) for slot in slots):
        return Decision.annulled()
    return Decision.walkover(present)


def _is_annulled(slot: MatchSlot) -> bool:
    return slot.entry is not None and slot.entry.annulled


def _is_present(slot: MatchSlot) -> bool:
    return slot.entry is not None and slot.entry.state != Entry.State.WITHDRAWN


def _write(match: Match, outcome: Decision, now: datetime) -> None:
    assert not match.is_decided, "a result is written once"
    match.state, match.winner, match.points_reason = outcome.state, outcome.winner, outcome.reason
    match.completed_at, match.by_time, match.waits_since = now, outcome.by_time, None
    record_players(match, by_hand=outcome.by_hand)
    match.save(update_fields=(*OUTCOME, "awaits_ranking"))
    if outcome.state != State.BYE:
        record_match_event(Kind.DECIDED, match, now)
    if match.hall_table_id is not None:  # which is free now
        on_commit(enqueue, CALL_TASK)


def _feed(match: Match) -> set[int]:
    """Fill the slots fed by a decided match; return the matches of those slots."""
    touched = MatchSlot.objects.filter(Q(match=match) | Q(source=match)).select_related("round")
    own = [slot for slot in touched if slot.match_id == match.pk]
    slots = [slot for slot in touched if slot.match_id != match.pk]
    holders: dict[int | None, int | None] = {slot.side: slot.entry_id for slot in own}
    for slot in slots:
        slot.entry_id = holders.get(entry_advanced_to(match, slot))
        slot.bye = slot.entry_id is None
        slot.save(update_fields=["entry", "bye"])
    return {slot.match_id for slot in slots}


def entry_advanced_to(match: Match, slot: MatchSlot) -> int | None:
    """Return the side that a decided match sends to a slot, or None if it sends no side."""
    is_loser = slot.outcome == MatchSlot.SourceRole.LOSER
    reset, only = slot.round.is_reset, slot.only_side
    return sent(match.verdict, is_loser=is_loser, to_reset=reset, only=only)


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
    if not group.stage.how.play.is_round_by_round:
        _await_round(group, group.rounds.count() + 1)
        return True
    if is_undecided(group, number):
        return False
    while True:
        number += 1
        if _is_to_be_paired(group, number):
            if number > (group.stage.swiss_rounds or 0) and dependent_groups(group).exists():
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
    in_order = group.stage.how.play.is_round_by_round and not group.stage.is_scheduled
    if not in_order or not is_undecided(group, number - 1):
        return True
    begun = Match.objects.filter(round__group=group, round__number__gte=number)
    return begun.exclude(state=Match.State.PENDING).exists()


def _is_to_be_paired(group: Group, number: int) -> bool:
    paired = group.stage.how.play.is_paired_in_play
    return paired and not group.rounds.filter(number=number).exists()


def _await_round(group: Group, number: int) -> None:
    """Note what a locked group awaits; it is drawn after the commit."""
    group.awaits_round, group.asked_again_at = number, None
    group.save(update_fields=["awaits_round", "asked_again_at"])
    on_commit(enqueue, AWAITED_TASK, group.pk)


def qualify(group: Group, *, now: datetime) -> None:
    """Send the qualified of a locked group that is over to the stages that take them.

    A stage that pairs by results takes them all together, after the last of its groups. A knockout
    takes those of each group as that group ends, and begins after the last one. Where organisers
    publish, it becomes a draft after the last one. Two groups that end at once take turns at the
    lock of the waiting stage, so the second one sees that both are over. Nobody is sent on once
    organisers have ended the competition early.
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
    if is_paired and {qualified.entry for qualified in due.values()} != _members(group):
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
