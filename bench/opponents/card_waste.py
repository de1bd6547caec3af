"""Cards spent too dear: by the last seat of a trick, which sees all that it has to beat."""

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bench.opponents.duels import deck_of_hand
from games.engine import (
    PlayCard,
    Rules,
    Start,
    View,
    apply,
    deal,
    first_start,
    next_hand_start,
    view,
)
from games.robots.heuristics import Policy
from games.robots.win_probability import position

DEAR: Final = 3
"""Ranks above the card that does the same, from which a card is wasted."""


class Spent(NamedTuple):
    """One card of a seat that had a choice."""

    takes: bool
    """Whether it wins the trick; otherwise it is a discard."""
    ranks: int
    """By how many ranks a lower card of the hand does the same."""


def cards_spent(rules: Rules, robot: Policy, seeds: Sequence[int]) -> Iterator[Spent]:
    """Yield the cards of the last seats in games of a robot with itself, two held at least.

    A trick that the partner wins is left out: there is nothing to take.
    """
    for seed in seeds:
        chance = random.Random(f"{seed} waste")
        start: Start | None = first_start(rules, seed % rules.seats)
        while start is not None:
            state = deal(start, deck_of_hand(rules, seed, start.number))
            while not state.over:
                seat = chance.choice(state.to_act)
                seen = view(state, seat)
                action = robot(seen, seen.legal, chance)
                if isinstance(action, PlayCard) and not action.covered:
                    yield from _spent(seen, action)
                state = apply(state, action)
            start = next_hand_start(state)


def _spent(seen: View, played: PlayCard) -> Iterator[Spent]:
    now = position(seen).trick
    assert seen.viewer is not None
    ours, theirs = now.best[seen.viewer % 2], now.best[1 - seen.viewer % 2]
    if len(now.waiting) > 1 or theirs < 0 or ours > theirs or len(seen.own) < 2:
        return
    rank = seen.ranking.strength
    result = _compare(rank[played.card], theirs)
    same = min(rank[card] for card in seen.own if _compare(rank[card], theirs) == result)
    if result:
        yield Spent(takes=result > 0, ranks=rank[played.card] - same)


def _compare(own: int, theirs: int) -> int:
    return (own > theirs) - (own < theirs)
