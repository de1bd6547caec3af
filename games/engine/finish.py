"""How a hand ends: the envido left for the end, the truco, the cards shown (R-S1, R-E7)."""

from games.engine import envido, truco
from games.engine.cards import Card
from games.engine.state import State
from games.engine.tantos import proof


def finish(state: State, winner: int, reason: str, bonus: int = 0) -> State:
    """The hand goes to a team, which is paid the level that stands."""
    scored = envido.score_late(state)
    paid = truco.pay_level(scored, winner, reason, bonus)
    return paid._replace(over=True, hand_winner=winner)


def shown(state: State) -> dict[int, tuple[Card, ...]]:
    """R-E7: the cards that won the envido or a flor are shown when the hand ends."""
    if not state.over or state.is_void:
        return {}
    cards = {seat: state.deal.hands[seat] for seat in state.flor.shown}
    told = state.envido.declared
    if told is not None:
        cards[told.winner] = proof(envido.counted_cards(state, told.winner), state.deal.muestra)
    return {seat: seen for seat, seen in cards.items() if seen}
