"""Simple opponents: the same plain card play, and calls by fixed thresholds."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import (
    ENVIDOS,
    TRUCOS,
    Action,
    Answer,
    AnswerPerros,
    Call,
    CallName,
    Card,
    PlayCard,
    PlayPair,
    View,
)
from games.engine.envido import value
from games.engine.flor import value as flor_value

NEVER: Final = 99
WON: Final = 9


@dataclass(frozen=True)
class BotThresholds:
    """From which envido value, and which cards, a player says what.

    Cards count by the strength of the second best, and of the best where only one is left.
    """

    envido: int
    real: int
    falta: int
    takes_envido: int
    takes_falta: int
    truco: int
    raises: int
    takes_truco: int
    flor: int
    """Challenges with a flor of this value, and accepts challenges from it on."""
    bluffs: float = 0.0

    def __call__(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """Decide as a robot does."""
        if view.pending is None:
            called = self._open(view, legal, rng)
            return called or _card(view, legal)
        by_call = {action.canto: action for action in legal if isinstance(action, Call)}
        match view.pending.family:
            case "perros":
                return next(
                    a for a in legal if isinstance(a, AnswerPerros) and not (a.first or a.truco)
                )
            case "flor":
                return self._flor(view, legal, by_call)
            case "envido":
                return self._answer_envido(view, legal, by_call)
            case _:
                return self._answer_truco(view, legal, by_call)

    def _open(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
        calls = {action.canto: action for action in legal if isinstance(action, Call)}
        if CallName.FLOR in calls:
            return calls[CallName.FLOR]
        bluffs = rng.random() < self.bluffs
        envido_call = self._envido_call(_envido(view), calls) if calls.keys() & ENVIDOS else None
        truco = next((calls[canto] for canto in TRUCOS if canto in calls), None)
        if envido_call is not None or (bluffs and calls.keys() & ENVIDOS):
            return envido_call or calls[CallName.ENVIDO]
        return truco if truco and (bluffs or _cards(view) >= self.truco) else None

    def _envido_call(self, own: int, calls: dict[CallName, Call]) -> Call | None:
        for canto, least in (
            *((CallName.FALTA, self.falta), (CallName.REAL, self.real)),
            *((CallName.VUELVO, self.real), (CallName.ENVIDO, self.envido)),
        ):
            if own >= least and canto in calls:
                return calls[canto]
        return None

    def _answer_envido(
        self, view: View, legal: Sequence[Action], calls: dict[CallName, Call]
    ) -> Action:
        assert view.pending is not None
        own = _envido(view)
        is_falta = view.pending.call is CallName.FALTA
        raised = self._envido_call(
            own, {c: a for c, a in calls.items() if c is not CallName.ENVIDO}
        )
        takes = own >= (self.takes_falta if is_falta else self.takes_envido)
        return raised or _answer(legal, takes)

    def _answer_truco(
        self, view: View, legal: Sequence[Action], calls: dict[CallName, Call]
    ) -> Action:
        first = self._envido_call(_envido(view), calls)
        if first is not None:
            return first
        strength, more = _cards(view), [calls[canto] for canto in TRUCOS if canto in calls]
        if more and strength >= self.raises:
            return more[0]
        return _answer(legal, strength >= self.takes_truco)

    def _flor(self, view: View, legal: Sequence[Action], calls: dict[CallName, Call]) -> Action:
        shown = _own_laid(view)
        own = flor_value((*view.own, *shown), view.ranking, view.rules.flor_value)
        if own >= self.flor and CallName.CONTRAFLOR in calls:
            return calls[CallName.CONTRAFLOR]
        if CallName.FLOR in calls:
            return calls[CallName.FLOR]
        return _answer(legal, own >= self.flor)


def _answer(legal: Sequence[Action], accepted: bool) -> Action:
    answers = [action for action in legal if isinstance(action, Answer)]
    return next((action for action in answers if action.accepted == accepted), legal[0])


def _own_laid(view: View) -> tuple[Card, ...]:
    return tuple(
        play.card
        for trick in view.tricks
        for play in trick.plays
        if play.seat == view.viewer and play.card is not None
    )


def _envido(view: View) -> int:
    return value((*view.own, *_own_laid(view)), view.ranking)


def _cards(view: View) -> int:
    """Return the strength of the second best card still held; a trick won counts as a two."""
    assert view.viewer is not None
    ours = sum(trick.winner == view.viewer % 2 for trick in view.tricks)
    held = sorted((view.ranking.strength[card] for card in view.own), reverse=True)
    best = sorted([*held, *[WON] * ours], reverse=True)
    return best[1] if len(best) > 1 else sum(best)


def _card(view: View, legal: Sequence[Action]) -> Action:
    """Take the trick with the cheapest card that does, else throw the lowest."""
    pairs = [action for action in legal if isinstance(action, PlayPair)]
    strength = view.ranking.strength
    if pairs:
        return max(pairs, key=lambda pair: strength[pair.card])
    plays = [action for action in legal if isinstance(action, PlayCard)]
    if not plays:
        return _answer(legal, accepted=False)
    plays.sort(key=lambda play: (play.covered, strength[play.card]))
    face_up = [play for play in plays if not play.covered] or plays
    best = _to_beat(view)
    return next((play for play in face_up if strength[play.card] > best), face_up[0])


def _to_beat(view: View) -> int:
    """Return the best card of the rivals in this trick; above all cards where it is ours."""
    assert view.viewer is not None
    lying: dict[int, int] = {0: -1, 1: -1}
    for trick in view.tricks:
        for play in trick.plays if trick.winner is None else ():
            up = 0 if play.card is None or play.covered else view.ranking.strength[play.card]
            lying[play.seat % 2] = max(lying[play.seat % 2], up)
    ours, theirs = lying[view.viewer % 2], lying[1 - view.viewer % 2]
    return NEVER if ours > theirs else theirs


THRESHOLD: Final = BotThresholds(
    envido=27, real=30, falta=32, takes_envido=26, takes_falta=31,
    truco=8, raises=10, takes_truco=7, flor=33,
)  # fmt: skip
BULLY: Final = BotThresholds(
    envido=24, real=27, falta=30, takes_envido=24, takes_falta=29,
    truco=5, raises=8, takes_truco=5, flor=28, bluffs=0.35,
)  # fmt: skip
HONEST: Final = BotThresholds(
    envido=28, real=NEVER, falta=NEVER, takes_envido=27, takes_falta=31,
    truco=9, raises=NEVER, takes_truco=8, flor=NEVER,
)  # fmt: skip
