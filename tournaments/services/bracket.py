"""The stored bracket moves on: a decided match fills the slots that wait for it, byes pass through.

Matches are stored after those that feed them, so locks are taken in ascending order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from games.alarm import enqueue
from tournaments.models import Competition, Entry, Match, MatchSlot
from tournaments.services.locks import WHOLE, lock_competition
from tournaments.services.players import record_players

State = Match.State
Reason = Match.PointsReason
CALL_TASK = "tournaments.tasks.call_ready_matches"


@dataclass(frozen=True)
class Outcome:
    """How a match ends, as its row says it."""

    state: Match.State
    winner: int | None
    reason: Match.PointsReason | str = ""

    @classmethod
    def played(cls, winner: int, reason: Match.PointsReason) -> "Outcome":
        """Won at the table."""
        return cls(State.COMPLETED, winner, reason)

    @classmethod
    def walkover(cls, present: Sequence[int]) -> "Outcome":
        """Won by the only side that is there, or by nobody."""
        if present:
            return cls(State.WALKOVER, present[0], Reason.WALKOVER)
        return cls(State.DOUBLE_WALKOVER, None, Reason.WALKOVER)

    @classmethod
    def bye(cls, present: Sequence[int]) -> "Outcome":
        """Nobody to play against; a side that is there passes on."""
        return cls(State.BYE, present[0] if present else None)

    @classmethod
    def annulled(cls) -> "Outcome":
        """Given up with its competition: nobody passes on."""
        return cls(State.ANNULLED, None, Reason.ANNULLED)


def decide(match: Match, outcome: Outcome, *, now: datetime) -> None:
    """Write the outcome of a locked match, once, and carry it on."""
    assert not match.is_decided, "a result is written once"
    match.state, match.winner, match.points_reason = outcome.state, outcome.winner, outcome.reason
    match.completed_at = now
    match.save(update_fields=["state", "winner", "points_reason", "completed_at"])
    record_players(match)
    if outcome.state != State.ANNULLED:
        _advance(match, now)


def settle(match: Match, *, now: datetime) -> None:
    """Make a locked match ready once both slots are known, or decide it if nobody has to play."""
    slots = list(match.slots.select_related("entry").order_by("side"))
    if not all(slot.is_settled for slot in slots):
        return
    present = [slot.side for slot in slots if _is_present(slot)]
    if len(present) == 2:
        match.state = State.READY
        match.save(update_fields=["state"])
        transaction.on_commit(partial(enqueue, CALL_TASK), robust=True)
    elif any(slot.bye for slot in slots):
        decide(match, Outcome.bye(present), now=now)
    else:
        decide(match, Outcome.walkover(present), now=now)


def finish_if_over(competition_id: int, *, now: datetime) -> None:
    """Close a competition whose last match has been decided, under its lock: finals may race."""
    competition = lock_competition(competition_id)
    matches = Match.objects.of(competition_id)
    if competition.is_over or matches.undecided().exists():
        return
    final = matches.last()
    assert final is not None, "a drawn competition has matches"
    competition.state, competition.finished_at = Competition.State.FINISHED, now
    competition.champion = _coming_out(final, MatchSlot.Outcome.WINNER)
    competition.save(update_fields=["state", "finished_at", "champion"])


def _is_present(slot: MatchSlot) -> bool:
    return slot.entry is not None and slot.entry.state != Entry.State.WITHDRAWN


def _advance(match: Match, now: datetime) -> None:
    for slot in match.feeds.order_by("match_id"):
        rows = Match.objects.select_for_update(of=("self",)).select_related(WHOLE)
        dependent = rows.get(pk=slot.match_id)
        slot.entry = _coming_out(match, slot.outcome)
        slot.bye = slot.entry is None
        slot.save(update_fields=["entry", "bye"])
        settle(dependent, now=now)


def _coming_out(match: Match, outcome: str) -> Entry | None:
    """Return the winner or the loser of a decided match; None where nobody won."""
    if match.winner is None:
        return None
    side = match.winner if outcome == MatchSlot.Outcome.WINNER else 1 - match.winner
    return match.slots.select_related("entry").get(side=side).entry
