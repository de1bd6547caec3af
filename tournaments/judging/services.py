"""Judge calls and appeals.

A called table stops until a judge or an organiser gives a public ruling. In an appeal, a captain
asks the organisers to revoke a result that the cards did not decide. In a club match each board
is appealed separately; a match awarded as a whole is appealed as a whole.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.common.notification_types import JUDGE
from accounts.common.transactions import transactional
from accounts.models import User
from games.engine import Award, IllegalActionError, Loss, Proceed, Ruling, SetScore, Void, to_word
from games.models import Game
from games.play.judge import pause_for_judge, resume_after_ruling
from games.play.outages import time_lost
from tournaments.club_matches.results import replay_board
from tournaments.club_matches.standing import results_of
from tournaments.club_matches.tables import give_board
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import (
    BadlyWrittenError,
    MatchNotOpenError,
    NoCompetitionError,
    ReasonMissingError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import lock_match, undecided_competition
from tournaments.common.notifications import notify
from tournaments.common.permissions import may_judge, require_judge, require_organiser
from tournaments.judging.errors import (
    AlreadyAppealedError,
    AlreadyRuledError,
    BadScoreError,
    JudgeCalledError,
    NoTableError,
    NothingToAppealError,
    NotInMatchError,
    NotYourAppealError,
    TooManyCallsError,
)
from tournaments.matches.decisions import Decision, finish_match
from tournaments.matches.tables import void_games
from tournaments.models import AuditEvent, BoardResult, Competition, Dispute, Match, RosterPlayer
from tournaments.results.services import lock_cascade, reopen_match

NONE = timedelta()
PATIENCE = timedelta(hours=24)  # after the result, not counting outages of the site
CAPTAIN = 1
GIVEN = (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
APPEALABLE_RULINGS = (Dispute.Ruling.POINTS, Dispute.Ruling.LOSS)
CLOSED = (Competition.State.CANCELLED, Competition.State.ARCHIVED)
WHOLE = 0  # no board: the match


@dataclass(frozen=True)
class AppealableResult:
    """Result by absence or sanction, of a match or of one of its boards."""

    board: int
    winner: int | None
    at: datetime


def appealable(match: Match, disputes: Iterable[Dispute], now: datetime) -> list[AppealableResult]:
    """Return the recent results by absence or by a sanction.

    A result by sanction has the instant of the ruling.
    """
    sanctions = {(one.board, one.ruled_at) for one in disputes if one.ruling in APPEALABLE_RULINGS}
    results = [
        AppealableResult(row.board, row.winner, row.at)
        for row in _boards(match)
        if row.walkover or (row.board, row.at) in sanctions
    ]
    at = match.completed_at
    was_sanctioned = match.state == Match.State.COMPLETED and (WHOLE, at) in sanctions
    if at is not None and (match.state in GIVEN or was_sanctioned):
        results.insert(0, AppealableResult(WHOLE, match.winner, at))
    return [result for result in results if _is_in_time(result, now)]


def _is_in_time(result: AppealableResult, now: datetime) -> bool:
    late = now - (result.at + PATIENCE)
    return late <= NONE or late <= time_lost(since=result.at, now=now)


def side_to_appeal(match: Match, user: User) -> int | None:
    """Return the side whose captain the user is, or None."""
    sides = RosterPlayer.objects.filter(entry__slots__match=match, user=user, number=CAPTAIN)
    side: int | None = sides.values_list("entry__slots__side", flat=True).first()
    return side


@transactional
def appeal(*, match_id: int, actor: User, text: str, now: datetime, board: int = WHOLE) -> Dispute:
    """Appeal a match, or a board of it, so that it is played: once per side, within a day.

    Raises RefusedError `no-competition`, `wrong-state`, `not-your-appeal`, `reason-missing`,
    `nothing-to-appeal` or `already-appealed`.
    """
    match = lock_match(match_id)
    if match is None or match.competition is None:
        raise NoCompetitionError()
    if match.competition.state in CLOSED:
        raise WrongStateError()
    side = _appealing(match, board, actor, text, now)
    dispute = Dispute.objects.create(
        match=match,
        board=board,
        kind=Dispute.Kind.APPEAL,
        raised_by=actor,
        side=side,
        text=text,
        opened_at=now,
    )
    audit.log_event(
        AuditEvent.Act.APPEAL,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=text,
        after={"board": board} if board else {},
    )
    broadcast_competition(match.competition.pk)
    notify(JUDGE, dispute.pk, without=actor)
    return dispute


@transactional
def answer_appeal(*, dispute_id: int, actor: User, granted: bool, note: str, now: datetime) -> None:
    """Confirm the result, or revoke it so that the match or the board is played.

    Raises RefusedError `not-organiser`, `reason-missing`, `already-ruled`, or those of
    `reopen_match` and `replay_board`.
    """
    match_id = Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id)
    match = lock_cascade(match_id).match
    competition = match.competition
    assert competition is not None, "only matches of competitions are appealed"
    require_organiser(competition, actor)
    if not note.strip():
        raise ReasonMissingError()
    dispute = match.disputes.get(pk=dispute_id)
    if not dispute.is_open or dispute.kind != Dispute.Kind.APPEAL:
        raise AlreadyRuledError()
    dispute.ruling = Dispute.Ruling.GRANTED if granted else Dispute.Ruling.UPHELD
    dispute.note, dispute.ruled_by, dispute.ruled_at = note, actor, now
    dispute.save(update_fields=["ruling", "note", "ruled_by", "ruled_at"])
    audit.log_event(
        AuditEvent.Act.ANSWER_APPEAL,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=note,
        after={"ruling": dispute.ruling, **({"board": dispute.board} if dispute.board else {})},
    )
    if granted and dispute.board:
        replay_board(match_id=match_id, board=dispute.board, actor=actor, reason=note, now=now)
    elif granted:
        reopen_match(match_id=match_id, actor=actor, reason=note, now=now)
    broadcast_competition(competition.pk)


def _appealing(match: Match, board: int, actor: User, text: str, now: datetime) -> int:
    """Return the side that may appeal a board of a locked match, or all of it (0)."""
    side, disputes = side_to_appeal(match, actor), list(match.disputes.all())
    lately = appealable(match, disputes, now)
    result = next((each for each in lately if each.board == board), None)
    if side is None or side == (result.winner if result else match.winner):
        raise NotYourAppealError()
    if not text.strip():
        raise ReasonMissingError()
    if result is None:
        raise NothingToAppealError()
    is_open = any(one.is_open and one.board == board for one in disputes)
    if is_open or was_asked(disputes, result, side):
        raise AlreadyAppealedError()
    return side


def was_asked(disputes: Iterable[Dispute], result: AppealableResult, side: int) -> bool:
    """Return whether a side has appealed this decision and got, or will get, an answer."""
    of_side = (
        one
        for one in disputes
        if (one.kind, one.board, one.side) == (Dispute.Kind.APPEAL, result.board, side)
    )
    return any(one.opened_at >= result.at and one.ruling != Dispute.Ruling.MOOT for one in of_side)


def _boards(match: Match) -> Iterable[BoardResult]:
    """Return the board results of a match; no query if it has no boards."""
    has_boards = match.competition is not None and match.competition.boards
    return results_of(match).values() if has_boards else ()


CALLS_PER_SIDE = 2  # in one match, so that calls cannot be used to stall
WITHOUT_TABLE = (Dispute.Ruling.CONTINUE, Dispute.Ruling.REPLAY, Dispute.Ruling.FORFEIT)


@dataclass(frozen=True)
class Verdict:
    """Decision of a judge; `side` is the one at fault."""

    ruling: str
    side: int | None = None
    points: int | None = None
    score: tuple[int, int] | None = None

    def at_table(self) -> Ruling:
        """Return the ruling for the table.

        Raises RefusedError `badly-written` if something is missing.
        """
        match self.ruling, self.side, self.points, self.score:
            case Dispute.Ruling.CONTINUE, _, _, _:
                return Proceed()
            case Dispute.Ruling.REPLAY, _, _, _:
                return Void()
            case Dispute.Ruling.SCORE, _, _, (first, second):
                return SetScore((first, second))
            case Dispute.Ruling.POINTS, (0 | 1) as side, int(points), _:
                return Award(1 - side, points)
            case Dispute.Ruling.LOSS, (0 | 1) as side, _, _:
                return Loss(side)
        raise BadlyWrittenError()


@transactional
def call_judge(*, match_id: int, actor: User, text: str, now: datetime, board: int = 0) -> Dispute:
    """Stop a match until a judge rules. Its judges may do so, and its players, twice per side.

    Of several boards only the caller's is stopped, and calls are counted by board; a judge, who
    plays at none, names the board. Raises RefusedError `no-competition`, `wrong-state`,
    `not-in-match`, `reason-missing`, `match-not-open`, `no-such-board`, `judge-called`,
    `too-many-calls`, or `closed` if its table is not in play.
    """
    match = _locked(match_id)
    competition = undecided_competition(match.competition)
    side = _side_of(match, actor)
    if not text.strip():
        raise ReasonMissingError()
    game = _board(match, actor, side, board) if competition.boards else _table(match, competition)
    _require_callable(match, side, _number(match, game))
    if game is not None:
        pause_for_judge(game_id=game.pk, now=now)
    return open_call(match, game, actor=actor, side=side, text=text, now=now)


def open_call(
    match: Match,
    game: Game | None,
    *,
    actor: User,
    side: int | None,
    text: str,
    now: datetime,
    slip_of: str = "",
) -> Dispute:
    """Open a call about a locked match and notify its judges."""
    assert match.competition is not None, "only matches of competitions have judges"
    call = Dispute.objects.create(
        match=match,
        game=game,
        board=_number(match, game),
        kind=Dispute.Kind.CALL,
        raised_by=actor,
        side=side,
        text=text,
        opened_at=now,
    )
    audit.log_event(
        AuditEvent.Act.CALL_JUDGE,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=text,
        slip_of=slip_of,
    )
    broadcast_competition(match.competition.pk)
    notify(JUDGE, call.pk, without=None if slip_of else actor)
    return call


@transactional
def rule_on_call(
    *, dispute_id: int, actor: User, verdict: Verdict, note: str, now: datetime
) -> None:
    """Rule on a call, once. The note is public, and the game continues or ends.

    Raises RefusedError `not-judge`, `reason-missing`, `already-ruled`, `no-table`, `bad-score`,
    `badly-written` or `table-broken`.
    """
    match = _locked(Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id))
    call = match.disputes.select_related("game").get(pk=dispute_id)
    require_judge(match, actor)
    if not note.strip():
        raise ReasonMissingError()
    if not call.is_open or call.kind != Dispute.Kind.CALL:
        raise AlreadyRuledError()
    before = _score(call)
    _write(call, verdict, actor, note, now)
    if verdict.ruling == Dispute.Ruling.FORFEIT:
        _forfeit(match, call.game, verdict.side, now)
    elif call.game is not None:
        _go_on(call.game, verdict.at_table(), note, now)
    _tell(match, call, actor, before, now)


def _write(call: Dispute, verdict: Verdict, actor: User, note: str, now: datetime) -> None:
    """Close a call. With real cards, the scorer corrects the points on the sheet."""
    if verdict.ruling not in Dispute.OF_CALLS:
        raise BadlyWrittenError()
    if call.game is None and verdict.ruling not in WITHOUT_TABLE:
        raise NoTableError()
    if call.game is not None and verdict.ruling != Dispute.Ruling.FORFEIT:
        call.word = to_word(verdict.at_table())
    call.ruling, call.note, call.ruled_by, call.ruled_at = verdict.ruling, note, actor, now
    call.save(update_fields=["ruling", "word", "note", "ruled_by", "ruled_at"])


def _forfeit(match: Match, game: Game | None, side: int | None, now: datetime) -> None:
    """Award the match, or the board, to the other side. Its table is voided."""
    if side not in (0, 1):
        raise BadlyWrittenError()
    board = _number(match, game)
    if board:
        give_board(match, board, 1 - side, now=now)
        return
    void_games(match, now=now)
    finish_match(match, Decision.walkover([1 - side]), now=now)


def _go_on(game: Game, ruling: Ruling, note: str, now: datetime) -> None:
    try:
        resume_after_ruling(game_id=game.pk, ruling=ruling, note=note, now=now)
    except IllegalActionError as refused:
        raise BadScoreError() from refused


def _tell(
    match: Match, call: Dispute, actor: User, before: dict[str, object], now: datetime
) -> None:
    assert match.competition is not None, "only matches of competitions have judges"
    match.refresh_from_db(fields=["state", "winner"])
    outcome = {
        "ruling": call.ruling,
        "word": call.word,
        "state": match.state,
        "winner": match.winner,
    }
    audit.log_event(
        AuditEvent.Act.RULE,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=call.note,
        before=before,
        after=outcome | _score(call),
    )
    broadcast_competition(match.competition.pk)


def _score(call: Dispute) -> dict[str, object]:
    if call.game is None:
        return {}
    call.game.refresh_from_db(fields=["score", "legs"])
    return {"score": call.game.score, "legs": call.game.legs}


def _locked(match_id: int) -> Match:
    match = lock_match(match_id)
    if match is None:
        raise MatchNotOpenError()
    return match


def _side_of(match: Match, actor: User) -> int | None:
    """Return a player's side, None for a judge; raise RefusedError `not-in-match` for others."""
    own = RosterPlayer.objects.filter(entry__slots__match=match, user=actor)
    side: int | None = own.values_list("entry__slots__side", flat=True).first()
    if side is None and not may_judge(match, actor):
        raise NotInMatchError()
    return side


def _require_callable(match: Match, side: int | None, board: int) -> None:
    if match.is_decided:
        raise MatchNotOpenError()
    raised = match.disputes.filter(board=board)
    if raised.open().exists():
        raise JudgeCalledError()
    if side is not None and raised.calls().filter(side=side).count() >= CALLS_PER_SIDE:
        raise TooManyCallsError()


def _number(match: Match, game: Game | None) -> int:
    """Return the board of a table; 0 if its match has one table."""
    link = None if game is None else match.games.filter(game=game).first()
    return link.board if link is not None else 0


def _board(match: Match, actor: User, side: int | None, board: int) -> Game | None:
    """Return the caller's table, or the one a judge chose; None with real cards."""
    if match.competition is not None and match.competition.with_cards:
        return None
    tables = Game.objects.filter(match_game__match=match, match_game__voided=False)
    going = tables.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))
    if side is None:
        game, missing = going.filter(match_game__board=board).first(), "no-such-board"
    else:
        game, missing = going.filter(seats__user=actor).first(), "not-in-match"
    if game is None:
        raise refused(missing)
    return game


def _table(match: Match, competition: Competition) -> Game | None:
    """Return the table to stop; None with real cards."""
    link = match.games.filter(voided=False).select_related("game").last()
    if link is not None:
        return link.game
    if competition.with_cards and match.state in Match.PLAYABLE:
        return None
    raise MatchNotOpenError()
