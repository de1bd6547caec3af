"""Board results entered, awarded, corrected or replayed by hand.

The result of the match derives from its boards (`decide_club_match`). Board results from before a
match result was revoked are kept, so that they can count again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.club_matches.errors import BoardWrittenError, NoSuchBoardError
from tournaments.club_matches.line_ups import lock_boards, require_seen
from tournaments.club_matches.standing import (
    measure_of_board,
    results_of,
    standing_of,
    winner_of,
)
from tournaments.club_matches.tables import (
    Results,
    clear_table,
    decide_club_match,
    default_missing_line_ups,
    open_boards,
    replace_who_left,
)
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_match
from tournaments.common.errors import (
    LeftSinceError,
    NextStagePairedError,
    ReasonMissingError,
    refused,
)
from tournaments.common.locks import undecided_competition
from tournaments.common.permissions import require_organiser
from tournaments.formats.club_match import AwardedBoard, Standing
from tournaments.formats.errors import FormatError
from tournaments.formats.series import decide_match
from tournaments.models import AuditEvent, BoardResult, Entry, Match
from tournaments.models.club_matches import sizes_of
from tournaments.results.cascade import Cascade, cascade_of
from tournaments.results.services import (
    end_as_before,
    lock_cascade_as_seen,
    reopen,
    reopen_match,
    require_scorer,
    stays_in_bracket,
    unchanged_ranks,
    without_dependents,
)


@dataclass(frozen=True)
class PreviousBoards:
    """Finished boards, valid tables and open disputes of a match before it is reopened."""

    results: Results
    tables: Collection[int]
    disputes: Collection[int]

    @classmethod
    def of(cls, match: Match) -> "PreviousBoards":
        """Read them from a match that has a result."""
        tables = match.games.filter(voided=False)
        disputes = match.disputes.open()
        return cls(
            results_of(match),
            list(tables.values_list("pk", flat=True)),
            list(disputes.values_list("pk", flat=True)),
        )

    def count_again(self, board: int) -> None:
        """Restore a board that was voided with its match, with its table and open appeal."""
        row = self.results[board]
        BoardResult.objects.filter(pk=row.pk).update(voided=False)
        row.match.games.filter(pk__in=self.tables, board=board).update(voided=False)
        row.match.disputes.filter(pk__in=self.disputes, board=board).update(
            ruling="", ruled_at=None
        )


def replay_board(*, match_id: int, board: int, actor: User, reason: str, now: datetime) -> None:
    """Void the result of one board and the tie-break; the other boards keep theirs.

    If the match is decided, its result is revoked too. Raises RefusedError as `lock_boards` and
    `results.services.reopen_match` do, and `left-since` if a side has withdrawn.
    """
    match = Match.objects.get(pk=match_id)
    if match.state in Match.PLAYABLE:
        match = lock_boards(match_id)
    else:
        match = _open_again(match, board, actor=actor, reason=reason, now=now)
    tie_break = len(sizes_of(match)) + 1
    for number in sorted({board, tie_break}):
        clear_table(match, number, now=now)
        match.boards.standing().filter(board=number).update(voided=True)
        match.disputes.filter(board=number).drop(now)
        replace_who_left(match, number)
    if not open_boards(match, now=now):
        broadcast_match(match)


def _open_again(match: Match, board: int, *, actor: User, reason: str, now: datetime) -> Match:
    """Reopen a decided match. All boards but one count again with their results."""
    if match.slots.filter(entry__state=Entry.State.WITHDRAWN).exists():
        raise LeftSinceError()
    previous = PreviousBoards.of(match)
    reopen_match(match_id=match.pk, actor=actor, reason=reason, now=now, keeps_line_ups=True)
    opened = lock_boards(match.pk)
    for number in previous.results:
        if number != board:
            previous.count_again(number)
    return opened


Act = AuditEvent.Act
Chicos = Sequence[tuple[int, int]]
Ending = Chicos | AwardedBoard


@transactional
def write_board(
    *, match_id: int, board: int, chicos: Chicos, actor: User, now: datetime
) -> BoardResult:
    """Write the result of a board. The last board decides the match, or leads to a tie-break.

    The game at its table is voided. Raises RefusedError as `lock_boards` does, `not-scorer`,
    `line-ups-secret`, `no-such-board`, `board-written`, `impossible-score`, `series-open` or
    `game-after-the-end`.
    """
    match = lock_boards(match_id)
    require_scorer(match, actor)
    _require_due(match, board, now)
    result = _write(match, board, chicos, actor, now)
    _record(Act.BOARD_RESULT, match, result, actor, now)
    decide_club_match(match, now=now)
    return result


@transactional
def award_board(
    *, match_id: int, board: int, side: int | None, actor: User, reason: str, now: datetime
) -> BoardResult:
    """Award a board to the side that was present, or to neither.

    Raises RefusedError as `write_board` does, `not-organiser` or `reason-missing`.
    """
    match = lock_boards(match_id)
    require_organiser(undecided_competition(match.competition), actor)
    if not reason.strip():
        raise ReasonMissingError()
    _require_due(match, board, now)
    result = _write(match, board, AwardedBoard(side), actor, now)
    _record(Act.BOARD_WALKOVER, match, result, actor, now, reason)
    decide_club_match(match, now=now)
    return result


@transactional
def correct_board(
    *,
    match_id: int,
    board: int,
    right: Ending,
    actor: User,
    reason: str,
    now: datetime,
    seen: str | None = None,
) -> Cascade | None:
    """Replace the wrong result of a board with the right one; return the results voided with it.

    The right one is what was played, or the side awarded the board because the other did not come.
    If the match is decided its result is taken back, with the results that depend on it, as
    `results.services.correct_result` does; the other boards stay. In a bracket nothing else changes
    if the match keeps its winner. A tie-break that proves unneeded goes. If a Swiss of the
    qualified was paired the match must still be decided. Raises RefusedError as that and
    `write_board` do.
    """
    if not Match.objects.filter(pk=match_id, state__in=Match.WITH_RESULT).exists():
        _correct_open(match_id, board, right, actor=actor, reason=reason, now=now)
        return None
    take_back = partial(reopen, actor=actor, reason=reason, now=now)
    cascade = lock_cascade_as_seen(actor, match_id, seen)
    previous = PreviousBoards.of(cascade.match)
    if board not in previous.results:
        raise NoSuchBoardError()
    rewrite = partial(_write_anew, match_id, previous, board, right, actor=actor, now=now)
    ended_at = cascade.competition.finished_at, cascade.competition.champion_id
    if stays_in_bracket(cascade.match, _winner_with(cascade.match, previous, board, right)):
        cascade = without_dependents(cascade)
    elif cascade.qualified:
        keeping = unchanged_ranks(cascade, take_back, rewrite)
        cascade = cascade_of(match_id, keeping=keeping)
    table = cascade.match.hall_table_id
    take_back(cascade)
    result = rewrite()
    decided = Match.objects.filter(pk=match_id).exclude(state__in=Match.PLAYABLE)
    if not decided.update(hall_table=table) and cascade.is_played_on:
        raise NextStagePairedError()
    end_as_before(cascade.competition, *ended_at, now=now)
    _record(
        Act.BOARD_BACK, cascade.match, result, actor, now, reason, before=previous.results[board]
    )
    return cascade


def _winner_with(match: Match, previous: PreviousBoards, board: int, right: Ending) -> int | None:
    """Return who wins a decided match if one of its boards ended otherwise.

    None if no side does, or if the boards are level again and the tie-break must be played.
    """
    tie_break = len(sizes_of(match)) + 1
    rows = {**previous.results, board: BoardResult(board=board, winner=_side(match, right))}
    without = {number: row for number, row in rows.items() if number != tie_break}
    if standing_of(match, without) is Standing.DECIDED:  # no tie-break is needed
        rows = without
    if standing_of(match, rows) is not Standing.DECIDED:
        return None
    return winner_of(match, rows)


def _correct_open(
    match_id: int, board: int, right: Ending, *, actor: User, reason: str, now: datetime
) -> None:
    """Correct a board of an undecided match."""
    match = lock_boards(match_id)
    require_organiser(undecided_competition(match.competition), actor)
    if not reason.strip():
        raise ReasonMissingError()
    wrong = match.boards.standing().filter(board=board).first()
    if wrong is None:
        raise NoSuchBoardError()
    _void(wrong, now)
    result = _write(match, board, right, actor, now)
    _record(Act.BOARD_BACK, match, result, actor, now, reason, before=wrong)
    if standing_of(match, results_of(match)) is not Standing.LEVEL:
        clear_table(match, len(sizes_of(match)) + 1, now=now)  # of a tie-break, if one has begun
    decide_club_match(match, now=now)


def _write_anew(
    match_id: int,
    previous: PreviousBoards,
    board: int,
    right: Ending,
    *,
    actor: User,
    now: datetime,
) -> BoardResult:
    """Restore the boards of a match whose result was just revoked, with one new result.

    The others count again unchanged.
    """
    match = lock_boards(match_id)
    tie_break = len(sizes_of(match)) + 1
    for number in previous.results:
        if number not in (board, tie_break):
            previous.count_again(number)
    result = _write(match, board, right, actor, now)
    is_needed = standing_of(match, results_of(match)) is Standing.LEVEL
    if tie_break in previous.results and board != tie_break and is_needed:
        previous.count_again(tie_break)
    decide_club_match(match, now=now)
    return result


def _void(row: BoardResult, now: datetime) -> None:
    """Void a result and drop its disputes."""
    BoardResult.objects.filter(pk=row.pk).update(voided=True)
    row.match.disputes.filter(board=row.board).drop(now)


def _require_due(match: Match, board: int, now: datetime) -> None:
    """Refuse a board that cannot be played now, or any board while line-ups are secret."""
    require_seen(match, now)
    default_missing_line_ups(match, now=now)
    results, boards = results_of(match), len(sizes_of(match))
    if board in results:
        raise BoardWrittenError()
    is_tie_break = board == boards + 1 and standing_of(match, results) is Standing.LEVEL
    if not (1 <= board <= boards or is_tie_break):
        raise NoSuchBoardError()


def _write(match: Match, board: int, ending: Ending, actor: User, now: datetime) -> BoardResult:
    clear_table(match, board, now=now)
    write = partial(match.boards.create, board=board, by=actor, at=now)
    side = _side(match, ending)
    if isinstance(ending, AwardedBoard):
        return write(winner=side, walkover=True)
    return write(winner=side, chicos=[list(chico) for chico in ending])


def _side(match: Match, ending: Ending) -> int | None:
    """Return who wins a board that ends so; None if neither side does."""
    if isinstance(ending, AwardedBoard):
        return ending.side
    try:
        return decide_match(ending, measure_of_board(match), rung=False).winner
    except FormatError as error:
        raise refused(error.code) from error


def _record(
    act: AuditEvent.Act,
    match: Match,
    result: BoardResult,
    actor: User,
    now: datetime,
    reason: str = "",
    before: BoardResult | None = None,
) -> None:
    assert match.competition is not None, "casual matches have no boards"
    audit.log_event(
        act,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=reason,
        before=_result_for_audit(before) if before else {},
        after=_result_for_audit(result),
    )


def _result_for_audit(row: BoardResult) -> dict[str, object]:
    return {"board": row.board, "winner": row.winner, "games": [row.chicos] if row.chicos else []}
