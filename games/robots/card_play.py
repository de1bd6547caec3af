"""The choice of a card: by `trick_plan`, unless another card wins more sampled hands."""

import random
from collections.abc import Sequence
from typing import Final

from games.engine import ENVIDOS, Action, PlayCard, PlayPair, View
from games.robots.observation import calls_made
from games.robots.trick_plan import Position, add_card, next_throw
from games.robots.win_probability import by_strength, position, win_counts_by_card

MARGIN: Final = 2
"""The lead in imagined hands that a card needs over the plan's card.

A smaller lead may be chance.
"""


def choose_card(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return a card to play, or the last two together after a tied first trick (R-V1)."""
    pairs = [action for action in legal if isinstance(action, PlayPair)]
    if pairs:
        return max(pairs, key=lambda pair: _pair_strength(view, pair))
    plays = [action for action in legal if isinstance(action, PlayCard)]
    return _single(view, plays, rng) if plays else None


def _pair_strength(view: View, pair: PlayPair) -> tuple[int, int]:
    rank = view.ranking.strength
    return rank[pair.card], rank[pair.beneath]


def _single(view: View, plays: Sequence[PlayCard], rng: random.Random) -> PlayCard:
    now = position(view)
    rank = view.ranking.strength
    allowed = {rank[play.card] for play in plays}
    strength = allowed.pop() if len(allowed) == 1 else _best(view, now, rng)
    fitting = [play for play in plays if rank[play.card] == strength]
    hidden = [play for play in fitting if play.covered]
    face_up = [play for play in fitting if not play.covered]
    if hidden and (not face_up or _may_hide(view, now, strength)):
        return hidden[0]
    return face_up[0]


def _best(view: View, now: Position, rng: random.Random) -> int:
    """Return the strength of the card to play."""
    planned = next_throw(by_strength(view, view.own), now.trick, now.winners)
    won = win_counts_by_card(view, rng)
    best = max(won, key=won.__getitem__)
    return best if won[best] >= won[planned] + MARGIN else planned


def _may_hide(view: View, now: Position, strength: int) -> bool:
    """Return whether a card that does not change the trick can be played face down.

    It cannot in the first trick, where covering may oblige the seat to cover the rest (R-V2, R-V4),
    nor while its number can still count for an envido.
    """
    trick = now.trick
    changes = add_card(trick, trick.waiting[0], strength).winner != trick.winner
    leads = not view.tricks or view.tricks[-1].winner is not None
    return bool(now.winners) and not leads and not changes and not calls_made(view, ENVIDOS)
