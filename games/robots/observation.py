"""Facts that a seat can derive from its view: players, unseen cards, calls."""

import random
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from games.engine import Card, View, deck_for
from games.engine.actions import CALLS
from games.engine.calls import Canto
from games.engine.state import PARDA
from games.robots.declarations import (
    EnvidoBounds,
    Hand,
    declared_bounds,
    hands_within_bounds,
    is_within_bounds,
    played_covered,
)
from games.robots.inference import ODD, PlaySigns, infer_from_play, is_plausible
from games.robots.sign_codes import PAIRS, VALUES, shows

ATTEMPTS: Final = 6
"""Hands tried for a seat before one is accepted that contradicts its declarations or play."""


def own_seat(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def own_team(view: View) -> int:
    return own_seat(view) % 2


def is_pico(view: View) -> bool:
    """Return whether only two of the six seats play this hand (R-P2)."""
    return bool(view.part)


def has_partners(view: View) -> bool:
    """Return whether more than two seats play this hand."""
    return len(view.playing) > 2


def seats_in_play(view: View) -> tuple[int, ...]:
    """Return the seats that play this hand and have not folded, in order of play from mano."""
    return tuple(seat for seat in view.playing if seat not in view.folded)


def played_cards(view: View, seat: int) -> tuple[Card, ...]:
    """Return the cards a seat has played face up, which count for its envido (R-V2)."""
    return tuple(
        play.card
        for trick in view.tricks
        for play in trick.plays
        if play.seat == seat and play.card is not None and not play.covered
    )


def is_pair_trick(view: View) -> bool:
    """Return whether a tie is played with two cards each and all pairs are face down (R-V1)."""
    return (
        view.rules.tie_two_cards
        and len(view.tricks) == 2
        and view.tricks[0].winner == PARDA
        and view.tricks[1].winner is None
    )


def in_hand(view: View) -> tuple[Card, ...]:
    """Return the own cards that can still decide: those held, or the pair played in an open tie."""
    if view.own or not is_pair_trick(view):
        return view.own
    plays = (event for event in reversed(view.events) if event.kind == "card")
    return next(event.cards for event in plays if event.seat == view.viewer)


def count(view: View, seat: int) -> int:
    """Return how many cards of another seat can still decide."""
    laid_pair = is_pair_trick(view) and any(play.seat == seat for play in view.tricks[1].plays)
    return 2 if laid_pair else view.counts[seat]


def unseen_cards(view: View) -> list[Card]:
    """Return the cards that other seats may hold."""
    known = {play.card for trick in view.tricks for play in trick.plays}
    known.update(in_hand(view), *view.mates.values())
    known.add(view.muestra)
    return [card for card in deck_for(view.rules) if card not in known]


def sample_hands(view: View, rng: random.Random, times: int) -> Iterator[dict[int, Hand]]:
    """Yield hands that the other seats may hold, consistent with their declarations and play."""
    deck, signs = unseen_cards(view), infer_from_play(view)
    bounds = {**_told_bounds(view), **declared_bounds(view)}
    others = [seat for seat in seats_in_play(view) if seat not in (view.viewer, *view.mates)]
    guesses = [_guess(view, seat, deck, bounds.get(seat), signs[seat]) for seat in others]
    guesses.sort(key=lambda guess: not guess.few and not guess.told)
    for _ in range(times):
        hands: dict[int, Hand] = {**view.mates}
        taken = {card for hand in hands.values() for card in hand}
        for guess in guesses:
            hands[guess.seat] = _guessed(view, guess, deck, taken, rng)
            taken.update(hands[guess.seat])
        yield hands


class _Guess(NamedTuple):
    """The facts that limit a guess about a seat's hand."""

    seat: int
    held: int
    shown: Hand
    bounds: EnvidoBounds | None
    few: Sequence[Hand]
    """All hands that it may hold, if its declarations leave few enough to list."""
    given: PlaySigns
    told: Hand = ()
    """Cards of which it holds one, by its seña."""


def _told_bounds(view: View) -> dict[int, EnvidoBounds]:
    """Bound the envido of each seat whose seña was about it, unless it covered a card (R-V2)."""
    about = {seat: VALUES[sign] for seat, sign in view.signs.items() if sign in VALUES}
    return {
        seat: EnvidoBounds(values.start, values[-1])
        for seat, values in about.items()
        if not played_covered(view, seat)
    }


def _told_cards(view: View, seat: int, shown: Hand, deck: Sequence[Card]) -> Hand:
    """Return the cards that a seat's seña is about; none once it may have played such a card."""
    sign = view.signs.get(seat, "")
    if not sign or sign in VALUES or played_covered(view, seat):
        return ()
    codes = PAIRS.get(sign, (sign,))
    about = tuple(card for card in deck if any(shows(view, card, codes)))
    return () if any(any(shows(view, card, codes)) for card in shown) else about


def _guess(
    view: View, seat: int, deck: Sequence[Card], bounds: EnvidoBounds | None, signs: PlaySigns
) -> _Guess:
    """Prefer a declared value to the fact that the seat made no call."""
    held, shown = count(view, seat), played_cards(view, seat)
    told = _told_cards(view, seat, shown, deck)
    if bounds is None:
        return _Guess(seat, held, shown, None, (), signs, told)
    few = hands_within_bounds(view, bounds, shown, held, deck) if bounds.is_exact else ()
    loose_bounds = None if bounds.is_exact else bounds
    return _Guess(seat, held, shown, loose_bounds, few, signs._replace(is_quiet=False), told)


def _guessed(
    view: View, guess: _Guess, deck: Sequence[Card], taken: AbstractSet[Card], rng: random.Random
) -> Hand:
    """Return a plausible hand; for a seat that called boldly, the stronger of two."""
    hand: Hand = guess.few[0] if guess.few else ()
    believed: Hand | None = None
    for _attempt in range(ATTEMPTS):
        drawn = rng.choice(guess.few) if guess.few else _draw_hand(guess, deck, taken, rng)
        if guess.few and not taken.isdisjoint(drawn):
            continue
        hand = drawn
        if guess.bounds is not None and not is_within_bounds(
            view, guess.bounds, (*guess.shown, *hand)
        ):
            continue
        if rng.random() >= ODD and not is_plausible(view, guess.given, guess.shown, hand):
            continue
        if not guess.given.is_bold or believed is not None:
            return hand if believed is None else _stronger(view, hand, believed)
        believed = hand
    return hand if believed is None else believed


def _draw_hand(
    guess: _Guess, deck: Sequence[Card], taken: AbstractSet[Card], rng: random.Random
) -> Hand:
    """Draw cards that are not taken, one by one: faster than to collect the remaining deck."""
    told = [card for card in guess.told if card not in taken] if guess.held else ()
    hand = [rng.choice(told)] if told else []
    while len(hand) < guess.held:
        card = deck[int(rng.random() * len(deck))]
        if card not in taken and card not in hand:
            hand.append(card)
    return tuple(hand)


def _stronger(view: View, *hands: Hand) -> Hand:
    rank = view.ranking.strength
    return max(hands, key=lambda hand: sum([rank[card] for card in hand]))


_CALLS: Final = {str(canto): call for canto, call in CALLS[0].items()}


def calls_made(view: View, family: Collection[Canto]) -> tuple[Canto, ...]:
    """Return the calls of a family made in this hand, in order."""
    tokens = (event.token for event in view.events if event.kind == "call" and event.token)
    calls = (_CALLS.get(token) for token in tokens)
    return tuple(call.canto for call in calls if call is not None and call.canto in family)
