"""The truco ladder: who may call, what a refusal costs, what an accepted level pays (R-C)."""

from games.engine import score
from games.engine.calls import TRUCOS, CallName
from games.engine.rules import Rules
from games.engine.state import State, Truco, replace


def _top(rules: Rules) -> int:
    """Return the highest level; a juego fuera stands above those that have a price in points."""
    return len(rules.truco_prices) + (rules.truco_top == "fuera")


def ladder(rules: Rules) -> tuple[CallName, ...]:
    """List the calls these rules know, from low to high."""
    return TRUCOS[: _top(rules) - 1]


def raises(rules: Rules, level: int) -> tuple[CallName, ...]:
    """Return the call above an accepted level, if there is one."""
    return TRUCOS[level - 1 : level] if level < _top(rules) else ()


def level_of(canto: CallName) -> int:
    """Return the level that stands once this call is accepted (R-C1)."""
    return TRUCOS.index(canto) + 2


def own_turn_calls(state: State, seat: int) -> tuple[CallName, ...]:
    """R-C4: only the team that accepted last may raise; at first either may call."""
    truco = state.truco
    if truco.raiser is not None and truco.raiser != seat % 2:
        return ()
    return raises(state.deal.rules, truco.level)


def reply_calls(state: State) -> tuple[CallName, ...]:
    """R-C3: the next level as an answer, which is also a quiero."""
    return raises(state.deal.rules, state.truco.level + 1)


def call(state: State, seat: int) -> State:
    """Call the next level; raising a pending call accepts it first."""
    level = state.truco.level + (state.truco.caller is not None)
    return replace(state, truco=Truco(level, state.truco.raiser, seat))


def accept(state: State, seat: int) -> State:
    """*Quiero*: the level stands, and the accepting team may raise it later."""
    return replace(state, truco=Truco(state.truco.level + 1, seat % 2, None))


def _is_fuera(rules: Rules, level: int) -> bool:
    return level > len(rules.truco_prices)


def worth(rules: Rules, level: int) -> int:
    """R-C1: what a level is worth in points; juego fuera is worth no less than a leg."""
    return rules.target if _is_fuera(rules, level) else rules.truco_prices[level - 1]


def pay_level(state: State, team: int, reason: str, bonus: int) -> State:
    """Pay the level that stands, which is also the price of refusing the next one (R-C1, R-C3).

    An accepted juego fuera is the game, or the leg.
    """
    rules, level = state.deal.rules, state.truco.level
    if not _is_fuera(rules, level):
        return score.pay(state, team, worth(rules, level) + bonus, reason)
    if rules.fuera_wins == "game":
        return score.pay_game(state, team, reason)
    return score.pay_leg(state, team, reason)
