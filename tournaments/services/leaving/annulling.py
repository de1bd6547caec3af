"""Results that count for nobody any more since a side has left, and the way back."""

from datetime import datetime
from typing import TypeVar

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from tournaments.models import Match, PlayerResult, ResultSubmission, RevokedResult
from tournaments.services.matches.bracket import Decision, decide
from tournaments.services.matches.corrections import CHANGED, keep
from tournaments.services.matches.games import void_games
from tournaments.services.ranking.players import RANKING_TASK

State = Match.State
Numbered = TypeVar("Numbered", PlayerResult, ResultSubmission)


def annul(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Annul a locked match of a table: its result becomes history, what is being played is void."""
    if match.is_decided:
        keep(match, actor, reason, now)
        match.state = State.CALLED  # as if it were still at its table: no result stands
        match.save(update_fields=["reopened", "awaits_ranking"])
    else:
        void_games(match, now=now)
    decide(match, Decision.annulled(), now=now)


def restore(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Give a locked match back the result it had, as a new one; without one it is to be played."""
    assert match.completed_at is not None, "what was annulled has its hour"
    before = match.revoked.filter(number=match.reopened - 1, revoked_at=match.completed_at).first()
    keep(match, actor, reason, now)
    match.completed_at = None
    if before is None:
        match.state, match.points_reason = State.PENDING, ""
        match.called_at = match.sit_by = match.hall_table = None
    else:
        _write_again(match, before)
    match.save(update_fields=CHANGED)
    if match.awaits_ranking:
        on_commit(enqueue, RANKING_TASK, match.pk)


def close(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Let a locked match of a round that opened too early wait for its round again.

    If it was decided without playing that is kept in its history.
    """
    if match.is_decided:
        keep(match, actor, reason, now)
    void_games(match, now=now)
    match.state, match.winner, match.points_reason = State.PENDING, None, ""
    match.completed_at = match.called_at = match.sit_by = match.hall_table = None
    match.waits_since, match.by_time = None, False
    match.save(update_fields=CHANGED)


def _write_again(match: Match, before: RevokedResult) -> None:
    """Let a result that was annulled stand again, with its players and as it was written."""
    match.state, match.winner = Match.State(before.state), before.winner
    match.points_reason, match.by_time = before.points_reason, before.by_time
    match.completed_at, match.awaits_ranking = before.completed_at, True
    PlayerResult.objects.bulk_create(
        _renumbered(row, match.reopened)
        for row in match.player_results.filter(number=before.number)
    )
    ResultSubmission.objects.bulk_create(
        _renumbered(row, match.reopened) for row in match.submissions.filter(number=before.number)
    )


def _renumbered(row: Numbered, number: int) -> Numbered:
    """Make a copy of a row that says something of a result, for another result."""
    row.pk, row.number = None, number
    row._state.adding = True
    return row
