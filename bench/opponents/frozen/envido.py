"""Envido: calls, raises and answers by its value (R-E)."""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from bench.opponents.frozen.seen import (
    called,
    imagined,
    is_pico,
    own_seat,
    own_team,
    played_cards,
    still_in,
)
from bench.opponents.frozen.wager import CallOdds, against, called_for, chance, played_for
from games.engine import Action, Answer, Call, CallName, View
from games.engine.envido import called_value, refusal_points, value
from games.engine.score import falta

HEARD: Final[Mapping[CallName, CallOdds]] = {
    CallName.ENVIDO: CallOdds(refused=0.5, called=2.0, accepted=2.0),
    CallName.REAL: CallOdds(refused=0.6, called=3.0, accepted=3.0),
    CallName.VUELVO: CallOdds(refused=0.5, called=4.0, accepted=4.0),
    CallName.FALTA: CallOdds(refused=0.9, called=12.0, accepted=40.0),
}
TIMES: Final = 30
"""Hands imagined for one decision."""
BLUFFS: Final = 0.05
"""How often a seat that would keep silent calls a plain envido all the same."""


def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return the answer to an envido, or a call worth making; None to leave it."""
    raises = [action for action in legal if isinstance(action, Call) and action.canto in HEARD]
    if view.pending is not None and view.pending.family == "envido":
        return _answer(view, legal, raises, rng)
    return _open(view, raises, rng) if raises else None


def win_chance(view: View, rng: random.Random) -> float:
    """Return the share of imagined hands, 0 to 1, in which the own team declares the best."""
    team = own_team(view)
    shown = {seat: played_cards(view, seat) for seat in still_in(view)}
    ranking = view.ranking
    own = {own_seat(view): value((*shown[own_seat(view)], *view.own), ranking)}
    won = 0
    for others in imagined(view, rng, TIMES):
        values = {seat: value(shown[seat] + others[seat], ranking) for seat in others}
        won += _winner(own | values, tuple(shown)) % 2 == team
    return (won + 0.5) / (TIMES + 1)


def _winner(values: Mapping[int, int], seats: tuple[int, ...]) -> int:
    """Return the seat with the highest value, among equals the one nearest mano (R-E6)."""
    return max(seats, key=values.__getitem__)


def _open(view: View, calls: Sequence[Call], rng: random.Random) -> Action | None:
    odds = win_chance(view, rng)
    worths: dict[Call, float] = {call: _called(view, call.canto, odds) for call in calls}
    best = max(worths, key=worths.__getitem__)
    if worths[best] > chance(view, 0):
        return best
    return calls[0] if rng.random() < BLUFFS else None


def _answer(
    view: View, legal: Sequence[Action], raises: Sequence[Call], rng: random.Random
) -> Action:
    assert view.pending is not None
    heard, no = CallName(view.pending.call), view.pending.no
    won, lost = _prices(view, called(view, HEARD))
    odds = against(win_chance(view, rng), HEARD[heard].called)
    worths: dict[Action, float] = {call: _called(view, call.canto, odds) for call in raises}
    for action in legal:
        if isinstance(action, Answer):
            accepted = played_for(view, odds, won, lost)
            worths[action] = accepted if action.accepted else chance(view, -no)
    return max(worths, key=worths.__getitem__)


def _called(view: View, canto: CallName, odds: float) -> float:
    calls = (*called(view, HEARD), canto)
    refusal = refusal_points(view.rules, calls)
    return called_for(view, odds, HEARD[canto], refusal, *_prices(view, calls))


def _prices(view: View, calls: Sequence[CallName]) -> tuple[int, int]:
    """Return what an accepted ladder pays if won, and what it costs if lost."""
    if CallName.FALTA not in calls:
        return called_value(calls), called_value(calls)
    team = own_team(view)
    cap = view.rules.pico_falta_cap if is_pico(view) else view.rules.target
    won, lost = (min(cap, falta(view.rules, view.score, side)) for side in (team, 1 - team))
    return won, lost
