"""Truco: calls, raises and answers (R-C), folds, and the decision before a mão de X.

A robot folds seldom: only if no card can save the hand and folding costs no more.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine import Action, Answer, Call, CallName, ChooseHand, Fold, HandChoice, View
from games.engine.calls import Canto
from games.engine.tricks import hand_winner
from games.engine.truco import level_of, worth
from games.robots.call_value import (
    BettingStyle,
    CallOdds,
    called_for,
    odds_against_confidence,
    played_for,
    win_probability_at,
)
from games.robots.observation import has_partners, in_hand, own_team, seats_in_play
from games.robots.trick_plan import add_card
from games.robots.win_probability import by_strength, position, win_chance

PATIENCE: Final = 0.75
"""How often a lost hand is still played to its end."""


def choose_fold(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return the mazo after the first trick (an early one costs more, R-M3), one against one."""
    folds = [action for action in legal if isinstance(action, Fold)]
    if not folds or view.pending is not None or not is_lost(view):
        return None
    # The last of them shows a won envido, which may be lost otherwise (R-M5).
    return folds[-1] if rng.random() >= PATIENCE else None


def is_lost(view: View) -> bool:
    """Return whether no own card saves the hand, one against one after the first trick."""
    now, rival = position(view), 1 - own_team(view)
    if not now.winners or len(now.trick.waiting) > 1 or len(seats_in_play(view)) > 2:
        return False
    best = by_strength(view, view.own)[-1]
    trick = add_card(now.trick, now.trick.waiting[0], best)
    return hand_winner((*now.winners, trick.winner), now.tied) == rival


def choose_hand(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return whether the team plays a mão de X, by its chance to win it (R-B2)."""
    choices = {each.choice: each for each in legal if isinstance(each, ChooseHand)}
    if not choices or view.pending is None:
        return None
    stake, odds = view.pending.quiero, win_chance(view, rng)
    plays = played_for(view, odds, stake, stake) > win_probability_at(view, -view.pending.no)
    return choices[HandChoice.PLAY if plays else HandChoice.RUN]


HEARD: Final[Mapping[Canto, CallOdds]] = {
    CallName.TRUCO: CallOdds(refused=0.65, called=1.4, accepted=3.0),
    CallName.RETRUCO: CallOdds(refused=0.3, called=1.7, accepted=4.0),
    CallName.VALE4: CallOdds(refused=0.25, called=2.0, accepted=6.0),
    CallName.FUERA: CallOdds(refused=0.4, called=4.0, accepted=8.0),
}
"""A truco is trusted little: refusing more than a third of them would reward empty calls."""
MANNER: Final = BettingStyle(HEARD, bluffs=0.08)
"""One against one."""
PARTNERS: Final = BettingStyle(
    {
        **HEARD,
        CallName.TRUCO: CallOdds(refused=1.0, called=1.2, accepted=2.0),
        CallName.RETRUCO: CallOdds(refused=0.6, called=1.7, accepted=4.0),
    },
    bluffs=0.02,
)
"""With partners a team calls earlier, and bluffs less: each of its seats may call."""


def choose_truco(
    view: View, legal: Sequence[Action], rng: random.Random, manner: BettingStyle | None = None
) -> Action | None:
    """Return the answer to a truco, or a profitable call; None to continue playing."""
    manner = manner or (PARTNERS if has_partners(view) else MANNER)
    raises = [action for action in legal if isinstance(action, Call) and action.canto in HEARD]
    if view.pending is not None:
        is_asked = view.pending.family == "truco"
        return _answer(view, legal, raises, rng, manner) if is_asked else None
    return _open(view, raises[0], rng, manner) if raises else None


def _open(view: View, call: Call, rng: random.Random, manner: BettingStyle) -> Action | None:
    if _is_enough(view, view.stake):
        return None
    odds = win_chance(view, rng)
    silent = played_for(view, odds, view.stake, view.stake)
    bluffs = rng.random() < manner.bluffs
    nerve = manner.heard[call.canto]
    return call if bluffs or _raised(view, call.canto, odds, nerve, view.stake) > silent else None


def _is_enough(view: View, stake: int) -> bool:
    """Return whether the hand wins the leg at this stake: a raise then helps the rival alone."""
    return view.score[own_team(view)] + stake >= view.rules.target


def _raised(view: View, canto: Canto, odds: float, nerve: CallOdds, refusal: int) -> float:
    stake = worth(view.rules, level_of(canto))
    return called_for(view, odds, nerve, refusal, stake, stake)


CAUGHT_FROM: Final = 0.1
CAUGHT: Final = 0.5
"""How often a truco is accepted, with that chance at least, when the own last card is exposed.

The rival knows whether it wins. If all such calls were refused, any card would be worth a call.
"""


def catches_bluff(view: View, chance: float, rng: random.Random) -> bool:
    """Return whether to accept a truco, one against one, because it may be a bluff.

    It is not where to lose it loses the leg, and a refusal does not.
    """
    assert view.pending is not None
    if in_hand(view) or len(seats_in_play(view)) > 2 or chance < CAUGHT_FROM:
        return False
    if (
        win_probability_at(view, -view.pending.quiero)
        <= 0
        < win_probability_at(view, -view.pending.no)
    ):
        return False
    return rng.random() < CAUGHT


def _answer(
    view: View,
    legal: Sequence[Action],
    raises: Sequence[Call],
    rng: random.Random,
    manner: BettingStyle,
) -> Action:
    assert view.pending is not None
    call, quiero, no = view.pending.call, view.pending.quiero, view.pending.no
    chance = win_chance(view, rng)
    if catches_bluff(view, chance, rng):
        return next(each for each in legal if isinstance(each, Answer) and each.accepted)
    odds = odds_against_confidence(chance, manner.heard[CallName(call)].called)
    worths: dict[Action, float] = {}
    for action in legal:
        match action:
            case Answer(_, accepted=True):
                worths[action] = played_for(view, odds, quiero, quiero)
            case Answer():
                worths[action] = win_probability_at(view, -no)
            case Call(_, canto) if action in raises and not _is_enough(view, quiero):
                worths[action] = _raised(view, canto, odds, manner.heard[canto], quiero)
    return max(worths, key=worths.__getitem__)
