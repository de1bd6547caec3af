"""Aprendiz: knows the rules, and makes the mistakes that people make who learn them.

It calls by its own cards alone and the better they are the more it says, so that it can be read;
it forgets what was declared, takes a call for what it is not, bluffs never and keeps no card back.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engine import Action, Answer, Call, Canto, View
from games.robots import card_play, envido, flor, perros, strength
from games.robots.judgement import Adviser, advised
from games.robots.levels.hurry import hurried
from games.robots.wager import chance

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
    perros.choose,
    _flor,
    _plain("envido", frozenset(envido.HEARD), envido.win_chance),
    _plain("truco", frozenset(Canto) & {*SAYS} - frozenset(envido.HEARD), strength.win_chance),
    hurried(HASTE),
    card_play.choose,
)
