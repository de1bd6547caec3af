"""Decisions of a robot: each heuristic answers its own question or leaves it to the next."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from bench.opponents.frozen import card_play, envido, flor, mazo, perros, truco
from games.engine import Action, View

Adviser = Callable[[View, Sequence[Action], random.Random], Action | None]

ADVISERS: Final[tuple[Adviser, ...]] = (
    perros.choose,
    flor.choose,
    envido.choose,
    truco.choose,
    mazo.choose,
    card_play.choose,
)
"""In the order in which decisions are settled; a card is played when there is nothing to call."""


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return one of the viewer's legal actions, based on the view only.

    Randomness comes from `rng`.
    """
    if len(legal) == 1:
        return legal[0]
    advice = (adviser(view, legal, rng) for adviser in ADVISERS)
    return next((action for action in advice if action is not None), legal[0])
