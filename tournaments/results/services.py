"""Services for results: entered by hand, corrected, revoked.

A revoked result stays in history and its dependent results reopen. Paired Swiss rounds and other
rounds of a table stay as they were played. A scorer cannot overwrite a result they have not seen;
dependent results are shown before they are revoked.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit, hooks
from tournaments.common.broadcast import Kind, broadcast_competition, record_match_event
from tournaments.common.errors import (
    EndedEarlyError,
    LeftSinceError,
    MatchNotOpenError,
    MatchOfBoardsError,
    NextStagePairedError,
    NotScorerError,
    ReasonMissingError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import (
    OpenMatch,
    lock_open_match,
    lock_with_dependents,
    undecided_competition,
)
from tournaments.common.permissions import may_score, require_organiser
from tournaments.formats.catalogue import paired_in_play
from tournaments.formats.errors import FormatError
from tournaments.formats.series import Ending, decide_match
from tournaments.matches.decisions import (
    CALL_TASK,
    OUTCOME,
    Decision,
    finish_if_over,
    finish_match,
    without_playing,
)
from tournaments.matches.player_results import points_reason, record_same_players
from tournaments.matches.qualification import dependent_groups, is_over
from tournaments.matches.tables import void_games
from tournaments.models import (
    AuditEvent,
    Challenge,
    Competition,
    Entry,
    Group,
    LineUp,
    Match,
    MatchSlot,
    ResultSubmission,
    RevokedResult,
    RoundClock,
    SlipClaim,
    StageSlot,
)
from tournaments.ranking.services import update_after_correction
from tournaments.results.cascade import Cascade, cascade_of
from tournaments.results.errors import (
    ChangedMeanwhileError,
    HasConsequencesError,
    NoResultError,
    SavedMeanwhileError,
    SlipDiffersError,
)
from tournaments.schedule.services import instant_at, not_past, wall_time

Role = ResultSubmission.Role
Games = Sequence[tuple[int, int]]
State = Match.State
CHANGED = (*OUTCOME, "called_at", "sit_by", "hall_table", "reopened", "awaits_ranking")


@transactional
def submit_result(
    *,
    match_id: int,
    games: Games,
    actor: User,
    now: datetime,
    reason: str = "",
    against: Games = (),
) -> ResultSubmission:
    """Decide an open match by the points written here; what is on its table is voided.

    `games` are the final points of each game, the first side's first; where a game takes several
    chicos, those of each chico. Organisers may do so in any competition, with a reason if there
    is a table; scorers where real cards are played.

    Once the bell of a timed round has rung the last may be below the target: the leader wins.

    `against` are games that the actor enters although a slip says otherwise.

    Raises RefusedError `not-scorer`, `match-not-open`, `wrong-state`, `reason-missing`,
    `impossible-score`, `series-open`, `game-after-the-end`, `level-at-the-bell`,
    `match-of-boards`, or `slip-differs` where slips say something else and nothing was said
    `against` them.
    """
    return submit_locked(
        lock_open_match(match_id, actor),
        games=games,
        actor=actor,
        now=now,
        reason=reason,
        against=against,
    )


def submit_locked(
    locked: OpenMatch,
    *,
    games: Games,
    actor: User,
    now: datetime,
    reason: str = "",
    against: Games = (),
) -> ResultSubmission:
    """Decide a match that this transaction locked for the actor, as `submit_result` does."""
    match, tables = locked.match, [game.pk for game in locked.games]
    role = Role.ORGANISER if locked.is_run_by_actor else require_scorer(match, actor)
    require_playable(match)
    if tables and not reason.strip():
        raise ReasonMissingError()
    ending = read_ending(match, games, now)
    if locked.has_claims and list(against) != list(games) and _is_denied(match, games):
        raise SlipDiffersError()
    if tables or locked.has_dispute or locked.has_marks:
        void_games(match, tables=tables, now=now)
    return write_result(
        match,
        ending,
        actor=actor,
        role=role,
        now=now,
        reason=reason,
        voided=tables,
        has_calls=False,
        has_tables=locked.has_tables,
    )


def _is_denied(match: Match, games: Games) -> bool:
    """Return whether there are slips of a match, but none with this result."""
    claims = SlipClaim.objects.last_by_match([match.pk]).get(match.pk, [])
    return bool(claims) and all(list(claim.games) != list(games) for claim in claims)


def write_result(
    match: Match,
    ending: Ending,
    *,
    actor: User,
    role: str,
    now: datetime,
    reason: str = "",
    slip_of: str = "",
    voided: Sequence[int] = (),
    has_calls: bool = True,
    has_tables: bool = True,
) -> ResultSubmission:
    """Write the result of a locked playable match, and advance its stage as `finish_match` does.

    A caller who knows that the match has no open calls, or that there never was a table whose
    addresses count, passes `has_calls` or `has_tables` as False: they are not read then.
    """
    assert match.competition is not None
    before = {"state": match.state, "games": list(voided)}
    submission = ResultSubmission.objects.create(
        match=match,
        number=match.reopened,
        chicos=[game.chicos for game in ending.games],
        stopped=ending.is_stopped,
        winner=ending.winner,
        submitted_by=actor,
        role=role,
        slip_of=slip_of,
        reason=reason,
        at=now,
    )
    why = points_reason(match, by_hand=True, has_tables=has_tables)
    outcome = Decision.played(ending.winner, why, by_time=ending.by_time, by_hand=True)
    finish_match(match, outcome, now=now, has_calls=has_calls)
    audit.log_event(
        AuditEvent.Act.SUBMIT_RESULT,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=reason,
        slip_of=slip_of,
        before=before,
        after={"state": match.state, "winner": match.winner, "games": submission.chicos},
    )
    return submission


def require_scorer(match: Match, actor: User) -> ResultSubmission.Role:
    """Return the role in which a user may enter the result of a locked match, or `not-scorer`."""
    competition = undecided_competition(match.competition)
    if competition.is_run_by(actor):
        return Role.ORGANISER
    if competition.with_cards and may_score(match, actor):
        return Role.SCORER
    raise NotScorerError()


def require_playable(match: Match) -> None:
    """Refuse with `wrong-state` or `match-not-open` where no result can be written now.

    Where a match has boards each of them has its own: `match-of-boards`.
    """
    competition = undecided_competition(match.competition)
    if competition.state not in Competition.GOING:
        raise WrongStateError()
    if competition.boards:
        raise MatchOfBoardsError()
    if match.state not in Match.PLAYABLE:
        raise MatchNotOpenError()


def read_ending(match: Match, chicos: Games, now: datetime) -> Ending:
    """Return how these chicos end a match, by the bell if it has rung, or refuse them."""
    try:
        return decide_match(chicos, match.measure, rung=match.is_time_up(now))
    except FormatError as error:
        raise refused(error.code) from error


@transactional
def save_row(
    *,
    match_id: int,
    games: Games,
    seen: int,
    actor: User,
    now: datetime,
    reason: str = "",
    against: Games = (),
) -> ResultSubmission:
    """Enter a match's first result, or replace the submission `seen`.

    `seen` is the submission that the page showed to the typist, 0 if none; the same result again is
    a no-op. Whoever typed the current result may correct it without having seen it: nobody disputes
    their own entry. `reason` is the reason to revoke the earlier result, if one is given.

    Raises RefusedError as `submit_result` does, `saved-meanwhile` where another result was entered
    or taken back since, or `has-consequences` where its cascade has to be previewed first.
    """
    if seen:
        return _replace_result(match_id, games, seen, actor, now, reason)
    locked = lock_open_match(match_id, actor)
    if current_submission(locked.match) is not None:
        return _replace_result(match_id, games, seen, actor, now, reason)
    return submit_locked(locked, games=games, actor=actor, now=now, against=against)


def current_submission(match: Match) -> ResultSubmission | None:
    """Return the current result of a match, if it was entered by hand."""
    if match.state != Match.State.COMPLETED:
        return None
    return match.submissions.standing().first()


def _replace_result(
    match_id: int, games: Games, seen: int, actor: User, now: datetime, reason: str
) -> ResultSubmission:
    cascade = lock_cascade(match_id)
    current = current_submission(cascade.match)
    if current is None:
        raise SavedMeanwhileError()
    is_known = current.pk == seen or _is_by(current, actor)
    if not is_known or _is_same(current, games):
        return _echo(current, games)
    if cascade.reopens_competition and cascade.competition.is_run_by(actor):
        raise HasConsequencesError()  # its page asks an organiser first; a scorer is refused below
    require_scorer(cascade.match, actor)
    winner = read_ending(cascade.match, games, now).winner
    falling = _affected_by_replacement(cascade, winner)
    return rewrite_result(falling, games=games, actor=actor, reason=reason, now=now)


def _affected_by_replacement(cascade: Cascade, winner: int | None) -> Cascade:
    """Return the cascade of a replaced result; refuse if a player would lose anything by it.

    An unchanged winner leaves the later matches of a bracket and the rounds that were paired on the
    result as they are, whatever the points.
    """
    if cascade.qualified or (cascade.was_paired_on and winner != cascade.match.winner):
        raise HasConsequencesError()
    if stays_in_bracket(cascade.match, winner):
        return replace(cascade, dependents=(), results=(), tables=())
    if cascade.results or cascade.tables:
        raise HasConsequencesError()
    return cascade


def _echo(current: ResultSubmission, games: Games) -> ResultSubmission:
    """Accept the same result as a no-op; any other was entered without having seen this one."""
    if not _is_same(current, games):
        raise SavedMeanwhileError()
    return current


def _is_by(submission: ResultSubmission, actor: User) -> bool:
    """Return whether this user typed it; a slip's result belongs to the slip's holder."""
    return submission.submitted_by_id == actor.pk and not submission.slip_of


def _is_same(submission: ResultSubmission, games: Games) -> bool:
    return [tuple(chico) for game in submission.chicos for chico in game] == list(games)


def preview_reopening(*, match_id: int, actor: User) -> Cascade:
    """Return what would fall if this result were taken back now.

    Raises RefusedError as `reopen_match` does.
    """
    cascade = cascade_of(match_id)
    require_organiser(cascade.competition, actor)
    _require_reopenable(cascade)
    return cascade


@transactional
def reopen_match(
    *,
    match_id: int,
    actor: User,
    reason: str,
    now: datetime,
    seen: str | None = None,
    keeps_line_ups: bool = False,
) -> Cascade:
    """Revoke the result of a match, which is then replayed. Return the cascade.

    `seen` is the version key of the preview that the organiser confirmed. If a side has left the
    competition since, the other one wins. Line-ups with former players are reset, unless
    some boards stay.

    Raises RefusedError `no-competition`, `not-organiser`, `reason-missing`, `no-result`,
    `wrong-state` where the competition was cancelled or archived, `ended-early`, `left-since` where
    the result would be the same for a withdrawal, `next-stage-paired` where a Swiss of the
    qualified has been paired, or `changed-meanwhile` if `seen` is out of date.
    """
    cascade = lock_cascade_as_seen(actor, match_id, seen)
    if cascade.is_played_on:
        raise NextStagePairedError()
    _require_reason(reason)
    reopen(cascade, actor=actor, reason=reason, now=now)
    if not keeps_line_ups:
        hooks.club_matches.forget_who_left(cascade.match)
    if cascade.qualified:  # its table decides again, without entries that left since
        stayed = StageSlot.objects.filter(group__rounds__matches=match_id)
        stayed.filter(entry__state=Entry.State.WITHDRAWN).update(left=True)
    decide_by_withdrawal(cascade.match, now=now)
    return cascade


@transactional
def correct_result(
    *,
    match_id: int,
    games: Sequence[tuple[int, int]],
    actor: User,
    reason: str,
    now: datetime,
    seen: str | None = None,
) -> Cascade:
    """Take the result of a match back and enter the right one at once. Return the cascade.

    In a bracket nothing else changes if the winner stays. Where the ranks of its group come out the
    same, the matches they lead to stay; where a Swiss of the qualified has been paired, the same
    have to qualify. Raises RefusedError as `reopen_match` and `submit_result` do.
    """
    submit = partial(submit_result, match_id=match_id, games=games, actor=actor, now=now)
    revoke = partial(reopen, actor=actor, reason=reason, now=now)
    cascade = lock_cascade_as_seen(actor, match_id, seen)
    _require_reason(reason)
    ended = cascade.competition.finished_at, cascade.competition.champion_id
    if stays_in_bracket(cascade.match, _winner_of(cascade.match, games, now)):
        cascade = without_dependents(cascade)
    elif cascade.qualified:
        keeping = unchanged_ranks(cascade, revoke, partial(submit, reason=reason))
        cascade = cascade_of(match_id, keeping=keeping)
    rewrite_result(cascade, games=games, actor=actor, reason=reason, now=now)
    end_as_before(cascade.competition, *ended, now=now)
    return cascade


def stays_in_bracket(match: Match, winner: int | None) -> bool:
    """Return whether a match of a bracket leads the same side on after its correction."""
    assert match.round is not None, "casual matches are not corrected"
    return match.round.group.stage.is_bracket and winner is not None and winner == match.winner


def without_dependents(cascade: Cascade) -> Cascade:
    """Return the cascade of a correction that keeps the winner: nothing else falls."""
    keeping = {slot.pk for slot in cascade.qualified}
    return cascade_of(cascade.match.pk, keeping=keeping, keeps_winner=True)


def _winner_of(match: Match, games: Sequence[tuple[int, int]], now: datetime) -> int | None:
    """Return the winner by these points; None if they are impossible, which the write refuses."""
    try:
        return read_ending(match, games, now).winner
    except RefusedError:
        return None


def end_as_before(
    competition: Competition, at: datetime | None, champion: int | None, *, now: datetime
) -> None:
    """End a competition that was over (`at`) again if its correction left nothing to play.

    It keeps its end time if it has the same champion. A table paired by results has no round left.
    """
    if at is None:
        return
    tables = Group.objects.filter(stage__competition=competition)
    for group in tables.awaiting().filter(stage__format__in=paired_in_play()):
        if group.rounds.exists() and not dependent_groups(group).exists():
            Group.objects.filter(pk=group.pk).update(awaits_round=None)
    finish_if_over(competition.pk, now=now)
    if champion is not None:
        finished = Competition.objects.filter(pk=competition.pk, champion=champion)
        finished.filter(state=Competition.State.FINISHED).update(finished_at=at)


def rewrite_result(
    cascade: Cascade,
    *,
    games: Sequence[tuple[int, int]],
    actor: User,
    reason: str,
    now: datetime,
) -> ResultSubmission:
    """Revoke a locked result and write its replacement, for the same people and table."""
    match, table = cascade.match, cascade.match.hall_table_id
    reopen(cascade, actor=actor, reason=reason, now=now)
    submission = submit_result(match_id=match.pk, games=games, actor=actor, now=now, reason=reason)
    record_same_players(submission.match)
    Match.objects.filter(pk=match.pk).update(hall_table=table)
    return submission


def lock_cascade(match_id: int) -> Cascade:
    """Lock a match and its dependent matches; return the consequences of revoking its result."""
    cascade = cascade_of(match_id)
    lock_with_dependents(match_id, [match.pk for match in cascade.dependents])
    return cascade_of(match_id)


def reopen(cascade: Cascade, *, actor: User, reason: str, now: datetime) -> None:
    """Take back a result that `lock_cascade` locked; the caller has checked the actor."""
    _require_reopenable(cascade)
    before = _audit_payload(cascade)
    revoke_result(cascade, actor=actor, reason=reason, now=now)
    audit.log_event(
        AuditEvent.Act.REOPEN,
        competition=cascade.competition,
        match=cascade.match,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after={"state": State.READY, "competition": cascade.competition.state},
    )
    broadcast_competition(cascade.competition.pk)


def revoke_result(cascade: Cascade, *, actor: User, reason: str, now: datetime) -> None:
    """Open a locked match and its dependents again."""
    for match in cascade.matches:
        _take_back(match, actor, reason, now)
    for match in cascade.dependents:
        RoundClock.objects.forget(match)
    _clear(cascade)
    resume_after_correction(cascade.competition)
    _make_ready(cascade.match, now)
    on_commit(enqueue, CALL_TASK)
    update_after_correction([match.pk for match in cascade.matches])


def lock_cascade_as_seen(actor: User, match_id: int, seen: str | None) -> Cascade:
    """Lock the cascade, for an organiser who has seen it; raise `changed-meanwhile` if outdated."""
    cascade = lock_cascade(match_id)
    require_organiser(cascade.competition, actor)
    if seen not in (None, cascade.mark):
        raise ChangedMeanwhileError()
    return cascade


def unchanged_ranks(
    cascade: Cascade, revoke: Callable[[Cascade], None], submit: Callable[[], object]
) -> set[int]:
    """Return the ranks of a group that the right result leaves to the same entries.

    It is written, looked at and undone: only the whole table can tell. The ranks stay filled
    meanwhile, since an empty stage that organisers publish would wait for them.
    """
    before = {slot.pk: slot.entry_id for slot in cascade.qualified}
    table = Group.objects.select_related("stage").get(rounds__matches=cascade.match)
    with transaction.atomic():
        revoke(replace(cascade, qualified=()))
        submit()
        slots = StageSlot.objects.filter(pk__in=before)
        after = dict(slots.values_list("pk", "entry_id")) if is_over(table) else {}
        transaction.set_rollback(True)
    return {pk for pk, entry in before.items() if after.get(pk) == entry}


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise ReasonMissingError()


def _require_reopenable(cascade: Cascade) -> None:
    if cascade.competition.state not in Competition.CORRECTABLE:
        raise WrongStateError()
    if cascade.competition.early_end:
        raise EndedEarlyError()
    if cascade.match.state not in Match.WITH_RESULT:
        raise NoResultError()
    match, outcome = cascade.match, _decision_by_withdrawal(cascade.match)
    if outcome and (outcome.state, outcome.winner) == (match.state, match.winner):
        raise LeftSinceError()


def decide_by_withdrawal(match: Match, *, now: datetime) -> None:
    """End a match that was opened again if one of its sides has left the competition."""
    outcome = _decision_by_withdrawal(match)
    if outcome is not None:
        finish_match(match, outcome, now=now)


def _decision_by_withdrawal(match: Match) -> Decision | None:
    """Return the decision after a withdrawal; None if both sides are still in."""
    return without_playing(match, list(match.slots.select_related("entry").order_by("side")))


def _take_back(match: Match, actor: User, reason: str, now: datetime) -> None:
    """Keep a match's result apart if it has one, void its table, and let it wait."""
    if match.state == State.PENDING:
        return
    if match.state in Match.WITH_RESULT:
        archive_result(match, actor, reason, now)
    void_games(match, now=now)
    match.state, match.winner, match.points_reason = State.PENDING, None, ""
    match.called_at = match.sit_by = match.completed_at = None
    match.hall_table = match.waits_since = None
    match.by_time = False
    match.save(update_fields=CHANGED)


def archive_result(match: Match, actor: User, reason: str, now: datetime) -> None:
    """Add what is taken back to the history from which the ledger is computed."""
    assert match.completed_at is not None, "a result has its hour"
    record_match_event(Kind.REVOKED, match, now)
    RevokedResult.objects.create(
        match=match,
        number=match.reopened,
        state=match.state,
        winner=match.winner,
        points_reason=match.points_reason,
        by_time=match.by_time,
        completed_at=match.completed_at,
        revoked_by=actor,
        reason=reason,
        revoked_at=now,
    )
    concerned = match.player_results.filter(number=match.reopened)
    match.awaits_ranking = match.awaits_ranking or concerned.exists()
    match.reopened += 1


def _make_ready(match: Match, now: datetime) -> None:
    """Make a match playable again; a date in the past moves to the next day at that hour."""
    is_awaited = match.slots.filter(entry__awaited=True).exists()
    match.state = State.PENDING if is_awaited else State.READY
    if match.scheduled_at is not None:
        assert match.competition is not None, "only leagues have dates"
        zone = match.competition.club.zone
        match.scheduled_at = instant_at(
            not_past(wall_time(match.scheduled_at, zone), zone, now), zone
        )
    match.save(update_fields=["state", "scheduled_at"])
    Challenge.objects.reopen(match, now)


def _clear(cascade: Cascade) -> None:
    """Empty the slots that the voided results had filled; new entries name their line-ups."""
    LineUp.objects.filter(match__in=cascade.dependents).delete()
    slots = MatchSlot.objects.filter(match__in=cascade.dependents)
    slots.filter(source__in=cascade.matches).update(entry=None, bye=False)
    slots.filter(seed__in=cascade.qualified).update(entry=None)
    StageSlot.objects.filter(pk__in=[slot.pk for slot in cascade.qualified]).update(entry=None)


def resume_after_correction(competition: Competition) -> None:
    """Reopen a finished competition; one that was paused when it ended is paused again."""
    if competition.state == Competition.State.FINISHED:
        was_paused = competition.paused_at is not None
        competition.state = Competition.State.PAUSED if was_paused else Competition.State.RUNNING
        competition.finished_at = competition.champion = None
        competition.save(update_fields=["state", "finished_at", "champion"])
        competition.titles.all().delete()
        hooks.qualifiers.source_competition_changed(competition)


def _audit_payload(cascade: Cascade) -> dict[str, object]:
    """Return the revoked result and its consequences, for the audit log."""
    match = cascade.match
    return {
        "state": match.state,
        "winner": match.winner,
        "points_reason": match.points_reason,
        "competition": cascade.competition.state,
        "champion": cascade.champion and str(cascade.champion),
        "fallen": [each.number for each in cascade.results],
        "voided": [each.number for each in cascade.tables],
        "points": {str(scorer): points for scorer, points in cascade.points},
    }
