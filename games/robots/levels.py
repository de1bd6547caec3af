"""The levels of robots: each is a policy of the view and a random source.

- Aprendiz knows the rules and makes the mistakes of learners. It calls by its own cards only, and
  more the better they are, so it can be read; it forgets declarations, misjudges calls, never
  bluffs and never holds a card back.
- De boliche is a sound club player, sometimes hasty and never daring: a hasty robot plays a strong
  card as soon as it takes the trick, even from its partner. It also plays for people whose seat is
  on automatic. It makes its most expensive calls only with cards that support them.
- Tahúr uses everything robots know: a learned table for these house rules, or the heuristics.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Final

from games.engine import FLORES, Action, Answer, Call, CallName, PlayCard, View
from games.engine.calls import Canto
from games.robots import card_play, envido, flor, truco, win_probability
from games.robots.call_value import win_probability_at
from games.robots.heuristics import HEURISTICS, Heuristic, Policy, first_choice, heuristic_policy
from games.robots.observation import has_partners
from games.robots.policy_tables import policy
from games.robots.win_probability import position


def play_hastily(share: float) -> Heuristic:
    """Return a heuristic: in this share of tricks play the strongest card, if it wins."""

    def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
        plays = [each for each in legal if isinstance(each, PlayCard) and not each.covered]
        if not plays or rng.random() >= share:
            return None
        rank = view.ranking.strength
        strongest = max(plays, key=lambda play: (rank[play.card], play.card))
        return strongest if rank[strongest.card] > max(position(view).trick.best) else None

    return choose


BOLICHE_HASTE: Final = 0.85
SAYS: Final[Mapping[Canto, float]] = {
    CallName.FALTA: 0.98,
    CallName.REAL: 0.85,
    CallName.VUELVO: 0.85,
    CallName.ENVIDO: 0.65,
    CallName.VALE4: 0.95,
    CallName.FUERA: 0.97,
    CallName.RETRUCO: 0.85,
    CallName.TRUCO: 0.7,
}
"""The win probability from which it makes each call; of several calls it makes the first."""
TAKES_FALTA: Final = 0.85
TAKES_ELSE: Final = 0.55
CURIOUS: Final = 0.2
"""It accepts what it will probably win, and of the rest this share to see the cards: too little of
what it might win, and too much of what it cannot. A falta makes it cautious."""


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Decide from the current view only."""
    return first_choice(_ADVISERS, _forgetful(view), legal, rng)


def _forgetful(view: View) -> View:
    """Return the view without the declared values."""
    return replace(view, events=tuple(e for e in view.events if e.kind != "declare"))


_CHALLENGES: Final = FLORES - {CallName.FLOR, CallName.ACHICO}


def _flor(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Announce and answer a flor; do not challenge unless there is no other action."""
    meek = [each for each in legal if not (isinstance(each, Call) and each.canto in _CHALLENGES)]
    return flor.choose_flor(view, meek or legal, rng)


def _plain(
    family: str, cantos: frozenset[Canto], odds: Callable[[View, random.Random], float]
) -> Heuristic:
    """Return a heuristic for one family of calls, each with a fixed win probability to call."""

    def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
        is_asked = view.pending is not None and view.pending.family == family
        calls = {a.canto: a for a in legal if isinstance(a, Call) and a.canto in cantos}
        if not is_asked and (not calls or (view.pending is not None and family == "truco")):
            return None
        won = odds(view, rng)
        call = next((calls[canto] for canto in SAYS if canto in calls and won >= SAYS[canto]), None)
        return call or next(_answers(view, legal, won, rng), None) if is_asked else call

    return choose


def _answers(
    view: View, legal: Sequence[Action], won: float, rng: random.Random
) -> Iterator[Action]:
    """Yield the answer; it avoids a refusal that loses the game, but ignores other costs."""
    assert view.pending is not None
    if view.pending.call == CallName.FALTA:
        takes = won >= TAKES_FALTA
    else:
        takes = won >= TAKES_ELSE or rng.random() < CURIOUS
    takes = takes or win_probability_at(view, -view.pending.no) <= 0
    return (each for each in legal if isinstance(each, Answer) and each.accepted == takes)


_ADVISERS: Final[tuple[Heuristic, ...]] = (
    envido.choose_perros,
    truco.choose_hand,
    _flor,
    _plain("envido", frozenset(envido.HEARD), envido.win_chance),
    _plain(
        "truco", frozenset(CallName) & {*SAYS} - frozenset(envido.HEARD), win_probability.win_chance
    ),
    play_hastily(BOLICHE_HASTE),
    card_play.choose_card,
)
HASTE_BOLICHE: Final = 0.15
"""How often a strong card is played that should have been kept."""
SURE: Final = 0.75
"""The win probability from which the highest call is not reckless."""
DEAREST: Final[Mapping[Canto, Callable[[View, random.Random], float]]] = {
    CallName.FALTA: envido.win_chance,
    CallName.RESTO: flor.win_chance,
    CallName.CONFALTA: flor.win_chance,
    CallName.VALE4: win_probability.win_chance,
    CallName.FUERA: win_probability.win_chance,
}
ENVIDO_WITH_PARTNERS: Final = envido.PARTNERS._replace(bluffs=0.2, sizes=envido.SIZES)
"""Fewer empty calls than the best, and mostly the plain envido, as at a club."""


def _envido(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    manner = ENVIDO_WITH_PARTNERS if has_partners(view) else envido.MANNER
    return envido.choose(view, legal, rng, manner)


_ADVISERS_BOLICHE: Final = (
    *(_envido if each is envido.choose else each for each in HEURISTICS[:-1]),
    play_hastily(HASTE_BOLICHE),
    HEURISTICS[-1],
)


def decide_as_boliche(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Decide without the learned table and without reckless calls."""
    return first_choice(_ADVISERS_BOLICHE, view, sober(view, legal, rng), rng)


def sober(view: View, legal: Sequence[Action], rng: random.Random) -> Sequence[Action]:
    """Leave out the highest calls if the own cards are too weak for them; never leave out all."""

    @cache
    def dares(canto: Canto) -> bool:
        return canto in DEAREST and DEAREST[canto](view, rng) < SURE

    sensible = [
        action for action in legal if not (isinstance(action, Call) and dares(action.canto))
    ]
    return sensible or legal


def decide_as_tahur(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Decide with the best known policy."""
    return policy.choose_from_table(view, legal, rng) or heuristic_policy(view, legal, rng)


class RobotLevel(StrEnum):
    """The levels from the weakest to the strongest; the default is *de boliche*."""

    APRENDIZ = "aprendiz"
    BOLICHE = "boliche"
    TAHUR = "tahur"


PLAYERS: Final[Mapping[RobotLevel, Policy]] = {
    RobotLevel.APRENDIZ: decide,
    RobotLevel.BOLICHE: decide_as_boliche,
    RobotLevel.TAHUR: decide_as_tahur,
}
