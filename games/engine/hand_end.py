"""The end of a hand: late envido, truco, revealed cards (R-S1, R-E7), and the next start.

R-D2, R-P3 and R-S3 define the start of the next hand.
"""

import dataclasses

from . import envido, pico, truco
from .cards import Card
from .hand_start import Start
from .state import State, replace


def end_hand(state: State, winner: int | None, reason: str, bonus: int = 0) -> State:
    """End the hand, and pay the current level to its winner, if it has one (R-T7)."""
    scored = envido.score_late(state)
    if winner is None:
        return replace(scored, over=True)
    paid = truco.pay_level(scored, winner, reason, bonus)
    return replace(paid, over=True, hand_winner=winner)


def revealed_cards(state: State) -> dict[int, tuple[Card, ...]]:
    """Return the cards that won the envido or a flor, by seat, after the hand (R-E7, R-E12)."""
    if not state.over or state.is_void:
        return {}
    cards = {seat: state.deal.hands[seat] for seat in state.flor.shown}
    if state.deal.rules.envido_shown and state.envido.declared is not None and state.envido.shown:
        cards[state.envido.declared.winner] = state.envido.shown
    return cards


def next_hand_start(state: State) -> Start | None:
    """Return the next hand; None when the game is over, by the cards or by the bell.

    A void hand is replaced by another with a new number, and so with new cards.
    """
    assert state.over
    if state.winner is not None or (state.rulings and state.time_up):
        return None
    start = state.start
    new_leg = state.legs != start.legs
    if state.is_void and not new_leg:
        return dataclasses.replace(start, number=start.number + 1, score=state.score)
    score = (0, 0) if new_leg else state.score
    part = "" if new_leg else pico.next_part(start.rules, score, after=start.part)
    in_round = part in ("b", "c")
    return Start(
        rules=start.rules,
        number=start.number if in_round else start.number + 1,
        part=part,
        mano=((start.mano if in_round else start.round_mano) + 1) % start.rules.seats,
        score=score,
        legs=state.legs,
    )
