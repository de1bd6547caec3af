"""The bell of a timed round at its tables (R-S5).

The clock belongs to the competition; a table holds the instant of its bell, by which the server
acts.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.engine import State, TimeUp, apply_ruling, can_end_by_time, leader_on_time
from games.models import Action, Game
from games.play import log


def set_time_limit(games: Iterable[Game], *, at: datetime | None, left: timedelta | None) -> None:
    """Set on locked tables when the bell rings, or the time left while the clock is paused."""
    for game in games:
        if game.is_over or (game.bell_at, game.bell_left) == (at, left):
            continue
        game.bell_at, game.bell_left = at, left
        game.version += 1
        game.save(update_fields=["bell_at", "bell_left", "version"])
        log.broadcast_to_spectators(game)


def set_time_limit_of_new_table(
    game: Game, *, at: datetime | None, left: timedelta | None, decides: bool
) -> None:
    """Set the bell of the round on a table that was just opened.

    `decides` means that the match is level: the leader at the bell wins this game and the match.
    """
    game.bell_at, game.bell_left, game.bell_decides = at, left, decides
    game.save(update_fields=["bell_at", "bell_left", "bell_decides"])


def notify_time_up(games: Iterable[Game]) -> None:
    """Notify tables after the commit that their bell has rung; their rows already contain it."""
    for game in games:
        log.broadcast_to_spectators(game)


def stop_on_time(game: Game, state: State, now: datetime) -> bool:
    """End a locked game between two hands if the bell has rung; return whether it did.

    The leader wins; if the teams are level, one more hand is dealt. If an earlier game already
    decides the match, the game needs no winner.
    """
    if not game.has_rung(now) or not can_end_by_time(state):
        return False
    ahead = leader_on_time(state) if game.bell_decides else None
    if game.bell_decides and ahead is None:
        return False
    after = apply_ruling(state, TimeUp(ahead))
    log.write_ruling(game, after, by=Action.By.BELL, now=now)
    log.finish_game(game, after, now)
    return True
