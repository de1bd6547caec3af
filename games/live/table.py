"""A table as pieces, for one audience."""

from games.board import Board
from games.board.seats import SeatView
from games.engine import signals
from games.live.drawing import address, draw
from games.live.pieces import Pieces
from games.models import Game
from games.talk.levels import Level
from games.talk.phrases import partner_words

FIELDS = {  # of the board: what each template names
    "score": ("scores", "target", "label", "dealer", "mano", "legs_to_win", "spectators"),
    "say": ("prompt", "clock", "notice", "action_id", "sharing"),
    "act": (
        *("phase", "watches", "call_rows", "row_reasons", "why_no_card", "result", "after"),
        *("may_sit", "may_take_back", "may_throw", "waiting", "coming_back", "again", "sharing"),
    ),
    "hand": ("hand", "has_covered", "is_fresh", "sharing"),
    "story": ("draw", "story", "late"),
}


def table_pieces(board: Board, frame: str = "table/table", **more: object) -> Pieces:
    """Draw every piece of a table in the active language; `frame` encloses them, and may need more.

    What the clock and the next click need is in `say`, which is new at every version. `heard`, the
    newest line, stands beside the table: its page keeps it apart.
    """
    game = board.game
    return {
        "table": _table(board, frame, **more),
        "score": _piece("score", board),
        **(_finale(board) or {**_felt(board), **_last_row(board)}),
        "say": _say(board),
        "act": _piece("act", board, game=game.pk),
        "story": _piece("story", board),
        **_proposal(board),
        "heard": draw("table/heard", line=board.talk.newest),
    }


def _finale(board: Board) -> Pieces:
    """Draw the end in the place of felt and hand, once there is one."""
    if board.finale is None:
        return {}
    record = address("tables:record", board.game.pk)
    return {"finale": draw("table/finale", finale=board.finale, record=record)}


def _say(board: Board) -> str:
    return _piece(
        "say",
        board,
        version=board.game.version,
        is_still=board.phase != "play",
        is_judged=board.game.status == Game.Status.JUDGED,
    )


def _proposal(board: Board) -> Pieces:
    """Draw what somebody proposes; nobody does mostly."""
    if board.proposal is None:
        return {}
    return {"proposal": draw("table/proposal", game=board.game.pk, proposal=board.proposal)}


def _table(board: Board, frame: str, **more: object) -> str:
    rules = board.game.rules
    return draw(
        frame,
        game=board.game.pk,
        phase=board.phase,
        rows=len(board.call_rows),
        watches=board.watches,
        has_won=board.viewer is not None and board.game.winner == board.viewer % 2,
        has_covered=board.has_covered,
        has_finale=board.finale is not None,
        has_muestra=rules.muestra,
        has_signs=board.sharing is None and (bool(signals(rules)) or _has_words(board.game)),
        talks=board.game.talk != Level.NONE,
        choices=board.choices,
        is_asked=board.proposal is not None,
        **more,
    )


def _has_words(game: Game) -> bool:
    """Whether partners may tell each other something in words."""
    return game.talk != Level.NONE and bool(partner_words(game.rules))


def _felt(board: Board) -> Pieces:
    """Draw the seats and the tricks between them; in a pico the others are a strip."""
    seats = {f"seat{place.number}": place for place in board.places}
    out = [name for name, place in seats.items() if place.is_out]
    playing = [name for name in seats if name not in out]
    tricks = {f"trick{number}": trick for number, trick in enumerate(board.tricks, start=1)}
    return {
        "felt": draw("table/felt", out=out, seats=playing, is_duel=board.is_duel),
        **{name: _seat(board, place) for name, place in seats.items()},
        "tricks": draw("table/tricks", tricks=list(tricks)),
        **{name: _trick(board, number) for number, name in enumerate(tricks)},
    }


def _seat(board: Board, place: SeatView) -> str:
    return draw("table/seat", place=place, game=board.game.pk, is_urgent=board.prompt.is_urgent)


def _trick(board: Board, place: int) -> str:
    """Draw one trick; where more than two play, one that is over waits beside for another look."""
    trick = board.tricks[place]
    is_past = not board.is_duel and bool(trick.cards) and not trick.is_current
    return draw("table/trick", number=place + 1, trick=trick, is_past=is_past)


def _last_row(board: Board) -> Pieces:
    """Draw the seal until the cards are dealt, then the viewer's hand; spectators have none."""
    if board.phase == "sit":
        return {"seal": draw("table/seal", seal=board.seal, game=board.game.pk)}
    shown = board.muestra
    muestra = draw("table/muestra", muestra=shown, suit=shown.symbol[-1] if shown else "")
    if board.watches:
        return {"muestra": muestra}
    return {"hand": _piece("hand", board, is_due=board.prompt.is_mine), "muestra": muestra}


def _piece(name: str, board: Board, **more: object) -> str:
    return draw(f"table/{name}", **{key: getattr(board, key) for key in FIELDS[name]}, **more)
