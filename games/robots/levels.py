"""Haste: a strong card is played as soon as it takes the trick, a partner's or not."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Final

from games.engine import Action, Answer, Call, Canto, PlayCard, View
from games.robots import card_play, envido, flor, win_probability
from games.robots.call_value import chance
from games.robots.heuristics import ADVISERS, Adviser, Player, advised, judge
from games.robots.policy_tables import policy
from games.robots.win_probability import position


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


HASTE: Final = 0.85
SAYS: Final[Mapping[Canto, float]] = {
    Canto.FALTA: 0.98,
    Canto.REAL: 0.85,
    Canto.VUELVO: 0.85,
    Canto.ENVIDO: 0.65,
    Canto.VALE4: 0.95,
    Canto.FUERA: 0.97,
    Canto.RETRUCO: 0.85,
    Canto.TRUCO: 0.7,
}
"""From which chance of winning on it says each call; of several the first."""
TAKES: Final[Mapping[Canto, float]] = {Canto.FALTA: 0.85}
TAKES_ELSE: Final = 0.6
"""It wants what it is likely to win: so a truco is refused far too often."""


def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Decide by what it sees now."""
    return advised(_ADVISERS, _forgetful(view), legal, rng)


def _forgetful(view: View) -> View:
    """Return the view without the values that were declared."""
    return replace(view, events=tuple(e for e in view.events if e.kind != "declare"))


def _flor(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Announce and answer, but challenge nobody where that is left."""
    challenges = {Canto.CONTRAFLOR, Canto.CONFLOR, Canto.RESTO}
    meek = [each for each in legal if not (isinstance(each, Call) and each.canto in challenges)]
    return flor.choose(view, meek or legal, rng)


def _plain(
    family: str, cantos: frozenset[Canto], odds: Callable[[View, random.Random], float]
) -> Adviser:
    """Return an adviser on one family of calls: each from a fixed chance of winning on."""

    def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
        asked = view.pending is not None and view.pending.family == family
        calls = {a.canto: a for a in legal if isinstance(a, Call) and a.canto in cantos}
        if not asked and (not calls or (view.pending is not None and family == "truco")):
            return None
        won = odds(view, rng)
        said = next((calls[canto] for canto in SAYS if canto in calls and won >= SAYS[canto]), None)
        return said or next(_answers(view, legal, won), None) if asked else said

    return choose


def _answers(view: View, legal: Sequence[Action], won: float) -> Iterator[Action]:
    """It sees that a refusal would lose the game, but not what anything else costs."""
    assert view.pending is not None
    heard = Canto(view.pending.call)
    takes = won >= TAKES.get(heard, TAKES_ELSE) or chance(view, -view.pending.no) <= 0
    return (each for each in legal if isinstance(each, Answer) and each.accepted == takes)


_ADVISERS: Final[tuple[Adviser, ...]] = (
    envido.choose_perros,
    _flor,
    _plain("envido", frozenset(envido.HEARD), envido.win_chance),
    _plain(
        "truco", frozenset(Canto) & {*SAYS} - frozenset(envido.HEARD), win_probability.win_chance
    ),
    hurried(HASTE),
    card_play.choose,
)
HASTE_BOLICHE: Final = 0.15
"""How often a strong card is played that had better been kept."""
SURE: Final = 0.75
"""The chance of winning from which on the dearest call is no dare."""
DEAREST: Final[Mapping[Canto, Callable[[View, random.Random], float]]] = {
    Canto.FALTA: envido.win_chance,
    Canto.RESTO: flor.win_chance,
    Canto.VALE4: win_probability.win_chance,
    Canto.FUERA: win_probability.win_chance,
}
_ADVISERS_BOLICHE: Final = (*ADVISERS[:-1], hurried(HASTE_BOLICHE), ADVISERS[-1])


def decide_boliche(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Judge soberly: without the learnt table, and without the calls that would be a dare."""
    return advised(_ADVISERS_BOLICHE, view, sober(view, legal, rng), rng)


def sober(view: View, legal: Sequence[Action], rng: random.Random) -> Sequence[Action]:
    """Leave out the dearest calls that the own cards do not bear; never all there is."""

    @cache
    def dares(canto: Canto) -> bool:
        return canto in DEAREST and DEAREST[canto](view, rng) < SURE

    kept = [action for action in legal if not (isinstance(action, Call) and dares(action.canto))]
    return kept or legal


def decide_tahur(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    """Return the best that is known."""
    return policy.choose(view, legal, rng) or judge(view, legal, rng)


class RobotLevel(StrEnum):
    """From the weakest to the strongest; a robot that nobody chose is *de boliche*."""

    APRENDIZ = "aprendiz"
    BOLICHE = "boliche"
    TAHUR = "tahur"


PLAYERS: Final[Mapping[RobotLevel, Player]] = {
    RobotLevel.APRENDIZ: decide,
    RobotLevel.BOLICHE: decide_boliche,
    RobotLevel.TAHUR: decide_tahur,
}
