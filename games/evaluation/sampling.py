"""Sampled deals consistent with a seat's information, and the value of points at a score.

Points are valued by the chance to win the leg, since a refusal can lose it.
"""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product
from types import MappingProxyType
from typing import Final

from games.engine import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    Card,
    IllegalActionError,
    PlayBlind,
    PlayCard,
    PlayPair,
    State,
    apply,
    apply_line,
    apply_log,
    deal_hands,
    legal_actions,
    lines,
    view,
)
from games.engine.actions import BLIND_PLAYS
from games.engine.deals import deal_opening
from games.evaluation.decisions import Decision, Unseen
from games.robots import decide
from games.robots.observation import played_cards, sample_hands, unseen_cards

PAYS: Final[Mapping[tuple[int, int], float]] = MappingProxyType(
    {
        (1, 0): 8.8,
        (2, 0): 16.6,
        (3, 0): 16.9,
        (4, 0): 7.2,
        (5, 0): 1.5,
        (6, 0): 1.3,
        (1, 1): 15.5,
        (2, 1): 21.1,
        (3, 1): 1.8,
        (2, 2): 5.8,
        (3, 2): 1.3,
    }
)
"""How often, in percent, a hand pays each pair of points to the two sides.

Counted in 6,000 hands of the tahúr in `argentino`, in the first half of games. Hands of other
families pay more or less, but their games also have other targets.
"""


def score_value(target: int, score: tuple[int, int], points: tuple[int, int]) -> float:
    """Return the value for the first side of moving from one score to another.

    The unit is a point: 1 is half of the difference between one more point for this side and one
    for the other. Far from the end that is the difference in points; at the end, at most the game.
    """
    own, theirs = score
    chances = _chances(target)
    more, less = chances[own + 1, theirs], chances[own, theirs + 1]
    return 2 * (chances[points] - chances[score]) / (more - less)


def win_chance(target: int, score: tuple[int, int], value: float) -> float:
    """Return the first side's chance of the leg, 0 to 1, after what is worth `value` at a score."""
    own, theirs = score
    chances = _chances(target)
    unit = (chances[own + 1, theirs] - chances[own, theirs + 1]) / 2
    return min(1.0, max(0.0, chances[score] + value * unit))


@cache
def _chances(target: int) -> Mapping[tuple[int, int], float]:
    """Return the first side's chance of the leg, 0 to 1, by the points of two equal sides."""
    chances: dict[tuple[int, int], float] = {}
    for own, theirs in product(range(target, -1, -1), repeat=2):
        if target in (own, theirs):
            chances[own, theirs] = 1.0 if own > theirs else 0.0 if own < theirs else 0.5
            continue
        won = weighed = 0.0
        for (more, less), often in PAYS.items():
            for mine, other in ((more, less), (less, more)):
                after = min(target, own + mine), min(target, theirs + other)
                won += often * chances[after]
                weighed += often
        chances[own, theirs] = won / weighed
    return chances


Hand = tuple[Card, ...]
ATTEMPTS: Final = 12
"""Deals tried for one world."""
ODD: Final = 0.25
"""The probability assumed for a call that a robot with such cards would not make."""


def sample_deals(decision: Decision, rng: random.Random, times: int) -> Iterator[State]:
    """Yield hands at a decision that its seat could not distinguish from the real one.

    The calls and answers of other seats make some of them likelier, as at a real table. Yield fewer
    than `times` if hardly any deal fits.
    """
    for _ in range(times):
        world = _world(decision, rng)
        if world is not None:
            yield world


def _world(decision: Decision, rng: random.Random) -> State | None:
    """Return a deal that fits and that the others would have played like this.

    If there is none, return the last deal that fits.
    """
    fitting: State | None = None
    for held in sample_hands(decision.view, rng, ATTEMPTS):
        state = _played(decision, *_completed(decision, held, rng))
        if state is None or not _looks_alike(state, decision):
            continue
        fitting = state
        if _is_likely(state, decision, rng):
            break
    return fitting


def _completed(
    decision: Decision, held: dict[int, Hand], rng: random.Random
) -> tuple[list[Hand], dict[int, list[Card]]]:
    """Return three cards for each seat, and for each the cards it played unseen or may hold."""
    taken = set(chain.from_iterable(held.values()))
    pool = [card for card in unseen_cards(decision.view) if card not in taken]
    rng.shuffle(pool)
    hands: list[Hand] = []
    hidden: dict[int, list[Card]] = {}
    for seat in range(decision.view.seats):
        if seat == decision.seat:
            hands.append(decision.dealt)
            continue
        up = played_cards(decision.view, seat)
        known = [*up, *held.get(seat, ())]
        filled = [pool.pop() for _ in range(3 - len(known))]
        hands.append(_in_place([*known, *filled], decision, seat))
        pairs = any(isinstance(act, Unseen) and act.pair for act in decision.done)
        hidden[seat] = [*filled, *held.get(seat, ())] if pairs else filled
    return hands, hidden


def _in_place(hand: list[Card], decision: Decision, seat: int) -> Hand:
    """Return a hand with the card that was played unseen, the first of it, in its place (R-B5)."""
    for act in decision.done:
        if isinstance(act, PlayBlind) and act.seat == seat:
            hand.insert(BLIND_PLAYS[seat].index(act), hand.pop(0))
    return tuple(hand)


def _played(decision: Decision, hands: list[Hand], hidden: dict[int, list[Card]]) -> State | None:
    """Play the hand up to the decision with these cards; return None where that is impossible."""
    try:
        dealt = deal_hands(decision.start, hands, decision.view.muestra)
        state = apply_log(dealt, lines(decision.perros))
        for act in decision.done:
            played = _play_hidden_card(act, hidden) if isinstance(act, Unseen) else act
            state = apply_line(state, played)
    except IllegalActionError:  # a flor that the seat should have announced
        return None
    return state


def _play_hidden_card(act: Unseen, hidden: dict[int, list[Card]]) -> Action:
    cards = hidden[act.seat]
    if act.pair:
        return PlayPair(act.seat, cards.pop(), cards.pop(), act.covered)
    return PlayCard(act.seat, cards.pop(0), covered=True)


def _looks_alike(state: State, decision: Decision) -> bool:
    """Return whether this state shows the seat the same view as the decision."""
    return view(state, decision.seat) == decision.view


def _is_likely(state: State, decision: Decision, rng: random.Random) -> bool:
    """Check with a robot, once for each call of the others, whether it would make that call."""
    table = deal_opening(state.deal)
    for act in state.actions:
        if act.seat != decision.seat and isinstance(act, Call | Answer | AnswerPerros):
            legal = legal_actions(table, act.seat)
            if decide(view(table, act.seat), legal, rng) != act and rng.random() >= ODD:
                return False
        table = apply(table, act, sings=False)  # what it sang is an action of its own (R-F11)
    return True
