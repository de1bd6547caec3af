"""Points: malas and buenas, what a falta is worth, and paying a team (R-S, R-E5)."""

from games.engine.rules import Rules
from games.engine.state import Pair, Points, State, replace


def in_buenas(rules: Rules, score: Pair) -> bool:
    """R-S4: one team has at least half of the target, rounded up."""
    return max(score) >= (rules.target + 1) // 2


def shortfall(rules: Rules, score: Pair) -> int:
    """Return what the leader needs for the leg."""
    return rules.target - max(score)


def falta(rules: Rules, score: Pair, winner: int) -> int:
    """R-E5: what an accepted falta pays the team that wins it."""
    if rules.falta == "malas" and not in_buenas(rules, score):
        return rules.target - score[winner]
    return shortfall(rules, score)


def capped(state: State, points: int) -> int:
    """R-P2: falta and resto are capped in a pico round."""
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
    """R-S1, R-S2: points count until a team reaches the target, and never beyond it."""
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


def pay_leg(state: State, team: int, reason: str) -> State:
    """Pay a team what it needs for the leg."""
    return pay(state, team, state.deal.rules.target, reason)


def pay_game(state: State, team: int, reason: str) -> State:
    """Pay a team the whole game: this leg and all that it still needs."""
    if leg_winner(state) is not None:
        return state
    paid = pay_leg(state, team, reason)
    return replace(paid, legs=_with(paid.legs, team, paid.deal.rules.legs_to_win))


def _with(pair: Pair, team: int, value: int) -> Pair:
    return (value, pair[1]) if team == 0 else (pair[0], value)
