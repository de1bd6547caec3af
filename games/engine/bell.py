"""R-S5, timed rounds: at the bell the hand is finished and the leader wins; level, one more."""

from games.engine.errors import IllegalActionError
from games.engine.rotation import next_start
from games.engine.rulings import TimeUp
from games.engine.state import State


def may_stop(state: State) -> bool:
    """Tell whether no hand is in progress: a pico round is whole, a void hand is played again."""
    if not state.over or state.is_void:
        return False
    start = next_start(state)
    return start is not None and start.part in ("", "a")


def leader(state: State) -> int | None:
    """Return the team ahead in chicos, then in the points of the one in progress; None if level."""
    start = next_start(state)
    assert start is not None, "a decided game has a winner"
    for first, second in (start.legs, start.score):
        if first != second:
            return 0 if first > second else 1
    return None


def stop(state: State, ruling: TimeUp) -> State:
    """Return the hand with which the bell ends the game.

    Nobody need win it: the match may be led already. Raises IllegalActionError `hand-not-over`, or
    `not-ahead` for a team that does not lead.
    """
    if not may_stop(state):
        raise IllegalActionError("hand-not-over")
    if ruling.team is not None and ruling.team != leader(state):
        raise IllegalActionError("not-ahead")
    return state
