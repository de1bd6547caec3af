"""Judgement: what robots say who have learnt nothing, each adviser on its own question."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from games.engine import Action, View
from games.robots import card_play, envido, flor, truco

Player = Callable[[View, Sequence[Action], random.Random], Action]
Adviser = Callable[[View, Sequence[Action], random.Random], Action | None]
ADVISERS: Final[tuple[Adviser, ...]] = (
    envido.choose_perros,
    flor.choose,
    envido.choose,
    truco.choose_truco,
    truco.choose,
    card_play.choose,
)
"""In the order in which the table settles things; a card is played when nothing is to be said."""


def judge(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return a sound decision under any house rules."""
    return advised(ADVISERS, view, legal, rng)


def advised(
    advisers: Sequence[Adviser], view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Return what the first adviser says who does not leave it to the next."""
    advice = (adviser(view, legal, rng) for adviser in advisers)
    return next((action for action in advice if action is not None), legal[0])
