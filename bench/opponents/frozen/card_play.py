"""Choice of a card: the plan of `tricks`, translated to cards."""

import random
from collections.abc import Sequence

from bench.opponents.frozen.seen import called
from bench.opponents.frozen.strength import by_strength, position
from bench.opponents.frozen.tricks import Position, lay, throw
from games.engine import ENVIDOS, Action, PlayCard, PlayPair, View


def choose(view: View, legal: Sequence[Action], _rng: random.Random) -> Action | None:
    """Return a card to play, or the last two together after a tied first trick (R-V1)."""
    pairs = [action for action in legal if isinstance(action, PlayPair)]
    if pairs:
        return max(pairs, key=lambda pair: _pair_strength(view, pair))
    plays = [action for action in legal if isinstance(action, PlayCard)]
    return _single(view, plays) if plays else None


def _pair_strength(view: View, pair: PlayPair) -> tuple[int, int]:
    rank = view.ranking.strength
    return rank[pair.card], rank[pair.beneath]


def _single(view: View, plays: Sequence[PlayCard]) -> PlayCard:
    now = position(view)
    strength = throw(by_strength(view, view.own), now.trick, now.winners)
    rank = view.ranking.strength
    fitting = [play for play in plays if rank[play.card] == strength]
    hidden = [play for play in fitting if play.covered]
    shown = [play for play in fitting if not play.covered]
    if hidden and (not shown or _may_hide(view, now, strength)):
        return hidden[0]
    return shown[0]


def _may_hide(view: View, now: Position, strength: int) -> bool:
    """Return whether a card that does not change the trick can be played face down.

    It cannot in the first trick, where covering obliges the seat to cover the rest, nor while its
    number can still count for an envido (R-V2).
    """
    trick = now.trick
    changes = lay(trick, trick.waiting[0], strength).winner != trick.winner
    leads = not view.tricks or view.tricks[-1].winner is not None
    return bool(now.winners) and not leads and not changes and not called(view, ENVIDOS)
