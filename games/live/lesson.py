"""The pieces of a lesson: the table's, in a form of their own, and the teacher's words."""

from dataclasses import dataclass

from games.board import Board
from games.board.lesson import Told
from games.live.drawing import draw
from games.live.pieces import Pieces
from games.live.table import framed


@dataclass(frozen=True)
class Ways:
    """Where a learner is and can go: the hand itself, what comes after it, and where one plays."""

    which: str
    title: str
    here: str
    next: str
    play: str
    is_last: bool


def lesson_pieces(board: Board, told: Told, ways: Ways, *, said: str, csrf: str) -> Pieces:
    """Draw a table whose buttons send, beside what was tapped, all that was `said` before."""
    pieces = framed(board, "lesson/table", ways=ways, said=said, csrf=csrf)
    lesson = draw("lesson/told", told=told, ways=ways, is_over=board.phase == "between")
    return {**pieces, "lesson": lesson}
