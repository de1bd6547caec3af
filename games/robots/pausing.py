"""How long a robot thinks: drawn from what everybody sees, before it looks at its cards."""

import random
from typing import Final

from games.engine import View
from games.robots.styles import Style

LEAST, MOST = 0.6, 1.8
BY_CARDS: Final = {1: 0.75, 2: 0.9, 3: 1.05}
"""Cards still held: of the last there is little to think."""
ASKED, BY_POINTS, DEAR = 1.15, 0.08, 5
"""What a call to answer takes, and more for every point between both answers."""
MOOD: Final = 0.2


def pause(public: View, seat: int, style: Style, rng: random.Random) -> float:
    """Return a share of the usual pause, from the view of a spectator."""
    assert public.viewer is None, "nobody's cards"
    usual = BY_CARDS.get(public.counts[seat], 1.0)
    if public.pending is not None:
        at_stake = abs(public.pending.quiero - public.pending.no)
        usual = ASKED + BY_POINTS * min(at_stake, DEAR)
    mood = rng.uniform(1 - MOOD, 1 + MOOD)
    return min(MOST, max(LEAST, usual * (1 + style.slow) * mood))
