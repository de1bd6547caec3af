"""Propagation of results in the stored bracket: a decided match fills its dependent slots.

Byes pass through. Matches are stored after those that feed them, so locks are taken in ascending
order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.common.transactions import enqueue, on_commit
from tournaments.common.events import Kind, record_match_event
from tournaments.common.locks import WHOLE
from tournaments.formats.bracket import sent, unplayed
from tournaments.formats.ranking_points import Circumstances, points_reason
from tournaments.matches.player_results import record_players
from tournaments.models import Entry, Match, MatchQuerySet, MatchSlot, sides_of

State = Match.State
Reason = Match.PointsReason
CALL_TASK = "tournaments.tasks.call_ready_matches"
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
    there = [all(map(_is_present, side)) for side in sides_of(slots)]
    if unplayed(*there) is None:
        return None
    present = [side for side, is_there in enumerate(there) if is_there]
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
