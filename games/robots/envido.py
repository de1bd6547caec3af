"""Envido (R-E) and perros (R-X): calls, raises and answers by their value.

Each part of the perros is answered by its own odds.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine import Action, Answer, AnswerPerros, Call, CallName, View
from games.engine.calls import MORE, Canto
from games.engine.envido import called_value, refusal_points, value
from games.engine.perros import LEVEL
from games.engine.score import falta
from games.engine.truco import worth
from games.robots import flor, win_probability
from games.robots.call_value import (
    BettingStyle,
    CallOdds,
    called_for,
    odds_against_confidence,
    played_for,
    win_probability_at,
)
from games.robots.observation import (
    calls_made,
    has_partners,
    is_pico,
    own_seat,
    own_team,
    played_cards,
    sample_hands,
    seats_in_play,
)

HEARD: Final[Mapping[Canto, CallOdds]] = {
    CallName.ENVIDO: CallOdds(refused=0.9, called=2.0, accepted=2.0),
    CallName.REAL: CallOdds(refused=0.6, called=3.0, accepted=3.0),
    CallName.VUELVO: CallOdds(refused=0.5, called=4.0, accepted=4.0),
    CallName.FALTA: CallOdds(refused=0.9, called=12.0, accepted=40.0),
    **dict.fromkeys(MORE, CallOdds(refused=0.6, called=3.0, accepted=3.0)),
}
SIZES: Final[Mapping[Canto, int]] = {CallName.ENVIDO: 8, CallName.REAL: 3, CallName.VUELVO: 3}
MANNER: Final = BettingStyle(HEARD, bluffs=0.12, sizes=SIZES)
"""One against one. About one call in four is a bluff."""
PARTNERS: Final = BettingStyle(
    {
        **HEARD,
        CallName.ENVIDO: CallOdds(refused=0.9, called=1.2, accepted=2.0),
        CallName.REAL: CallOdds(refused=0.6, called=1.2, accepted=3.0),
    },
    bluffs=0.5,
    sizes={**SIZES, CallName.ENVIDO: 2, CallName.REAL: 8},
)
"""With partners a call says less, as any of the team may have the value, and the size nothing."""
TIMES: Final = 30
"""Hands sampled for one decision."""
DEAR: Final = 5
"""A falta that costs or pays more than this is not drawn like other sizes: it is never called."""


def choose(
    view: View, legal: Sequence[Action], rng: random.Random, manner: BettingStyle | None = None
) -> Action | None:
    """Return the answer to an envido, or a profitable call; None to leave the decision."""
    manner = manner or (PARTNERS if has_partners(view) else MANNER)
    raises = [action for action in legal if isinstance(action, Call) and action.canto in HEARD]
    if view.pending is not None and view.pending.family == "envido":
        return _answer(view, legal, raises, rng, manner)
    return _open(view, raises, rng, manner) if raises else None


def win_chance(view: View, rng: random.Random) -> float:
    """Return the share of sampled hands, 0 to 1, in which the own team has the highest value."""
    team = own_team(view)
    shown = {seat: played_cards(view, seat) for seat in seats_in_play(view)}
    ranking = view.ranking
    own = {own_seat(view): value((*shown[own_seat(view)], *view.own), ranking)}
    won = 0
    for others in sample_hands(view, rng, TIMES):
        values = {seat: value(shown[seat] + others[seat], ranking) for seat in others}
        won += _winner(own | values, tuple(shown)) % 2 == team
    return (won + 0.5) / (TIMES + 1)


def _winner(values: Mapping[int, int], seats: tuple[int, ...]) -> int:
    """Return the seat with the highest value, among equals the one nearest mano (R-E6)."""
    return max(seats, key=values.__getitem__)


def _open(
    view: View, calls: Sequence[Call], rng: random.Random, manner: BettingStyle
) -> Action | None:
    """Decide by the value of the lowest size, then draw the size, which reveals nothing."""
    odds = win_chance(view, rng)
    speaks = _called(view, calls[0].canto, odds, manner) > win_probability_at(view, 0)
    return _sized(view, calls, rng, manner) if speaks or rng.random() < manner.bluffs else None


def _sized(view: View, calls: Sequence[Call], rng: random.Random, manner: BettingStyle) -> Call:
    """Draw one of these calls by public facts; take the first if none has a usual size."""
    cheap = max(_prices(view, (CallName.FALTA,))) <= DEAR
    sizes = {**manner.sizes, CallName.FALTA: 3 if cheap else 0}
    weights = [sizes.get(call.canto, 0) for call in calls]
    return rng.choices(calls, weights)[0] if any(weights) else calls[0]


def _answer(
    view: View,
    legal: Sequence[Action],
    raises: Sequence[Call],
    rng: random.Random,
    manner: BettingStyle,
) -> Action:
    """Raise by the value of the lowest raise, and draw its size.

    Otherwise return the better answer.
    """
    assert view.pending is not None
    heard, no = calls_made(view, HEARD)[-1], view.pending.no
    won, lost = _prices(view, calls_made(view, HEARD))
    odds = odds_against_confidence(win_chance(view, rng), manner.heard[heard].called)
    worths: dict[Action, float] = {}
    for action in legal:
        if isinstance(action, Answer):
            accepted = played_for(view, odds, won, lost)
            worths[action] = accepted if action.accepted else win_probability_at(view, -no)
    if raises and _called(view, raises[0].canto, odds, manner) > max(worths.values()):
        return _sized(view, raises, rng, manner)
    return max(worths, key=worths.__getitem__)


def _called(view: View, canto: Canto, odds: float, manner: BettingStyle) -> float:
    calls = (*calls_made(view, HEARD), canto)
    refusal = refusal_points(view.rules, calls)
    return called_for(view, odds, manner.heard[canto], refusal, *_prices(view, calls))


def _prices(view: View, calls: Sequence[Canto]) -> tuple[int, int]:
    """Return what an accepted ladder pays if won, and what it costs if lost."""
    if CallName.FALTA not in calls:
        return called_value(calls), called_value(calls)
    team = own_team(view)
    cap = view.rules.pico_falta_cap if is_pico(view) else view.rules.target
    won, lost = (min(cap, falta(view.rules, view.score, side)) for side in (team, 1 - team))
    return won, lost


def choose_perros(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Answer the dogs: thrown before the cards were seen, they reveal nothing about them.

    Where to pass both parts loses the leg, accept the one that is likelier to be won.
    """
    answers = [action for action in legal if isinstance(action, AnswerPerros)]
    if view.pending is None or not answers:
        return None
    gains = _first_gain(view, answers[0].ley, rng), _truco_gain(view, rng)
    first, truco = (gain > 0 for gain in gains)
    if not (first or truco) and win_probability_at(view, -view.pending.no) <= 0:
        first, truco = gains[0] > gains[1], gains[0] <= gains[1]
    return next(a for a in answers if (a.first, a.truco) == (first, truco))


def _first_gain(view: View, ley: bool, rng: random.Random) -> float:
    """Return what accepting the first part is worth above passing it.

    It is a contraflor al resto for a flor, else a falta envido.
    """
    assert view.pending is not None
    stake = view.pending.quiero - worth(view.rules, LEVEL)
    odds, refusal = (flor.win_chance(view, rng), flor.PLAIN) if ley else (win_chance(view, rng), 1)
    return played_for(view, odds, stake, stake) - win_probability_at(view, -refusal)


def _truco_gain(view: View, rng: random.Random) -> float:
    """Return what accepting the truco is worth above passing it."""
    stake = worth(view.rules, LEVEL)
    odds = win_probability.win_chance(view, rng)
    passed = win_probability_at(view, -worth(view.rules, LEVEL - 1))
    return played_for(view, odds, stake, stake) - passed
