"""Puzzles from games that robots play among themselves: there are some before anybody plays."""

import random
from collections.abc import Iterator
from typing import Any, Final

from games.engine import (
    Rules,
    State,
    apply,
    deal,
    deck_for,
    first_start,
    legal_actions,
    make_rules,
    next_start,
    view,
)
from games.review.decisions import decisions
from games.review.puzzles import LEAD, asks, is_puzzle, puzzle
from games.review.weighing import Weighed
from games.robots import decide

HANDS: Final = 60
"""Hands played for one puzzle; about one in twenty asks for something clear."""
FEW, MANY = 16, 120


def made(preset: str, seed: str) -> dict[str, Any] | None:
    """Return a puzzle for two seats under the usual rules of a preset; None if none was met."""
    rules = make_rules(preset, {"seats": "2"})
    for number, hand in enumerate(_hands(rules, random.Random(seed))):
        for decision in decisions([hand], number % 2):
            each = Weighed(decision, f"{seed} {number} {decision.step}")
            if asks(decision.view) and _is_clear(each):
                return puzzle(each)
    return None


def _is_clear(each: Weighed) -> bool:
    each.weigh(FEW)
    if not all(each.values.values()) or each.rough_lead < LEAD:
        return False
    each.weigh_again(MANY)
    return is_puzzle(each)


def _hands(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Give finished hands, game after game."""
    deck, start = list(deck_for(rules)), None
    for _ in range(HANDS):
        start = start or first_start(rules, rng.randrange(rules.seats))
        rng.shuffle(deck)
        state = deal(start, deck)
        while not state.over:
            seat = rng.choice(state.to_act)
            state = apply(state, decide(view(state, seat), legal_actions(state, seat), rng))
        yield state
        start = next_start(state)
