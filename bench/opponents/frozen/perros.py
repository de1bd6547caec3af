"""Echar los perros: the answer to both parts, each by its own odds (R-X)."""

import random
from collections.abc import Sequence

from bench.opponents.frozen import envido, flor, strength
from bench.opponents.frozen.wager import chance, played_for
from games.engine import Action, AnswerPerros, View
from games.engine.perros import LEVEL
from games.engine.truco import worth


def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Answer the dogs: thrown before the cards were seen, they reveal nothing about them."""
    answers = [action for action in legal if isinstance(action, AnswerPerros)]
    if view.pending is None or not answers:
        return None
    first = _takes_first(view, answers[0].ley, rng)
    truco = _takes_truco(view, rng)
    return next(a for a in answers if (a.first, a.truco) == (first, truco))


def _takes_first(view: View, ley: bool, rng: random.Random) -> bool:
    """Return the contraflor al resto if a flor is held, else the falta envido."""
    assert view.pending is not None
    stake = view.pending.quiero - worth(view.rules, LEVEL)
    odds, refusal = (
        (flor.win_chance(view, rng), flor.PLAIN) if ley else (envido.win_chance(view, rng), 1)
    )
    return played_for(view, odds, stake, stake) > chance(view, -refusal)


def _takes_truco(view: View, rng: random.Random) -> bool:
    stake = worth(view.rules, LEVEL)
    odds = strength.win_chance(view, rng)
    return played_for(view, odds, stake, stake) > chance(view, -worth(view.rules, LEVEL - 1))
