"""A table as pieces, for one audience."""

from games.board import Board
from games.live.drawing import draw
from games.live.pieces import Pieces
from games.models import Game

FIELDS = {  # of the board: what each template names
    "score": ("scores", "target", "label", "legs_to_win", "spectators"),
    "tricks": ("tricks", "open_tricks"),
    "say": ("prompt", "clock", "notice", "action_id"),
    "act": (
        *("phase", "call_rows", "why_no_card", "result", "after"),
        *("may_sit", "may_take_back", "may_throw"),
    ),
    "hand": ("hand", "has_covered"),
    "story": ("story",),
}


def table_pieces(board: Board) -> Pieces:
    """Draw every piece of a table in the active language.

    What the clock and the next click need is in `say`, which is new at every version. `heard`, the
    newest line, stands beside the table: its page keeps it apart.
    """
    game = board.game
    seats = {f"seat{place.number}": place for place in board.places}
    return {
        "table": _table(board),
        "score": _piece("score", board),
        "felt": draw("table/felt", seats=list(seats), muestra=board.muestra),
        **{
            name: draw("table/seat", place=place, is_urgent=board.prompt.is_urgent)
            for name, place in seats.items()
        },
        "tricks": _piece("tricks", board),
        "say": _piece("say", board, version=game.version),
        "act": _piece("act", board, game=game.pk),
        **_last_row(board),
        "story": _piece("story", board),
        "heard": draw("table/heard", line=board.talk.newest),
    }


def _table(board: Board) -> str:
    return draw(
        "table/table",
        game=board.game.pk,
        seats=board.seats,
        phase=board.phase,
        rows=len(board.call_rows),
        viewer=board.viewer,
        is_judged=board.game.status == Game.Status.JUDGED,
        has_won=board.viewer is not None and board.game.winner == board.viewer % 2,
        has_covered=board.has_covered,
    )


def _last_row(board: Board) -> Pieces:
    """Draw the seal until the cards are dealt, then the viewer's hand; spectators have none."""
    if board.phase == "sit":
        return {"seal": draw("table/seal", commitment=board.game.commitment)}
    if board.viewer is None:
        return {}
    return {"hand": _piece("hand", board, is_due=board.prompt.is_mine)}


def _piece(name: str, board: Board, **more: object) -> str:
    return draw(f"table/{name}", **{key: getattr(board, key) for key in FIELDS[name]}, **more)
