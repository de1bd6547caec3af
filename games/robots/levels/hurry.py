"""Haste: a strong card is played as soon as it takes the trick, a partner's or not."""

import random
from collections.abc import Sequence

from games.engine import Action, PlayCard, View
from games.robots.judgement import Adviser
from games.robots.strength import position


def hurried(share: float) -> Adviser:
    """Return an adviser who plays the strongest card in this share of the tricks, if it takes."""

    def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
        plays = [each for each in legal if isinstance(each, PlayCard) and not each.covered]
        if not plays or rng.random() >= share:
            return None
        rank = view.ranking.strength
        strongest = max(plays, key=lambda play: (rank[play.card], play.card))
        return strongest if rank[strongest.card] > max(position(view).trick.best) else None

    return choose
