"""Puzzles from hands that robots play among themselves: there is one before anybody has played."""

import random
from collections.abc import Iterator
from typing import Final

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
from games.review.decisions import Decision, decisions
from games.review.positions import Json
from games.review.puzzles import LEAD, is_asked, puzzle_of
from games.review.weighing import Weighed
from games.robots import decide

HANDS: Final = 300
"""Hands played for one puzzle at most; about one in ten asks for something clear."""
FEW, MANY = 16, 160


def made(preset: str, seed: str) -> Json | None:
    """Return a puzzle under the usual rules of a preset; None in case no hand made one.

    The better answer is drawn first: more calls are to be refused than wanted, so a person who
    always refuses would be right.
    """
    rng = random.Random(seed)
    best = rng.choice(("quiero", "no"))
    other: Json | None = None
    for puzzle in _puzzles(make_rules(preset), seed, rng):
        if puzzle["best"] == best:
            return puzzle
        other = other or puzzle
    return other


def _puzzles(rules: Rules, seed: str, rng: random.Random) -> Iterator[Json]:
    for number, hand in enumerate(_hands(rules, rng)):
        for decision in decisions([hand], number % rules.seats):
            found = _puzzle(decision, f"{seed} {number} {decision.step}")
            if found is not None:
                yield found


def _puzzle(decision: Decision, seed: str) -> Json | None:
    """Weigh what asks for it in few worlds, and again where these see a difference."""
    if not is_asked(decision):
        return None
    each = Weighed(decision, seed)
    each.weigh(FEW)
    if not all(each.values.values()) or _rough_lead(each) < LEAD:
        return None
    each.weigh_again(MANY)
    return puzzle_of(each)


def _rough_lead(each: Weighed) -> float:
    means = [price.mean for price in each.prices]
    return max(means) - min(means)


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
