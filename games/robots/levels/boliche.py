"""De boliche: a sound player of any club, who hurries now and then and dares nothing.

It plays for people whose seat is on automatic: it says what is dearest for what it holds alone.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from games.engine import Action, Call, Canto, View
from games.robots import envido, flor, strength
from games.robots.judgement import ADVISERS, advised
from games.robots.levels.hurry import hurried

HASTE: Final = 0.15
"""How often a strong card is played that had better been kept."""
SURE: Final = 0.75
"""The chance of winning from which on the dearest call is no dare."""
DEAREST: Final[Mapping[Canto, Callable[[View, random.Random], float]]] = {
    Canto.FALTA: envido.win_chance,
    Canto.RESTO: flor.win_chance,
    Canto.VALE4: strength.win_chance,
    Canto.FUERA: strength.win_chance,
}

_ADVISERS: Final = (*ADVISERS[:-1], hurried(HASTE), ADVISERS[-1])


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Judge soberly: without the learnt table, and without the calls that would be a dare."""
    return advised(_ADVISERS, view, sober(view, legal, rng), rng)


def sober(view: View, legal: Sequence[Action], rng: random.Random) -> Sequence[Action]:
    """Leave out the dearest calls that the own cards do not bear; never all there is."""

    @cache
    def dares(canto: Canto) -> bool:
        return canto in DEAREST and DEAREST[canto](view, rng) < SURE

    kept = [action for action in legal if not (isinstance(action, Call) and dares(action.canto))]
    return kept or legal
