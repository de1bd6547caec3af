"""Points: malas and buenas, the value of a falta, and payment to a team (R-S, R-E5)."""

from typing import assert_never

from .rules import Rules
from .state import Pair, Points, State, replace


def in_buenas(rules: Rules, score: Pair) -> bool:
    """Return whether one team has at least half of the target, rounded up (R-S4).

    A leg of one stretch has no halves (R-S8).
    """
    return rules.halves == "two" and max(score) >= half(rules)


def half(rules: Rules) -> int:
    return (rules.target + 1) // 2


def shortfall(rules: Rules, score: Pair) -> int:
    """Return the points that the leader needs for the leg."""
    return rules.target - max(score)


def falta(rules: Rules, score: Pair, winner: int) -> int:
    """Return what an accepted falta pays the team that wins it (R-E5, R-E9)."""
    if rules.halves == "one" or in_buenas(rules, score):
        return shortfall(rules, score)
    match rules.falta:
        case "shortfall":
            return shortfall(rules, score)
        case "malas":
            return rules.target - score[winner]
        case "half":
            return half(rules) - max(score)
        case "half_winner":
            return half(rules) - score[winner]
        case _:
            assert_never(rules.falta)


def capped(state: State, points: int) -> int:
    """Limit the points of falta and resto in a pico round (R-P2)."""
    if not state.deal.start.part:
        return points
    return min(points, state.deal.rules.pico_falta_cap)


def leg_winner(state: State) -> int | None:
    """Return the team that has reached the target in this leg."""
    target = state.deal.rules.target
    if state.score[0] >= target:
        return 0
    return 1 if state.score[1] >= target else None


def pay(state: State, team: int, points: int, reason: str) -> State:
    """Add points to a team, at most up to the target (R-S1, R-S2)."""
    if leg_winner(state) is not None:
        return state
    target = state.deal.rules.target
    paid = min(points, target - state.score[team])
    score = _with(state.score, team, state.score[team] + paid)
    entry = Points(team, paid, reason)
    if score[team] < target:
        return replace(state, score=score, points=(*state.points, entry))
    return replace(
        state,
        score=score,
        points=(*state.points, entry),
        legs=_with(state.legs, team, state.legs[team] + 1),
        over=True,
    )


def take(state: State, team: int, points: int, reason: str) -> State:
    """Take points from a team, never below 0 (R-M5)."""
    taken = min(points, state.score[team])
    return replace(
        state,
        score=_with(state.score, team, state.score[team] - taken),
        points=(*state.points, Points(team, -taken, reason)),
    )


def pay_leg(state: State, team: int, reason: str) -> State:
    """Pay a team the points that it needs for the leg."""
    return pay(state, team, state.deal.rules.target, reason)


def pay_game(state: State, team: int, reason: str) -> State:
    """Pay a team the entire game: this leg and all further legs that it needs."""
    if leg_winner(state) is not None:
        return state
    paid = pay_leg(state, team, reason)
    return replace(paid, legs=_with(paid.legs, team, paid.deal.rules.legs_to_win))


def _with(pair: Pair, team: int, value: int) -> Pair:
    return (value, pair[1]) if team == 0 else (pair[0], value)
