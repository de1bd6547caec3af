"""The truco ladder: who may call, what a refusal costs, what an accepted level pays (R-C)."""

from typing import Final

from games.engine import score
from games.engine.actions import Canto
from games.engine.rules import Rules
from games.engine.state import State, Truco

LADDER: Final = (Canto.TRUCO, Canto.RETRUCO, Canto.VALE4, Canto.FUERA)
"""The call that raises level 1 comes first, and so on (R-C1)."""
FUERA_LEVEL: Final = 5
_TOP: Final = {"vale4": 4, "fuera": FUERA_LEVEL}


def ladder(rules: Rules) -> tuple[Canto, ...]:
    """The calls these rules know."""
    return LADDER[: _TOP[rules.truco_top] - 1]


def raises(rules: Rules, level: int) -> tuple[Canto, ...]:
    """The call above an accepted level, if there is one."""
    return LADDER[level - 1 : level] if level < _TOP[rules.truco_top] else ()


def own_turn_calls(state: State, seat: int) -> tuple[Canto, ...]:
    """R-C4: only the team that accepted last may raise; at first either may call."""
    truco = state.truco
    if truco.raiser is not None and truco.raiser != seat % 2:
        return ()
    return raises(state.deal.rules, truco.level)


def reply_calls(state: State) -> tuple[Canto, ...]:
    """R-C3: the next level as an answer, which is also a quiero."""
    return raises(state.deal.rules, state.truco.level + 1)


def call(state: State, seat: int) -> State:
    """The seat calls the next level; raising a pending call accepts it first."""
    level = state.truco.level + (state.truco.caller is not None)
    return state._replace(truco=Truco(level, state.truco.raiser, seat))


def accept(state: State, seat: int) -> State:
    """*Quiero*: the level stands, and the accepting team may raise it later."""
    return state._replace(truco=Truco(state.truco.level + 1, seat % 2, None))


def worth(rules: Rules, level: int) -> int:
    """R-C1: what a level is worth in points; juego fuera is worth no less than a leg."""
    return level if level < FUERA_LEVEL else rules.target


def pay_level(state: State, team: int, reason: str, bonus: int) -> State:
    """The level that stands, which is also the price of refusing the next one (R-C1, R-C3).

    An accepted juego fuera is the game, or the leg.
    """
    if state.truco.level < FUERA_LEVEL:
        return score.pay(state, team, state.truco.level + bonus, reason)
    if state.deal.rules.fuera_wins == "game":
        return score.pay_game(state, team, reason)
    return score.pay_leg(state, team, reason)
