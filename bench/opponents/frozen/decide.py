"""What a robot does now: each adviser answers its own question or leaves it to the next."""

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
"""In the order in which the table settles things; a card is played when nothing is to be said."""


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return one of the viewer's legal actions, from the view alone; chance comes from `rng`."""
    if len(legal) == 1:
        return legal[0]
    advice = (adviser(view, legal, rng) for adviser in ADVISERS)
    return next((action for action in advice if action is not None), legal[0])
