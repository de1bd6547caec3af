"""Services for results entered by hand, with real cards or without a finished table."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.common.transactions import retry_on_conflict
from accounts.models import User
from tournaments.common import audit
from tournaments.common.errors import (
    MatchNotOpenError,
    MatchOfBoardsError,
    NotScorerError,
    ReasonMissingError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import OpenMatch, lock_open_match, undecided_competition
from tournaments.common.permissions import may_score
from tournaments.formats.errors import FormatError
from tournaments.formats.series import Ending, decide_match
from tournaments.matches.bracket import Decision
from tournaments.matches.player_results import points_reason
from tournaments.matches.stages import finish_match
from tournaments.matches.tables import void_games
from tournaments.models import AuditEvent, Competition, Match, ResultSubmission, SlipClaim
from tournaments.results.errors import SlipDiffersError

Role = ResultSubmission.Role
Games = Sequence[tuple[int, int]]


@retry_on_conflict
@transaction.atomic
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

    Open calls, and addresses at tables, are not read where the caller knows that there are none.
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
    """Return as what this person may write down a locked match, or refuse with `not-scorer`."""
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


def format_games(games: Games) -> str:
    """Write a result: `30–24`, `30–12, 28–30, 30–3`."""
    return ", ".join(f"{first}–{second}" for first, second in games)
