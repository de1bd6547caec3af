"""The deal: cards from a deck that comes in as an argument (R-D)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from . import flor, last_hand, pico
from .cards import DECKS, HAND_SIZE, Card
from .errors import IllegalActionError
from .hand import sing_flores
from .hand_start import Start
from .legal import pending_decision
from .ranks import RANKS, ranking
from .rules import Rules
from .state import Deal, Opening, State, Trick, make_state, replace
from .tricks import seats_from


class DealerDraw(NamedTuple):
    """The draw for the deal: the dealer, the mano, and the cards of every round."""

    dealer: int
    mano: int
    rounds: tuple[dict[int, Card], ...]


def deck_for(rules: Rules) -> tuple[Card, ...]:
    """Return the cards of the game in the order before each shuffle."""
    return DECKS[rules.deck].cards


def draw_dealer(rules: Rules, deck: Sequence[Card]) -> DealerDraw:
    """Draw the dealer: the highest card deals, or is the first mano; ties redraw (R-D1).

    Every deck decides: four cards tie with no other, or the suits of manilhas break ties (R-D6).
    """
    strength = ranking(rules.ranks, None, rules.deck).strength
    manilhas = RANKS[rules.ranks].manilhas
    suits = "" if manilhas is None else manilhas.suits
    cards = iter(deck)
    rounds: list[dict[int, Card]] = []
    seats = list(range(rules.seats))
    while len(seats) > 1:
        draws = {seat: next(cards) for seat in seats}
        rounds.append(draws)
        height = {seat: (strength[card], -suits.find(card.suit)) for seat, card in draws.items()}
        seats = [seat for seat in draws if height[seat] == max(height.values())]
    mano = (seats[0] + (not DECKS[rules.deck].draws_mano)) % rules.seats
    return DealerDraw((mano - 1) % rules.seats, mano, tuple(rounds))


def deal(start: Start, deck: Sequence[Card]) -> State:
    """Deal three cards each, one at a time from the mano; then the muestra (R-D2, R-D3).

    Raises IllegalActionError `wrong-deck` for another number of cards than these rules require.
    """
    seats = start.rules.seats
    if len(deck) != len(DECKS[start.rules.deck].cards):
        raise IllegalActionError("wrong-deck", start.label)
    dealt = HAND_SIZE * seats
    first = start.round_mano
    hands = tuple([tuple(deck[(seat - first) % seats : dealt : seats]) for seat in range(seats)])
    fixed = _fixed(start, hands, deck[dealt] if start.rules.muestra else None)
    return _dealt(fixed) if fixed.flores else deal_opening(fixed)


def deal_hands(start: Start, hands: Sequence[Sequence[Card]], muestra: Card | None = None) -> State:
    """Deal the hands of a record; raises IllegalActionError `wrong-deal` for an impossible deal."""
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
    return _dealt(_fixed(start, tuple(tuple(hand) for hand in hands), muestra))


def _fixed(start: Start, hands: tuple[tuple[Card, ...], ...], muestra: Card | None) -> Deal:
    rules = start.rules
    seats = _playing(start)
    ranked = ranking(rules.ranks, muestra, rules.deck)
    return Deal(
        start=start,
        rules=rules,
        hands=hands,
        muestra=muestra,
        perros=None,
        seats=seats,
        teams=_teams(seats),
        ranking=ranked,
        flores=flor.holders(rules, seats, hands, ranked) if rules.flor else {},
        last_hand=last_hand.last_hand_kind(rules, start.score) if rules.mao_x else "",
    )


def _dealt(fixed: Deal) -> State:
    """Return the hand before the first action of a seat; the system may have sung (R-F11)."""
    return sing_flores(deal_opening(fixed))


def deal_opening(fixed: Deal) -> State:
    """Return the hand before its first action."""
    start = fixed.start
    state = make_state(
        deal=fixed,
        score=start.score,
        legs=start.legs,
        turn=start.mano,
        held=fixed.hands,
        tricks=(Trick(start.mano),),
        opening="" if fixed.perros is None else "perros",
    )
    if fixed.last_hand:
        opening: Opening = "mao_x" if fixed.last_hand == "mao_x" else ""
        state = replace(state, opening=opening, truco=last_hand.NO_RAISES)
    return replace(state, waiting=pending_decision(state))


def add_perros(state: State, team: int) -> State:
    """Arm the dogs for a hand without any action; pico hands have no dogs (R-X1).

    Raises IllegalActionError `wrong-perros`.
    """
    fixed = state.deal
    sung = _dealt(fixed).actions
    is_first = state.actions == sung and not state.rulings and fixed.perros is None
    if team not in (0, 1) or not is_first or not fixed.rules.perros or fixed.start.part:
        raise IllegalActionError("wrong-perros", fixed.start.label)
    return _dealt(fixed._replace(perros=team))


def _playing(start: Start) -> tuple[int, ...]:
    if start.part:
        return pico.opponents(start.mano)
    return seats_from(tuple(range(start.rules.seats)), start.mano)


@cache
def _teams(seats: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(s for s in seats if s % 2 == 0)), tuple(sorted(s for s in seats if s % 2))
