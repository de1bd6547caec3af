"""The truco ladder: calls, the cost of a refusal, the value of an accepted level (R-C)."""

from . import score
from .calls import TRUCOS, CallName, Canto
from .rules import Rules
from .state import State, Truco, replace


def level_of(canto: Canto) -> int:
    """Return the level after this call is accepted (R-C1)."""
    return TRUCOS.index(CallName(canto)) + 2


def own_turn_calls(state: State, seat: int) -> tuple[CallName, ...]:
    """Return the next call for the seat in turn (R-C4).

    Only the team that accepted last can raise; the first call is open to both.
    """
    truco = state.truco
    if truco.raiser is not None and truco.raiser != seat % 2:
        return ()
    rules = state.deal.rules
    if not rules.raise_past and _is_enough(state, seat, truco.level):
        return ()
    return rules.truco_raises[truco.level]


def reply_calls(state: State, seat: int) -> tuple[CallName, ...]:
    """Return the next level as an answer, which is also a quiero (R-C3)."""
    rules, level = state.deal.rules, state.truco.level + 1
    if not rules.raise_past and _is_enough(state, seat, level):
        return ()
    return rules.truco_raises[level]


def _is_enough(state: State, seat: int, level: int) -> bool:
    """Return whether a level wins the leg, so that no more is needed (R-C6)."""
    rules = state.deal.rules
    return state.score[seat % 2] + worth(rules, level) >= rules.target


def call(state: State, seat: int) -> State:
    """Call the next level; raising a pending call accepts it first."""
    level = state.truco.level + (state.truco.caller is not None)
    return replace(state, truco=Truco(level, state.truco.raiser, seat))


def accept(state: State, seat: int) -> State:
    """Accept the level; the accepting team can raise it later."""
    return replace(state, truco=Truco(state.truco.level + 1, seat % 2, None))


def is_juego_fuera(rules: Rules, level: int) -> bool:
    """Return whether a level is worth the game, or the leg, and has no price in points (R-C1)."""
    return level > len(rules.truco_prices)


def worth(rules: Rules, level: int) -> int:
    """Return a level's value in points; juego fuera is worth at least a leg (R-C1)."""
    return rules.target if is_juego_fuera(rules, level) else rules.truco_prices[level - 1]


def pay_level(state: State, team: int, reason: str, bonus: int) -> State:
    """Pay the current level, which is also the price of refusing the next (R-C1, R-C3).

    An accepted juego fuera pays the game, or the leg.
    """
    rules, level = state.deal.rules, state.truco.level
    if not is_juego_fuera(rules, level):
        return score.pay(state, team, worth(rules, level) + bonus, reason)
    if rules.fuera_wins == "game":
        return score.pay_game(state, team, reason)
    return score.pay_leg(state, team, reason)
