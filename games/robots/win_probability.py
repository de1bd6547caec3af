"""The win probability of a hand, from rollouts with sampled hands of the other seats."""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from games.engine import Card, PlayView, View
from games.engine.ranks import COVERED_STRENGTH
from games.engine.tricks import team_if_all_tied
from games.robots.observation import in_hand, is_pair_trick, own_seat, sample_hands, seats_in_play
from games.robots.trick_plan import Hand, Position, Trick, add_card, order, play_out

TIMES: Final = 20
"""Hands sampled for one decision."""


def win_chance(view: View, rng: random.Random) -> float:
    """Return the share of sampled hands, 0 to 1, in which the own team wins the truco."""
    now, seat = position(view), own_seat(view)
    own = _hand(view, seat, in_hand(view))
    hands = _imagined(view, rng)
    won = sum(play_out(now, {**others, seat: own.copy()}) == seat % 2 for others in hands)
    return won / TIMES


def win_counts_by_card(view: View, rng: random.Random) -> Mapping[int, int]:
    """Return in how many of the same sampled hands each own card, by strength, wins the truco."""
    now, seat = position(view), own_seat(view)
    own = by_strength(view, view.own)
    laid = {card: now._replace(trick=add_card(now.trick, seat, card)) for card in own}
    won = dict.fromkeys(own, 0)
    for others in _imagined(view, rng):
        for card in laid:
            hands = {other: hand.copy() for other, hand in others.items()}
            hands[seat] = own.copy()
            hands[seat].remove(card)
            won[card] += play_out(laid[card], hands) == seat % 2
    return won


def _imagined(view: View, rng: random.Random) -> Iterator[dict[int, Hand]]:
    """Yield the strengths that the other seats can play, in hands that they may hold."""
    for others in sample_hands(view, rng, TIMES):
        yield {seat: _hand(view, seat, cards) for seat, cards in others.items()}


def _hand(view: View, seat: int, cards: Collection[Card]) -> Hand:
    """Return the strengths a seat can play.

    Where the house says so, a seat that covered its first card covers the rest (R-V2, R-V4).
    """
    first = view.tricks[0].plays if view.rules.cover_binds and view.tricks else ()
    if any(play.covered and play.seat == seat for play in first):
        return [COVERED_STRENGTH] * len(cards)
    return by_strength(view, cards)


def by_strength(view: View, cards: Iterable[Card]) -> Hand:
    """Return the strengths of some cards, in ascending order."""
    rank = view.ranking.strength
    return sorted([rank[card] for card in cards])


def position(view: View) -> Position:
    """Return the position of the hand that the view shows."""
    seats = seats_in_play(view)
    winners = tuple(trick.winner for trick in view.tricks if trick.winner is not None)
    return Position(
        seats=seats,
        table=view.seats,
        mano=view.mano,
        winners=winners,
        trick=_trick(view, seats),
        tied=team_if_all_tied(view.rules, view.mano),
        tie_leader=view.rules.tie_leader,
    )


def _trick(view: View, seats: tuple[int, ...]) -> Trick:
    assert view.turn is not None
    open_tricks = [trick for trick in view.tricks if trick.winner is None]
    leader = open_tricks[0].leader if open_tricks else view.turn
    plays = open_tricks[0].plays if open_tricks and not is_pair_trick(view) else ()
    trick = Trick(leader, ())
    for play in plays:
        trick = add_card(trick, play.seat, _strength(view, play))
    played = {play.seat for play in plays}
    waiting = (seat for seat in order(seats, view.seats, leader) if seat not in played)
    return trick._replace(waiting=tuple(waiting))


def _strength(view: View, play: PlayView) -> int:
    if play.covered or play.card is None:
        return COVERED_STRENGTH
    return view.ranking.strength[play.card]
