"""The deal: cards from a deck that comes in as an argument (R-D)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.engine import flor, pico
from games.engine.bazas import ring
from games.engine.cards import HAND_SIZE, Card, deck_for
from games.engine.errors import IllegalActionError
from games.engine.piezas import strengths
from games.engine.rules import Rules
from games.engine.start import Start
from games.engine.state import Deal, State, Trick
from games.engine.waiting import asked


class DealerDraw(NamedTuple):
    """The draw for the deal: who deals, who is mano, and the cards of every round drawn."""

    dealer: int
    mano: int
    rounds: tuple[dict[int, Card], ...]


def draw_dealer(rules: Rules, deck: Sequence[Card]) -> DealerDraw:
    """R-D1: the highest card deals, ties draw again.

    With the 22-card deck the draw is the lot for the first mano. Four cards tie with no other, so
    every deck decides.
    """
    strength = strengths(None)
    cards = iter(deck)
    rounds: list[dict[int, Card]] = []
    seats = list(range(rules.seats))
    while len(seats) > 1:
        drawn = {seat: next(cards) for seat in seats}
        rounds.append(drawn)
        best = max(strength[card] for card in drawn.values())
        seats = [seat for seat, card in drawn.items() if strength[card] == best]
    mano = seats[0] if rules.deck == 22 else (seats[0] + 1) % rules.seats
    return DealerDraw((mano - 1) % rules.seats, mano, tuple(rounds))


def deal(start: Start, deck: Sequence[Card], perros: int | None = None) -> State:
    """R-D2, R-D3: three cards each, one at a time from the mano of the deal; then the muestra."""
    seats = start.rules.seats
    dealt = HAND_SIZE * seats
    first = start.round_mano
    hands = tuple(tuple(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats))
    return opening(_fixed(start, hands, deck[dealt] if start.rules.muestra else None, perros))


def deal_hands(
    start: Start,
    hands: Sequence[Sequence[Card]],
    muestra: Card | None = None,
    perros: int | None = None,
) -> State:
    """A deal as a record tells it; one that these rules cannot produce is refused."""
    rules = start.rules
    cards = [card for hand in hands for card in hand]
    if muestra is not None:
        cards.append(muestra)
    if (
        [len(hand) for hand in hands] != [HAND_SIZE] * rules.seats
        or (muestra is not None) != rules.muestra
        or len(set(cards)) != len(cards)
        or not set(cards) <= set(deck_for(rules))
    ):
        raise IllegalActionError("wrong-deal", start.label)
    return opening(_fixed(start, tuple(tuple(hand) for hand in hands), muestra, perros))


def _fixed(
    start: Start, hands: tuple[tuple[Card, ...], ...], muestra: Card | None, perros: int | None
) -> Deal:
    rules = start.rules
    if perros is not None and (perros not in (0, 1) or not rules.perros or start.part):
        raise IllegalActionError("wrong-perros", start.label)
    seats = _playing(start)
    return Deal(
        start=start,
        rules=rules,
        hands=hands,
        muestra=muestra,
        perros=perros,
        seats=seats,
        teams=_teams(seats),
        strength=strengths(muestra),
        flores=flor.holders(rules, seats, hands, muestra) if rules.flor else {},
    )


def opening(fixed: Deal) -> State:
    """The hand before its first action."""
    start = fixed.start
    state = State(
        deal=fixed,
        score=start.score,
        legs=start.legs,
        turn=start.mano,
        held=fixed.hands,
        tricks=(Trick(start.mano),),
        perros_pending=fixed.perros is not None,
    )
    return state._replace(waiting=asked(state))


def _playing(start: Start) -> tuple[int, ...]:
    if start.part:
        return pico.opponents(start.mano)
    return ring(tuple(range(start.rules.seats)), start.mano)


@cache
def _teams(seats: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(s for s in seats if s % 2 == 0)), tuple(sorted(s for s in seats if s % 2))
