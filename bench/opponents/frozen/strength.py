"""Win probability of a hand: the rest is played out with hands that the others may hold."""

import random
from collections.abc import Collection, Iterable
from typing import Final

from bench.opponents.frozen.seen import (
    imagined,
    in_hand,
    is_pair_trick,
    own_seat,
    own_team,
    still_in,
)
from bench.opponents.frozen.tricks import Hand, Position, Trick, lay, order, play_out
from games.engine import Card, PlayView, View
from games.engine.ranks import COVERED_STRENGTH

TIMES: Final = 30
"""Hands imagined for one decision."""


def win_chance(view: View, rng: random.Random) -> float:
    """Return the share of imagined hands, 0 to 1, in which the own team wins the truco."""
    now, team = position(view), own_team(view)
    own = _hand(view, own_seat(view), in_hand(view))
    won = 0
    for others in imagined(view, rng, TIMES):
        hands = {seat: _hand(view, seat, cards) for seat, cards in others.items()}
        hands[own_seat(view)] = own.copy()
        won += play_out(now, hands) == team
    return won / TIMES


def _hand(view: View, seat: int, cards: Collection[Card]) -> Hand:
    """Return the strengths a seat can play; a seat that covered first covers the rest (R-V2)."""
    first = view.tricks[0].plays if view.tricks else ()
    if any(play.seat == seat and play.covered for play in first):
        return [COVERED_STRENGTH] * len(cards)
    return by_strength(view, cards)


def by_strength(view: View, cards: Iterable[Card]) -> Hand:
    """Return the strengths of some cards, in ascending order."""
    rank = view.ranking.strength
    return sorted(rank[card] for card in cards)


def position(view: View) -> Position:
    """Return the hand as the view shows it, between two cards."""
    seats = still_in(view)
    winners = tuple(trick.winner for trick in view.tricks if trick.winner is not None)
    return Position(seats, view.seats, view.mano, winners, _trick(view, seats))


def _trick(view: View, seats: tuple[int, ...]) -> Trick:
    assert view.turn is not None
    open_tricks = [trick for trick in view.tricks if trick.winner is None]
    leader = open_tricks[0].leader if open_tricks else view.turn
    plays = open_tricks[0].plays if open_tricks and not is_pair_trick(view) else ()
    trick = Trick(leader, ())
    for play in plays:
        trick = lay(trick, play.seat, _strength(view, play))
    done = {play.seat for play in plays}
    waiting = (seat for seat in order(seats, view.seats, leader) if seat not in done)
    return trick._replace(waiting=tuple(waiting))


def _strength(view: View, play: PlayView) -> int:
    if play.covered or play.card is None:
        return COVERED_STRENGTH
    return view.ranking.strength[play.card]
