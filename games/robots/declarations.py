"""Information that seats declared about their cards: envido values and flores."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.engine import FLORES, Card, View
from games.engine.cards import CARDS, HAND_SIZE
from games.engine.envido import value
from games.engine.flor import is_flor
from games.engine.flor import value as flor_value
from games.engine.ranks import ranking
from games.engine.rules import FlorValue

Hand = tuple[Card, ...]
MAX_POINTS: Final = 99
_CARDS: Final = tuple(CARDS.values())
_PLACE: Final = {card: place for place, card in enumerate(_CARDS)}


class EnvidoBounds(NamedTuple):
    """Lower and upper bound of the envido, or flor, of a seat's three cards."""

    least: int
    most: int
    is_flor: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether few hands fit, so that they are listed rather than sampled."""
        return self.is_flor or self.least == self.most


def declared_bounds(view: View) -> Mapping[int, EnvidoBounds]:
    """Bound each seat's envido or flor by its declarations.

    A seat that played a covered card is left out: its declaration no longer limits its hand (R-V2).
    """
    announced = {e.seat for e in view.events if e.kind == "call" and e.token in FLORES}
    bounds = {
        seat: EnvidoBounds(0, MAX_POINTS, is_flor=True) for seat in announced if seat is not None
    }
    if not _perros_with_flor(view):
        bounds.update(_declared_values(view, bool(announced)))
    return {seat: each for seat, each in bounds.items() if not played_covered(view, seat)}


def _declared_values(view: View, is_flor: bool) -> Iterator[tuple[int, EnvidoBounds]]:
    """Yield bounds from declarations: a value, or the admission that the best is good (R-E6).

    Where teams answer each other, a mate of the winner is silent whatever it holds (R-E11).
    """
    best = winner = 0
    is_alternate = view.rules.declaration == "alternate"
    for event in view.events:
        if event.kind != "declare" or event.seat is None:
            continue
        if isinstance(event.value, int):
            best, winner = event.value, event.seat
            yield event.seat, EnvidoBounds(best, best, is_flor)
        elif not is_alternate or (event.seat - winner) % 2:
            yield event.seat, EnvidoBounds(0, best, is_flor)


def _perros_with_flor(view: View) -> bool:
    """Return whether the dogs were answered *en ley*, with a flor never announced (R-X2)."""
    return any(e.kind == "answer" and (e.token or "").startswith("ley") for e in view.events)


def played_covered(view: View, seat: int) -> bool:
    """Return whether the seat played a covered card (R-V2).

    Such a card is not counted, or was counted without being seen.
    """
    return any(play.covered for trick in view.tricks for play in trick.plays if play.seat == seat)


def is_within_bounds(view: View, bounds: EnvidoBounds, cards: Sequence[Card]) -> bool:
    """Return whether a seat with these bounds can have been dealt these cards."""
    places = [_PLACE[card] for card in cards]
    return bounds.least <= _count(_counts(view.rules.ranks, view.muestra), places) <= bounds.most


def hands_within_bounds(
    view: View, bounds: EnvidoBounds, shown: Hand, held: int, deck: Sequence[Card]
) -> Sequence[Hand]:
    """Return every hand of `held` cards that a seat with exact bounds can hold."""
    rules = view.rules
    return _list_hands(
        rules.ranks, rules.flor_value, view.muestra, bounds, shown, held, tuple(deck)
    )


@lru_cache(maxsize=8)
def _list_hands(
    ranks: str,
    how: FlorValue,
    muestra: Card | None,
    bounds: EnvidoBounds,
    shown: Hand,
    held: int,
    deck: Hand,
) -> Sequence[Hand]:
    """Cache the list: one decision needs it several times."""
    if bounds.is_flor:
        return [*_flores_left(_flores(ranks, how, muestra), bounds, shown, held, deck)]
    table = _counts(ranks, muestra)
    ids, up = [_PLACE[card] for card in deck], [_PLACE[card] for card in shown]
    if held == HAND_SIZE:
        found = _around_a_pair(table, bounds.least, ids)
    else:
        hands = combinations(ids, held)
        found = [hand for hand in hands if _count(table, [*up, *hand]) == bounds.least]
    return [tuple(_CARDS[place] for place in hand) for hand in found]


def _around_a_pair(
    table: Sequence[bytearray], worth: int, ids: Sequence[int]
) -> list[tuple[int, ...]]:
    """Return hands in which two cards make the value and the third does not raise it."""
    hands = {
        tuple(sorted((one, other, third)))
        for one, other in combinations(ids, 2)
        if table[one][other] == worth
        for third in ids
        if third not in (one, other) and max(table[one][third], table[other][third]) <= worth
    }
    return sorted(hands)


def _count(table: Sequence[bytearray], places: Sequence[int]) -> int:
    if len(places) < 2:
        return max((table[place][place] for place in places), default=0)
    return max([table[one][other] for one, other in combinations(places, 2)])


@cache
def _counts(ranks: str, muestra: Card | None) -> tuple[bytearray, ...]:
    """Return the envido of every pair of cards (R-E4).

    A third card adds nothing to the best two.
    """
    card_ranks = ranking(ranks, muestra)
    table = tuple(bytearray(len(CARDS)) for _ in CARDS)
    for (one, first), (other, second) in combinations(enumerate(CARDS.values()), 2):
        table[one][other] = table[other][one] = value((first, second), card_ranks)
    for place, card in enumerate(CARDS.values()):
        table[place][place] = value((card,), card_ranks)
    return table


def _flores_left(
    flores: tuple["array[int]", bytes], bounds: EnvidoBounds, shown: Hand, held: int, deck: Hand
) -> Iterator[Hand]:
    up, unseen = _mask(shown), _mask(deck)
    masks, worths = flores
    for mask, worth in zip(masks, worths, strict=True):
        rest = mask & ~up
        fits_in = mask & up == up and rest & ~unseen == 0 and rest.bit_count() == held
        if fits_in and bounds.least <= worth <= bounds.most:
            yield tuple(_cards_of(rest))


def _cards_of(mask: int) -> Iterator[Card]:
    while mask:
        yield _CARDS[mask.bit_length() - 1]
        mask ^= 1 << (mask.bit_length() - 1)


def _mask(cards: Iterable[Card]) -> int:
    """Return a set of cards as bits, so that all flores for 40 muestras take little memory."""
    return sum(1 << _PLACE[card] for card in cards)


@cache
def _flores(ranks: str, how: FlorValue, muestra: Card | None) -> tuple["array[int]", bytes]:
    """Return all flores of the full deck and their values (R-F1, R-F3)."""
    card_ranks = ranking(ranks, muestra)
    cards = [card for card in CARDS.values() if card != muestra]
    hands = [hand for hand in combinations(cards, HAND_SIZE) if is_flor(hand, card_ranks)]
    worths = bytes(flor_value(hand, card_ranks, how) for hand in hands)
    return array("Q", map(_mask, hands)), worths
