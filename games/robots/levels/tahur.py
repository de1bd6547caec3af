"""Tahúr: all that robots know, first what was learnt for these house rules, else judgement."""

import random
from collections.abc import Sequence

from games.engine import Action, View
from games.robots import learned
from games.robots.judgement import judge


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return the best that is known."""
    return learned.choose(view, legal, rng) or judge(view, legal, rng)
