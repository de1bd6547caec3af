"""The last hands of a leg in Brazil: mão de X and mão de ferro (R-B).

A team at X, the target less the first price, decides before the first card whether it plays. With
both teams at X there is no decision. Truco cannot be called in either hand.
"""

from collections.abc import Mapping
from typing import Final

from . import score
from .actions import HandChoice
from .cards import Card
from .hand_end import end_hand
from .rules import Rules
from .state import NO_TEAM, Deal, LastHand, Pair, State, Truco, replace

LEVEL: Final = 2
"""The level that a mão de X is played at (R-B2)."""
REASON: Final = "truco-in-mao-x"
NO_RAISES: Final = Truco(raiser=NO_TEAM)


def last_hand_kind(rules: Rules, score: Pair) -> LastHand:
    """Return the kind of a hand that starts at this score (R-B1)."""
    x = rules.target - rules.truco_prices[0]
    if not rules.mao_x or x not in score:
        return ""
    if score[0] != score[1]:
        return "mao_x"
    return "ferro" if rules.ferro != "off" else ""


def deciding_team(deal: Deal) -> int:
    return deal.start.score.index(deal.rules.target - deal.rules.truco_prices[0])


def choose(state: State, team: int, choice: HandChoice) -> State:
    """Play the hand at the second price, or leave it to the other team for the first (R-B2)."""
    chosen = replace(state, opening="")
    if choice is HandChoice.RUN:
        return end_hand(chosen, 1 - team, "mao-x-refused")
    return replace(chosen, truco=NO_RAISES._replace(level=LEVEL))


def call_truco(state: State, seat: int) -> State:
    """End a mão de X by a truco call, which loses the hand or the leg (R-B3)."""
    rival = 1 - seat % 2
    if state.deal.rules.mao_x_truco == "loses_hand":
        return end_hand(state, rival, REASON)
    return replace(score.pay_leg(state, rival, REASON), hand_winner=rival)


def is_blind(state: State) -> bool:
    """Return whether no seat sees its own cards (R-B5)."""
    if state.deal.last_hand != "ferro":
        return False
    ferro = state.deal.rules.ferro
    return ferro == "blind" or (ferro == "first" and len(state.tricks) == 1)


def hands_seen(state: State, viewer: int) -> Mapping[int, tuple[Card, ...]]:
    """Return the hands of its mates that a seat looks at before the decision (R-B2)."""
    deal, team = state.deal, viewer % 2
    sees = deal.rules.mao_x_sees
    if state.opening != "mao_x" or sees == "own":
        return {}
    if sees == "team" and team != deciding_team(deal):
        return {}
    return {seat: state.held[seat] for seat in deal.teams[team] if seat != viewer}
