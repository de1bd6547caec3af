"""Facts visible to a seat: the seats in play, the cards out of sight, the calls made."""

import random
from collections.abc import Collection, Iterator

from games.engine import CallName, Card, View, deck_for
from games.engine.state import PARDA


def own_seat(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def own_team(view: View) -> int:
    return own_seat(view) % 2


def is_pico(view: View) -> bool:
    """Return whether only two of the six seats play this hand (R-P2)."""
    return bool(view.part)


def still_in(view: View) -> tuple[int, ...]:
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
    said = (event for event in reversed(view.events) if event.kind == "card")
    return next(event.cards for event in said if event.seat == view.viewer)


def count(view: View, seat: int) -> int:
    """Return how many cards of another seat can still decide."""
    laid_pair = is_pair_trick(view) and any(play.seat == seat for play in view.tricks[1].plays)
    return 2 if laid_pair else view.counts[seat]


def unseen(view: View) -> list[Card]:
    """Return the cards that other seats may hold."""
    known = {play.card for trick in view.tricks for play in trick.plays}
    known.update(in_hand(view))
    known.add(view.muestra)
    return [card for card in deck_for(view.rules) if card not in known]


def imagined(view: View, rng: random.Random, times: int) -> Iterator[dict[int, tuple[Card, ...]]]:
    """Yield hands that the other seats may hold, all equally likely."""
    counts = [(seat, count(view, seat)) for seat in still_in(view) if seat != view.viewer]
    total = sum(held for _, held in counts)
    deck = unseen(view)
    for _ in range(times):
        cards = iter(rng.sample(deck, total))
        yield {seat: tuple(next(cards) for _ in range(held)) for seat, held in counts}


def called(view: View, family: Collection[CallName]) -> tuple[CallName, ...]:
    """Return the calls of a family made in this hand, in order."""
    said = (event.token for event in view.events if event.kind == "call" and event.token)
    return tuple(CallName(token) for token in said if token in family)
