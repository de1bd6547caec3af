"""The heuristic policy of robots without a learned table: one adviser per question."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from games.engine import Action, View
from games.robots import card_play, envido, flor, truco

Policy = Callable[[View, Sequence[Action], random.Random], Action]
Heuristic = Callable[[View, Sequence[Action], random.Random], Action | None]
HEURISTICS: Final[tuple[Heuristic, ...]] = (
    envido.choose_perros,
    flor.choose_flor,
    envido.choose,
    truco.choose_hand,
    truco.choose_truco,
    truco.choose_fold,
    card_play.choose_card,
)
"""In the order in which decisions are settled; a card is played when there is nothing to call."""


def heuristic_policy(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return a sound decision under any house rules."""
    return first_choice(HEURISTICS, view, legal, rng)


def first_choice(
    advisers: Sequence[Heuristic], view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Return the answer of the first heuristic that has one."""
    advice = (adviser(view, legal, rng) for adviser in advisers)
    return next((action for action in advice if action is not None), legal[0])
