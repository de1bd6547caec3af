"""Truco: calls, raises and answers (R-C)."""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from bench.opponents.frozen.strength import win_chance
from bench.opponents.frozen.wager import CallOdds, against, called_for, chance, played_for
from games.engine import Action, Answer, Call, CallName, View
from games.engine.truco import level_of, worth

HEARD: Final[Mapping[CallName, CallOdds]] = {
    CallName.TRUCO: CallOdds(refused=0.35, called=2.2, accepted=3.0),
    CallName.RETRUCO: CallOdds(refused=0.3, called=2.2, accepted=4.0),
    CallName.VALE4: CallOdds(refused=0.25, called=2.2, accepted=6.0),
    CallName.FUERA: CallOdds(refused=0.4, called=4.0, accepted=8.0),
}
BLUFFS: Final = 0.07
"""How often a seat that would keep silent calls all the same."""


def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return the answer to a truco, or a call worth making; None to go on playing."""
    raises = [action for action in legal if isinstance(action, Call) and action.canto in HEARD]
    if view.pending is not None:
        return _answer(view, legal, raises, rng) if view.pending.family == "truco" else None
    return _open(view, raises[0], rng) if raises else None


def _open(view: View, call: Call, rng: random.Random) -> Action | None:
    odds = win_chance(view, rng)
    silent = played_for(view, odds, view.stake, view.stake)
    bluffs = rng.random() < BLUFFS
    return call if bluffs or _raised(view, call.canto, odds, view.stake) > silent else None


def _raised(view: View, canto: CallName, odds: float, refusal: int) -> float:
    stake = worth(view.rules, level_of(canto))
    return called_for(view, odds, HEARD[canto], refusal, stake, stake)


def _answer(
    view: View, legal: Sequence[Action], raises: Sequence[Call], rng: random.Random
) -> Action:
    assert view.pending is not None
    call, quiero, no = view.pending.call, view.pending.quiero, view.pending.no
    odds = against(win_chance(view, rng), HEARD[CallName(call)].called)
    worths: dict[Action, float] = {}
    for action in legal:
        match action:
            case Answer(_, accepted=True):
                worths[action] = played_for(view, odds, quiero, quiero)
            case Answer():
                worths[action] = chance(view, -no)
            case Call(_, canto) if action in raises:
                worths[action] = _raised(view, canto, odds, quiero)
    return max(worths, key=worths.__getitem__)
