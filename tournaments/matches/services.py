"""Services to call and decide matches: after a game, at a deadline, or by an organiser."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction

from accounts.common.alarms import enqueue
from accounts.common.notification_types import CALLED
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.models import Game
from games.play.seats import start_game
from tournaments.common import audit, hooks
from tournaments.common.broadcast import Kind, broadcast_match, record_match_event
from tournaments.common.errors import MatchNotOpenError, ReasonMissingError
from tournaments.common.locks import WHOLE, lock_group, lock_match, undecided_competition
from tournaments.common.notifications import notify
from tournaments.common.permissions import require_organiser
from tournaments.formats.series import leader
from tournaments.matches.decisions import CALL_TASK, Decision, finish_match, record_decision
from tournaments.matches.player_results import casual_reason, points_reason
from tournaments.matches.tables import (
    end_window_in_time,
    open_table,
    sides_present,
    void_games,
    winners_of,
)
from tournaments.models import AuditEvent, Competition, Match, MatchGame

State = Match.State


@transactional
def call_match(*, match_id: int, now: datetime) -> bool:
    """Open the table of a ready match and its sit-down window; return whether it was called.

    In a hall the match first gets a free table, or waits until one is free. The window lasts the
    minutes set by the competition, counted from the call: an organiser who starts before the
    announced hour confirms that all players are present. With real cards no table is opened here
    and no sit-down deadline applies; boards are opened once both line-ups are visible.
    """
    skip = connection.features.has_select_for_update_skip_locked
    rows = Match.objects.select_for_update(of=("self",), skip_locked=skip)
    match = rows.callable(now).select_related(WHOLE).filter(pk=match_id).first()
    if match is None or not _is_free(match, now):
        return False
    competition = undecided_competition(match.competition)
    if not hooks.venues.assign_table(match, now=now):
        match.save(update_fields=["waits_since"])
        broadcast_match(match)
        return False
    match.state, match.called_at = State.CALLED, now
    match.sit_by = now + timedelta(minutes=competition.sit_down_minutes)
    match.save(update_fields=["state", "called_at", "sit_by", "hall_table", "waits_since"])
    record_match_event(Kind.CALLED, match, now)
    if competition.boards and hooks.club_matches.open_boards(match, now=now):
        return True
    if competition.with_cards or competition.boards:
        _await_line_ups(match)
    else:
        _open_table(match, number=1, now=now)
    notify(CALLED, match.pk)
    return True


@transactional
def end_sit_down_window(*, match_id: int, now: datetime) -> bool:
    """Close a window: play with the seated players, or a walkover; return whether it was over.

    The players seated for the first game play the match out, on automatic if they left. Of several
    boards each goes its own way; those whose line-ups were awaited are opened.
    """
    match = lock_match(match_id, skip_locked=True)
    if match is None or not Match.objects.overdue(now).filter(pk=match_id).exists():
        return False
    if match.competition is not None and match.competition.boards:
        if not hooks.club_matches.open_boards(match, now=now):
            hooks.club_matches.close_boards(match, now=now)
        return True
    link = match.games.select_related("game").get(voided=False, game__status=Game.Status.WAITING)
    present = sides_present(link.game)
    if len(present) == 2 or link.number > 1:
        start_game(game_id=link.game_id, now=now)
    else:
        void_games(match, now=now)
        pause_absent(match, present)
        finish_match(match, Decision.walkover(present), now=now)
    return True


def pause_absent(match: Match, present: Collection[int]) -> None:
    """Pause absent entries until they return, in formats that pair entries when they are free."""
    group = None if match.round is None else match.round.group
    if group is not None and group.stage.pairs_when_free:
        absent = match.slots.exclude(side__in=present).values("entry")
        group.slots.filter(entry__in=absent).update(paused=True)


@transaction.atomic
def record_finished_game(*, game: Game, now: datetime) -> None:
    """Take note of a finished game, whose lock the caller holds: next game, or the result."""
    link = MatchGame.objects.filter(game=game).first()
    if link is None:
        if game.competitive:
            _record_casual(game, now)
        return
    match = (
        Match.objects.select_for_update(of=("self",)).select_related(WHOLE).get(pk=link.match_id)
    )
    if match.state != State.CALLED or link.voided:
        return
    if link.board:
        hooks.club_matches.board_finished(match, link.board, game, now=now)
        return
    measure, winners = match.measure, winners_of(match)
    verdict = measure.verdict(winners)
    is_over = verdict is not None or game.has_rung(now)
    winner = leader(measure.series.wins(winners)) if is_over else None
    if winner is None and not (is_over and measure.plays_all):
        _open_next(match, number=len(winners) + 1, now=now)
    else:
        is_early = game.by_time or verdict is None
        outcome = Decision.played(winner, points_reason(match), by_time=is_early)
        finish_match(match, outcome, now=now)


@transactional
def give_walkover(
    *, match_id: int, winner: int | None, actor: User, reason: str, now: datetime
) -> None:
    """Award an open match to one side, or to neither (None), and void its games.

    Raises RefusedError `not-organiser`, `reason-missing` or `match-not-open`.
    """
    match, competition = _open_match(match_id, Match.PLAYABLE, actor, reason)
    before = match.state
    void_games(match, now=now)
    finish_match(match, Decision.walkover([] if winner is None else [winner]), now=now)
    audit.log_event(
        AuditEvent.Act.WALKOVER,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=reason,
        before={"state": before},
        after={"state": match.state, "winner": winner},
    )


@transactional
def annul_match(*, match_id: int, actor: User, reason: str, now: datetime) -> None:
    """Void what a called match has played so far and make it ready again.

    Raises RefusedError `not-organiser`, `reason-missing` or `match-not-open`.
    """
    match, competition = _open_match(match_id, (State.CALLED,), actor, reason)
    games = list(match.games.filter(voided=False).values_list("game_id", flat=True))
    undo_call(match, now=now)
    audit.log_event(
        AuditEvent.Act.ANNUL,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=reason,
        before={"state": State.CALLED, "games": games},
        after={"state": State.READY},
    )


def undo_call(match: Match, *, now: datetime) -> None:
    """Make a locked match that was called ready again: what is on its table is void."""
    hooks.club_matches.keep_revealed_line_ups(match, now=now)
    void_games(match, now=now)
    match.state = State.READY
    match.called_at = match.sit_by = match.hall_table = match.waits_since = None
    match.save(update_fields=["state", "called_at", "sit_by", "hall_table", "waits_since"])
    on_commit(enqueue, CALL_TASK)
    broadcast_match(match)


def _is_free(match: Match, now: datetime) -> bool:
    """Whether its hour has come and its players are at no other table.

    A league may call several of theirs at once, and a match may have moved meanwhile.
    """
    assert match.round is not None
    if not match.round.group.stage.is_dated:
        return True
    lock_group(match.round.group_id)
    return Match.objects.callable(now).filter(pk=match.pk).exists()


def _open_match(
    match_id: int, states: tuple[Match.State, ...], actor: User, reason: str
) -> tuple[Match, Competition]:
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    competition = undecided_competition(match.competition)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    if match.state not in states:
        raise MatchNotOpenError()
    return match, competition


def _open_next(match: Match, *, number: int, now: datetime) -> None:
    match.sit_by = now + timedelta(seconds=settings.NEXT_GAME_WINDOW)
    match.save(update_fields=["sit_by"])
    _open_table(match, number=number, now=now)


def _open_table(match: Match, *, number: int, now: datetime) -> None:
    open_table(match, number=number, now=now)
    end_window_in_time(match)
    broadcast_match(match)


def _await_line_ups(match: Match) -> None:
    """Nobody has to sit down yet; whose boards are played here names them in time."""
    assert match.competition is not None
    if not match.competition.with_cards:
        end_window_in_time(match)
    broadcast_match(match)


def _record_casual(game: Game, now: datetime) -> None:
    """Record a competitive game outside any competition as a match."""
    assert game.winner is not None
    match = Match.objects.create()
    MatchGame.objects.create(match=match, game=game)
    why = casual_reason(match, game, now=now)
    record_decision(match, Decision.played(game.winner, why), now=now)
