"""Deals that look alike to a seat."""

import random

from games.engine import IllegalActionError, State, apply, apply_log, deal_hands, deck_for, lines


def redealt(state: State, seat: int, rng: random.Random) -> State | None:
    """The same hand so far, with other cards where this seat cannot see them."""
    start, played = state.start, {play.card for trick in state.tricks for play in trick.plays}
    hidden = [
        card
        for card in deck_for(start.rules)
        if card not in (*state.deal.hands[seat], *played, state.deal.muestra)
    ]
    rng.shuffle(hidden)
    hands = [
        hand if other == seat else [card if card in played else hidden.pop() for card in hand]
        for other, hand in enumerate(state.deal.hands)
    ]
    try:
        twin = apply_log(deal_hands(start, hands, state.deal.muestra), lines(state.deal.perros))
        for action in state.actions:
            twin = apply(twin, action)
    except IllegalActionError:  # a flor in the new hands would have had to speak
        return None
    return twin
