"""Boards at tables of the site: what the cards say of them, and what absence does."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Game
from games.services.tables.seating import start_game
from tournaments.models import Match
from tournaments.results.boards import chicos_at_table
from tournaments.services.boards.outcome import see_through
from tournaments.services.boards.tables import clear_table
from tournaments.services.matches.games import sides_present


def board_finished(match: Match, board: int, game: Game, *, now: datetime) -> None:
    """Take note of how the cards of a board ended; the match and the game are locked."""
    match.boards.create(board=board, winner=game.winner, chicos=chicos_at_table(game), at=now)
    see_through(match, now=now)


def close_boards(match: Match, *, now: datetime) -> None:
    """End the window of a locked match: each board is played, or given away, by who is there.

    A robot stands in for a partner who stays away. A side of which nobody came loses that board,
    and no other.
    """
    waiting = match.games.filter(voided=False, game__status=Game.Status.WAITING)
    for link in list(waiting.select_related("game").order_by("game_id")):
        present = sides_present(link.game)
        if len(present) > 1:
            start_game(game_id=link.game_id, now=now)
        else:
            _give(match, link.board, present, now)
    see_through(match, now=now)


def give_board(match: Match, board: int, side: int, *, now: datetime) -> None:
    """Give a board of a locked match to one side, whatever is on its table; nobody wrote it."""
    _give(match, board, [side], now)
    see_through(match, now=now)


def _give(match: Match, board: int, present: Sequence[int], now: datetime) -> None:
    clear_table(match, board, now=now)
    winner = present[0] if present else None
    match.boards.create(board=board, winner=winner, walkover=True, at=now)
