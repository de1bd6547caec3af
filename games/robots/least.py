"""The action for a seat whose time ran out: the least of the legal ones, without a choice.

No policy is consulted: a player who lets the clock run out gains neither a robot's skill nor luck.
"""

from collections.abc import Sequence
from typing import Final

from games.engine import Action, Answer, AnswerPerros, Call, Canto, PlayCard, PlayPair, View

Cost = tuple[int, int, int, str]

REFUSE, PASS, GIVE_IN, ANNOUNCE, PLAY, ACCEPT, MORE = range(7)
SAID: Final = {Canto.ACHICO: GIVE_IN, Canto.FLOR: ANNOUNCE}
"""Of a flor, which is compulsory (R-F2): giving in pays 3, plain flores 6, a challenge more."""


def least(view: View, legal: Sequence[Action]) -> Action:
    """Return *no quiero*, else what is compulsory at its cheapest, else the lowest card.

    *Quiero* only where nothing can be refused (R-F4: it leaves the flores plain); never the mazo.
    """
    return min(legal, key=lambda action: _cost(view, action))


def _cost(view: View, action: Action) -> Cost:
    strength = view.ranking.strength
    match action:
        case Answer(_, accepted):
            return (ACCEPT if accepted else REFUSE), 0, 0, ""
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
