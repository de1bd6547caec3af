"""Irse al mazo: rare, only when no card can save the hand and folding costs no more."""

import random
from collections.abc import Sequence
from typing import Final

from bench.opponents.frozen.seen import own_team, still_in
from bench.opponents.frozen.strength import by_strength, position
from bench.opponents.frozen.tricks import lay
from games.engine import Action, Fold, View
from games.engine.tricks import hand_winner

PATIENCE: Final = 0.75
"""How often a lost hand is played to its end all the same."""


def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return the mazo, after the first trick (an early one costs more, R-M3), one against one."""
    fold = next((action for action in legal if isinstance(action, Fold)), None)
    if fold is None or view.pending is not None or not _is_lost(view):
        return None
    return fold if rng.random() >= PATIENCE else None


def _is_lost(view: View) -> bool:
    now, rival = position(view), 1 - own_team(view)
    if not now.winners or len(now.trick.waiting) > 1 or len(still_in(view)) > 2:
        return False
    if view.rules.envido_at_end:
        return False
    best = by_strength(view, view.own)[-1]
    trick = lay(now.trick, now.trick.waiting[0], best)
    return hand_winner((*now.winners, trick.winner), view.mano % 2) == rival
