"""Calling the judge: the table stands still until a judge or an organiser has ruled, in public."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.values.notices import JUDGE
from games.engine import Award, IllegalActionError, Loss, Proceed, Ruling, SetScore, Void, to_word
from games.models import Game
from games.services.judge import go_on, stop_for_judge
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Dispute, Match, RosterPlayer
from tournaments.services import audit
from tournaments.services.boards.playing import give_board
from tournaments.services.hints import announce_competition
from tournaments.services.judging.permissions import may_judge, require_judge
from tournaments.services.locks import lock_match, undecided_competition
from tournaments.services.matches.bracket import Decision
from tournaments.services.matches.concluding import conclude
from tournaments.services.matches.games import void_games
from tournaments.services.telling import tell

CALLS_PER_SIDE = 2  # in one match: the judge is no way to stall
WITHOUT_TABLE = (Dispute.Ruling.CONTINUE, Dispute.Ruling.REPLAY, Dispute.Ruling.FORFEIT)


@dataclass(frozen=True)
class Verdict:
    """What a judge decides; `side` is the one that pays for it."""

    ruling: str
    side: int | None = None
    points: int | None = None
    score: tuple[int, int] | None = None

    def at_table(self) -> Ruling:
        """Return it as the table takes it.

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
        raise RefusedError("badly-written")


@retrying
@transaction.atomic
def call_judge(*, match_id: int, actor: User, text: str, now: datetime, board: int = 0) -> Dispute:
    """Stop a match until a judge rules. Its players may, each side twice, and its judges.

    Of several boards only the caller's stands still, and calls are counted by board; a judge, who
    plays at none, names it.

    Raises RefusedError `no-competition`, `wrong-state`, `not-in-match`, `reason-missing`,
    `match-not-open`, `no-such-board`, `judge-called`, `too-many-calls`, or `closed` if its table is
    not in play.
    """
    match = _locked(match_id)
    competition = undecided_competition(match.competition)
    side = _side_of(match, actor)
    if not text.strip():
        raise RefusedError("reason-missing")
    game = _board(match, actor, side, board) if competition.boards else _table(match, competition)
    _require_callable(match, side, _number(match, game))
    if game is not None:
        stop_for_judge(game_id=game.pk, now=now)
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
    """Put a question about a locked match to its judges."""
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
    audit.record(
        AuditEvent.Act.CALL_JUDGE,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=text,
        slip_of=slip_of,
    )
    announce_competition(match.competition.pk)
    tell(JUDGE, call.pk, without=None if slip_of else actor)
    return call


@retrying
@transaction.atomic
def rule_on_call(
    *, dispute_id: int, actor: User, verdict: Verdict, note: str, now: datetime
) -> None:
    """Answer a call, once; the note is public and the table goes on, or is over.

    Raises RefusedError `not-judge`, `reason-missing`, `already-ruled`, `no-table`, `bad-score`,
    `badly-written` or `table-broken`.
    """
    match = _locked(Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id))
    call = match.disputes.select_related("game").get(pk=dispute_id)
    require_judge(match, actor)
    if not note.strip():
        raise RefusedError("reason-missing")
    if not call.is_open or call.kind != Dispute.Kind.CALL:
        raise RefusedError("already-ruled")
    before = _score(call)
    _write(call, verdict, actor, note, now)
    if verdict.ruling == Dispute.Ruling.FORFEIT:
        _forfeit(match, call.game, verdict.side, now)
    elif call.game is not None:
        _go_on(call.game, verdict.at_table(), note, now)
    _tell(match, call, actor, before, now)


def _write(call: Dispute, verdict: Verdict, actor: User, note: str, now: datetime) -> None:
    """Close a call; with real cards the points are the scorer's to correct."""
    if verdict.ruling not in Dispute.OF_CALLS:
        raise RefusedError("badly-written")
    if call.game is None and verdict.ruling not in WITHOUT_TABLE:
        raise RefusedError("no-table")
    if call.game is not None and verdict.ruling != Dispute.Ruling.FORFEIT:
        call.word = to_word(verdict.at_table())
    call.ruling, call.note, call.ruled_by, call.ruled_at = verdict.ruling, note, actor, now
    call.save(update_fields=["ruling", "word", "note", "ruled_by", "ruled_at"])


def _forfeit(match: Match, game: Game | None, side: int | None, now: datetime) -> None:
    """The other side wins the match, or the board; whatever is on its table is void."""
    if side not in (0, 1):
        raise RefusedError("badly-written")
    board = _number(match, game)
    if board:
        give_board(match, board, 1 - side, now=now)
        return
    void_games(match, now=now)
    conclude(match, Decision.walkover([1 - side]), now=now)


def _go_on(game: Game, ruling: Ruling, note: str, now: datetime) -> None:
    try:
        go_on(game_id=game.pk, ruling=ruling, note=note, now=now)
    except IllegalActionError as refused:
        raise RefusedError("bad-score") from refused


def _tell(
    match: Match, call: Dispute, actor: User, before: dict[str, object], now: datetime
) -> None:
    assert match.competition is not None, "only matches of competitions have judges"
    match.refresh_from_db(fields=["state", "winner"])
    told = {"ruling": call.ruling, "word": call.word, "state": match.state, "winner": match.winner}
    audit.record(
        AuditEvent.Act.RULE,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=call.note,
        before=before,
        after=told | _score(call),
    )
    announce_competition(match.competition.pk)


def _score(call: Dispute) -> dict[str, object]:
    if call.game is None:
        return {}
    call.game.refresh_from_db(fields=["score", "legs"])
    return {"score": call.game.score, "legs": call.game.legs}


def _locked(match_id: int) -> Match:
    match = lock_match(match_id)
    if match is None:
        raise RefusedError("match-not-open")
    return match


def _side_of(match: Match, actor: User) -> int | None:
    """Return a player's side, None for a judge; raise RefusedError `not-in-match` for others."""
    own = RosterPlayer.objects.filter(entry__slots__match=match, user=actor)
    side: int | None = own.values_list("entry__slots__side", flat=True).first()
    if side is None and not may_judge(match, actor):
        raise RefusedError("not-in-match")
    return side


def _require_callable(match: Match, side: int | None, board: int) -> None:
    if match.is_decided:
        raise RefusedError("match-not-open")
    raised = match.disputes.filter(board=board)
    if raised.open().exists():
        raise RefusedError("judge-called")
    if side is not None and raised.calls().filter(side=side).count() >= CALLS_PER_SIDE:
        raise RefusedError("too-many-calls")


def _number(match: Match, game: Game | None) -> int:
    """Return at which board a table is; 0 where its match has no other."""
    link = None if game is None else match.games.filter(game=game).first()
    return link.board if link is not None else 0


def _board(match: Match, actor: User, side: int | None, board: int) -> Game | None:
    """Return the table at which who calls plays, or a judge's choice; real cards have none."""
    if match.competition is not None and match.competition.with_cards:
        return None
    tables = Game.objects.filter(match_game__match=match, match_game__voided=False)
    going = tables.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))
    if side is None:
        game, missing = going.filter(match_game__board=board).first(), "no-such-board"
    else:
        game, missing = going.filter(seats__user=actor).first(), "not-in-match"
    if game is None:
        raise RefusedError(missing)
    return game


def _table(match: Match, competition: Competition) -> Game | None:
    """Return the table to be stopped; with real cards there is none."""
    link = match.games.filter(voided=False).select_related("game").last()
    if link is not None:
        return link.game
    if competition.with_cards and match.state in Match.PLAYABLE:
        return None
    raise RefusedError("match-not-open")
