"""Hands in which anything is done, and every decision in them."""

import random
from collections.abc import Iterator

from games.engine import Rules, State, apply, apply_log, deal, deck_for, first_start, lines, view
from games.evaluation import Decision, decisions


def at_random(rules: Rules, seed: int) -> State:
    """A hand in which anything is done; where there are dogs, sometimes with them."""
    rng = random.Random(seed)
    deck = list(deck_for(rules))
    rng.shuffle(deck)
    thrown = rng.randrange(2) if rules.perros and rng.random() < 0.3 else None
    state = apply_log(deal(first_start(rules, rng.randrange(rules.seats)), deck), lines(thrown))
    while not state.over:
        seat = rng.choice(state.to_act)
        state = apply(state, rng.choice(view(state, seat).legal))
    return state


def every_decision(rules: Rules, seed: int) -> Iterator[Decision]:
    hand = at_random(rules, seed)
    return (each for seat in range(rules.seats) for each in decisions([hand], seat))
