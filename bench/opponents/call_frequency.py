"""Information in a robot's calls: how often it calls envido with each value, and in which size."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from games.engine import ENVIDOS, Call, Rules, deal, deck_for, first_start, view
from games.engine.envido import value
from games.engine.flor import is_flor
from games.robots.heuristics import Policy

Said = Mapping[int, Counter[str]]


def envidos_said(rules: Rules, robot: Policy, seeds: Sequence[int]) -> Said:
    """Return mano's first call by the value of its envido; "" is a card or another call.

    Each hand is the first of a game. Hands with a flor, which must be announced, are left out.
    """
    calls: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for seed in seeds:
        rng = random.Random(seed)
        deck = rng.sample(deck_for(rules), len(deck_for(rules)))
        state = deal(first_start(rules, 0), deck)
        seen = view(state, 0)
        if 0 not in state.to_act or (rules.flor and is_flor(seen.own, seen.ranking)):
            continue
        action = robot(seen, seen.legal, rng)
        is_envido = isinstance(action, Call) and action.canto in ENVIDOS
        calls[value(seen.own, seen.ranking)][action.canto if is_envido else ""] += 1
    return calls
