"""Flor: announcing is compulsory; the robot chooses how far to contest it (R-F)."""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from games.engine import FLORES, Action, Answer, Call, CallName, View
from games.engine.calls import Canto
from games.engine.cards import HAND_SIZE
from games.engine.flor import is_flor, value
from games.engine.score import shortfall
from games.robots.call_value import (
    CallOdds,
    called_for,
    odds_against_confidence,
    played_for,
    win_probability_at,
)
from games.robots.observation import calls_made, is_pico, own_team, unseen_cards

HEARD: Final[Mapping[Canto, CallOdds]] = {
    CallName.FLOR: CallOdds(refused=0.0, called=1.0, accepted=1.0),
    CallName.CONTRAFLOR: CallOdds(refused=0.3, called=2.0, accepted=2.0),
    CallName.CONFLOR: CallOdds(refused=0.3, called=2.0, accepted=2.0),
    CallName.CONREAL: CallOdds(refused=0.4, called=2.5, accepted=3.0),
    CallName.CONFALTA: CallOdds(refused=0.7, called=6.0, accepted=8.0),
    CallName.RESTO: CallOdds(refused=0.7, called=6.0, accepted=8.0),
}
TIMES: Final = 200
"""Hands sampled for one decision; few of them contain a flor."""
PLAIN: Final = 3
"""What one plain flor pays (R-F4, R-F5)."""
PAID: Final[Mapping[Canto, int]] = {
    CallName.CONTRAFLOR: 6,
    CallName.CONFLOR: 5,
    CallName.CONREAL: 6,
}
EVEN: Final = 0.5
"""The chance of one unseen flor against another."""
NEVER: Final = -1.0
"""Lower than every probability: the mazo is no answer to a flor."""


def choose_flor(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return how to announce, challenge or answer a flor; None if no flor is pending."""
    pending = view.pending
    if pending is None or pending.family != "flor":
        return next((a for a in legal if isinstance(a, Call) and a.canto is CallName.FLOR), None)
    odds = odds_against_confidence(win_chance(view, rng), HEARD[CallName(pending.call)].called)
    worths = {action: _worth(view, action, odds) for action in legal}
    return max(worths, key=worths.__getitem__)


def win_chance(view: View, rng: random.Random) -> float:
    """Return the share of possible flores, 0 to 1, that the own one beats; a tie counts half.

    A seat without a flor answers for a mate's, which it has not seen. A seat that has played a card
    has none: it would have announced it, and the contest would be settled (R-F2).
    """
    how, ranking, deck = view.rules.flor_value, view.ranking, unseen_cards(view)
    if len(view.own) < HAND_SIZE or not is_flor(view.own, ranking):
        return EVEN
    own = value(view.own, ranking, how)
    hands = (rng.sample(deck, 3) for _ in range(TIMES))
    flores = [value(hand, ranking, how) for hand in hands if is_flor(hand, ranking)]
    beaten = sum((own > flor) + (own == flor) / 2 for flor in flores)
    return (beaten + 0.5) / (len(flores) + 1)


def _worth(view: View, action: Action, odds: float) -> float:
    assert view.pending is not None
    pending = view.pending
    accepted = played_for(view, odds, pending.quiero, pending.quiero)
    is_plain = pending.call is CallName.FLOR
    price = _plain_points(view, 1 - own_team(view)) if is_plain else pending.no
    refused = win_probability_at(view, -price)
    match action:
        case Answer(_, accepted=True):
            return accepted
        case Answer() | Call(_, CallName.ACHICO):
            return refused
        case Call(_, CallName.FLOR):
            return accepted if is_plain else max(accepted, refused)
        case Call(_, canto):
            stake = _stake(view, canto)
            return called_for(view, odds, HEARD[canto], _refusal(view), stake, stake)
        case _:
            return NEVER


def _stake(view: View, canto: Canto) -> int:
    """Return what an accepted challenge pays, about (R-F4, R-F5, R-F9)."""
    if canto in PAID:
        return PAID[canto]
    rules = view.rules
    is_for_all = canto is CallName.RESTO and rules.resto == "game"
    whole = rules.target if is_for_all else shortfall(rules, view.score)
    return min(rules.pico_falta_cap, whole) if is_pico(view) else whole


def _plain_points(view: View, team: int) -> int:
    """Return what the flores of a team pay, those announced and the viewer's own (R-F10)."""
    tokens = {event.seat: event.token for event in view.events if event.kind == "call"}
    live = {seat for seat, token in tokens.items() if token in FLORES - {CallName.ACHICO}}
    flores = sum(seat is not None and seat % 2 == team for seat in {*live, view.viewer})
    return PLAIN * (1 if view.rules.flores_paid == "best" else max(1, flores))


def _refusal(view: View) -> int:
    """Return what the other team pays to refuse a challenge made now (R-F4, R-F5)."""
    if view.rules.flor_contest != "argentine":
        return _plain_points(view, own_team(view))
    return 6 if CallName.CONTRAFLOR in calls_made(view, HEARD) else 4
