"""The timeout action of a seat, and the thinking time of a robot.

The timeout action is the least of the legal ones, chosen without a policy: a player who lets the
clock run out gains neither a robot's skill nor luck. The thinking time is drawn from what
everyone sees, before the robot looks at its cards.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    CallName,
    ChooseHand,
    HandChoice,
    PlayBlind,
    PlayCard,
    PlayPair,
    View,
)
from games.engine.calls import Canto
from games.robots.styles import Style

Cost = tuple[int, int, int, str]
REFUSE, PASS, GIVE_IN, ANNOUNCE, PLAY, ACCEPT, MORE = range(7)
SAID: Final[Mapping[Canto, int]] = {CallName.ACHICO: GIVE_IN, CallName.FLOR: ANNOUNCE}
"""For a flor, which is compulsory (R-F2): giving in pays 3, plain flores 6, a challenge more."""


def timeout_action(view: View, legal: Sequence[Action]) -> Action:
    """Return *no quiero*, else the cheapest compulsory call, else the lowest card.

    It is *quiero* only if nothing can be refused (R-F4: the flores stay plain), and never the mazo.
    """
    return min(legal, key=lambda action: _cost(view, action))


def _cost(view: View, action: Action) -> Cost:
    strength = view.ranking.strength
    match action:
        case Answer(_, accepted):
            return (ACCEPT if accepted else REFUSE), 0, 0, ""
        case ChooseHand(_, choice):
            return (ACCEPT if choice is HandChoice.PLAY else REFUSE), 0, 0, ""
        case PlayBlind(_, place):
            return PLAY, 0, 0, place
        case AnswerPerros(_, _, first, truco):
            return PASS, first + truco, 0, ""
        case Call(_, canto):
            return SAID.get(canto, MORE), 0, 0, canto.value
        case PlayCard(_, card, covered):
            return PLAY, covered, strength[card], str(card)
        case PlayPair(_, card, beneath, _):
            return PLAY, strength[card], strength[beneath], str(card)
        case _:
            return MORE, 1, 0, ""


LEAST, MOST = 0.4, 3.0
BY_CARDS: Final = {1: 0.75, 2: 0.9, 3: 1.05}
"""By the cards still held: the last one needs little thought."""
ASKED, BY_POINTS, DEAR = 1.15, 0.08, 5
"""Factor for answering a call, and the increase per point between both answers."""
MOOD: Final = 0.2
PONDERED: Final = 2
"""Factor for the turns at which a character that ponders takes its time."""


def think_delay(public: View, seat: int, style: Style, rng: random.Random) -> float:
    """Return a multiple of the usual pause, from the view of a spectator."""
    assert public.viewer is None, "nobody's cards"
    usual = BY_CARDS.get(public.counts[seat], 1.0)
    if public.pending is not None:
        at_stake = abs(public.pending.quiero - public.pending.no)
        usual = ASKED + BY_POINTS * min(at_stake, DEAR)
    mood = rng.uniform(1 - MOOD, 1 + MOOD)
    if style.ponders and rng.random() < style.ponders:
        mood *= PONDERED
    return min(MOST, max(LEAST, usual * (1 + style.slow) * mood))
