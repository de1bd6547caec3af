"""Effects of a judge's ruling or of the bell on a hand.

A ruling is a line of the log like any action (docs/judging.md), and so is the bell
(docs/formats.md). At the bell the hand is finished and the leader wins; if the score is
level, one more hand is played (R-S5).
"""

from typing import Final, assert_never

from .errors import IllegalActionError
from .hand_end import next_hand_start
from .legal import pending_decision
from .rulings import Award, Loss, Proceed, Ruling, SetScore, TimeUp, Void
from .score import leg_winner, pay, pay_game
from .state import Pair, Points, State, replace


def can_end_by_time(state: State) -> bool:
    """Return whether no hand is in progress: a pico round is whole, a void hand is played again."""
    if not state.over or state.is_void:
        return False
    start = next_hand_start(state)
    return start is not None and start.part in ("", "a")


def leader_on_time(state: State) -> int | None:
    """Return the team ahead in chicos, then in the points of the one in progress; None if level."""
    start = next_hand_start(state)
    assert start is not None, "a decided game has a winner"
    for first, second in (start.legs, start.score):
        if first != second:
            return 0 if first > second else 1
    return None


def end_by_time(state: State, ruling: TimeUp) -> State:
    """Return the hand with which the bell ends the game.

    Nobody need win it: the match may be led already. Raises IllegalActionError `hand-not-over`, or
    `not-ahead` for a team that does not lead.
    """
    if not can_end_by_time(state):
        raise IllegalActionError("hand-not-over")
    if ruling.team is not None and ruling.team != leader_on_time(state):
        raise IllegalActionError("not-ahead")
    return state


REASON: Final = "judge"


def apply_ruling(state: State, ruling: Ruling) -> State:
    """Return the hand after a ruling; raises IllegalActionError `game-over` or `bad-score`."""
    if state.winner is not None or state.time_up is not None:
        raise IllegalActionError("game-over")
    ruled = _apply_ruling(state, ruling)
    return replace(
        ruled,
        rulings=(*state.rulings, (len(state.actions), ruling)),
        waiting=pending_decision(ruled),
    )


def _apply_ruling(state: State, ruling: Ruling) -> State:
    match ruling:
        case Proceed():
            return state
        case Void():
            start = state.start
            return replace(
                state, score=start.score, legs=start.legs, points=(), over=True, hand_winner=None
            )
        case SetScore(score):
            return _corrected(state, score)
        case Award(team, points):
            return _awarded(state, team, points)
        case Loss(team):
            return _lost(state, team)
        case TimeUp():
            return end_by_time(state, ruling)
        case _:
            assert_never(ruling)


def _awarded(state: State, team: int, points: int) -> State:
    if leg_winner(state) is not None or points == 0:
        raise IllegalActionError("bad-score")
    return pay(state, team, points, REASON)


def _lost(state: State, team: int) -> State:
    if leg_winner(state) is not None:
        state = _corrected(state, state.start.score)
    return pay_game(state, 1 - team, REASON)


def _corrected(state: State, score: Pair) -> State:
    """Return the leg at this score; a team that reaches the target has won it."""
    target = state.deal.rules.target
    if max(score) > target or min(score) == target:
        raise IllegalActionError("bad-score")
    moved = [(team, score[team] - state.score[team], REASON) for team in (0, 1)]
    entries = tuple(Points(*entry) for entry in moved if entry[1])
    reached = tuple(int(points == target) for points in score)
    legs = (state.start.legs[0] + reached[0], state.start.legs[1] + reached[1])
    return replace(
        state,
        score=score,
        legs=legs,
        points=(*state.points, *entries),
        over=state.over or any(reached),
    )
