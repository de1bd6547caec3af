"""How a hand ends: the envido left for the end, the truco, the cards shown (R-S1, R-E7)."""

from games.engine import envido, truco
from games.engine.cards import Card
from games.engine.state import State, replace


def finish(state: State, winner: int, reason: str, bonus: int = 0) -> State:
    """The hand goes to a team, which is paid the level that stands."""
    scored = envido.score_late(state)
    paid = truco.pay_level(scored, winner, reason, bonus)
    return replace(paid, over=True, hand_winner=winner)


def shown(state: State) -> dict[int, tuple[Card, ...]]:
    """R-E7: the cards that won the envido or a flor, by seat, once the hand has ended."""
    if not state.over or state.is_void:
        return {}
    cards = {seat: state.deal.hands[seat] for seat in state.flor.shown}
    if state.envido.declared is not None and state.envido.shown:
        cards[state.envido.declared.winner] = state.envido.shown
    return cards
