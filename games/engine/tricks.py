"""Tricks: the winner of a trick, the next leader, the winner of the hand (R-T, R-V1)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, assert_never

from .cards import Card
from .hand_end import end_hand
from .last_hand import deciding_team
from .ranks import COVERED_STRENGTH
from .rules import Rules, TieBeneath, TieLeader
from .state import PARDA, Play, State, Trick, TrickWinner, replace

TRICKS: Final = 3


@cache
def hand_winner(winners: tuple[TrickWinner, ...], if_all_tied: int | None) -> int | None:
    """Return the team that has won the hand, as soon as that is certain (R-T5).

    `if_all_tied` is the team that wins three tied tricks, None for no team.
    """
    won = [winner for winner in winners if isinstance(winner, int)]
    for team in won:
        if won.count(team) == 2:
            return team
    if won and PARDA in winners:
        return won[0]
    return if_all_tied if len(winners) == TRICKS else None


def team_if_all_tied(rules: Rules, mano: int) -> int | None:
    """Return the team that wins three tied tricks (R-T7)."""
    match rules.all_tied:
        case "mano":
            return mano % 2
        case "dealer":
            return 1 - mano % 2  # the dealer sits before the mano
        case "nobody":
            return None
        case _:
            assert_never(rules.all_tied)


def is_all_tied(state: State) -> bool:
    """Return whether a hand ended with three ties and without a winner (R-T7)."""
    tied = [trick for trick in state.tricks if trick.winner == PARDA]
    return state.over and state.hand_winner is None and len(tied) == TRICKS


def best_seat(ranked: Sequence[tuple[int, int]]) -> int | None:
    """Return the seat that wins a trick; None for a parda. `ranked` is in playing order.

    Equal best cards of one team are no parda: the one played first counts (R-T3).
    """
    best = max([strength for strength, _ in ranked])
    first, *others = [seat for strength, seat in ranked if strength == best]
    return None if any((other - first) % 2 for other in others) else first


def _ranked(plays: Iterable[Play], strength: Mapping[Card, int]) -> list[tuple[int, int]]:
    """Return the strength and the seat of each play."""
    return [
        (COVERED_STRENGTH if play.covered else strength[play.card], play.seat) for play in plays
    ]


def beneath_trick(tied: Trick, strength: Mapping[Card, int], rule: TieBeneath = "all") -> Trick:
    """Return the last trick of a two-card tie, made of the cards underneath (R-V1).

    With the rule `tied` only the seats whose visible cards tied turn theirs (R-V3).
    """
    highest, _ = max(_ranked(tied.plays, strength))
    turned = [
        play
        for play, (height, _) in zip(tied.plays, _ranked(tied.plays, strength), strict=True)
        if rule == "all" or height == highest
    ]
    seat = best_seat([(_strength_beneath(play, strength), play.seat) for play in turned])
    plays = tuple(
        Play(play.seat, play.beneath, play.covered) for play in turned if play.beneath is not None
    )
    return Trick(tied.leader, plays, team_of(seat))


def _strength_beneath(play: Play, strength: Mapping[Card, int]) -> int:
    """Return the strength of a hidden card; it is void unless strictly lower than its cover."""
    if play.beneath is None or play.covered:
        return COVERED_STRENGTH
    below = strength[play.beneath]
    return below if below < strength[play.card] else COVERED_STRENGTH


def team_of(seat: int | None) -> TrickWinner:
    """Return the winner of a complete trick in the form that `Trick` stores."""
    return PARDA if seat is None else seat % 2


def next_leader(leader: int, taker: int | None) -> int:
    """Return the next leader: the winner, or after a parda the same leader again (R-T4)."""
    return leader if taker is None else taker


def leader_after_tie(rule: TieLeader, leader: int, mano: int, best: Sequence[int]) -> int:
    """Return who leads after a parda (R-T8); `best` are the seats of the tied cards as played."""
    match rule:
        case "led":
            return leader
        case "mano":
            return mano
        case "first_tied":
            return best[0]
        case "tied_it":
            return next(seat for seat in best if (seat - best[0]) % 2)
        case _:
            assert_never(rule)


@cache
def seats_from(seats: tuple[int, ...], leader: int) -> tuple[int, ...]:
    """Return the seats in order of play, starting with a leader."""
    place = seats.index(leader)
    return seats[place:] + seats[:place]


def play_card(state: State, play: Play) -> State:
    """Play the seat's card, or its last two, and pass the turn."""
    trick = state.tricks[-1]
    laid_down = (play.card, play.beneath)
    held = tuple([card for card in state.held[play.seat] if card not in laid_down])
    following = _next_in(state, trick.leader, play.seat)
    laid = replace(
        state,
        held=(*state.held[: play.seat], held, *state.held[play.seat + 1 :]),
        tricks=(*state.tricks[:-1], Trick(trick.leader, (*trick.plays, play))),
        turn=play.seat if following is None else following,
    )
    return _take_in(laid) if following is None else laid


def skip_folded(state: State) -> State:
    """Pass the turn of a folded seat; the trick may be complete without it (R-T6)."""
    trick = state.tricks[-1]
    following = _next_in(state, trick.leader, state.turn)
    if following is not None:
        return replace(state, turn=following)
    return _take_in(state)


def _next_in(state: State, leader: int, seat: int) -> int | None:
    """Return the next seat in play within the trick; None after the last one."""
    order = seats_from(state.deal.seats, leader)
    for following in order[order.index(seat) + 1 :]:
        if following not in state.folded:
            return following
    return None


def _take_in(state: State) -> State:
    """Finish the trick: decide the hand, or start the next trick."""
    tricks, leader = _close_trick(state)
    deal = state.deal
    if_all_tied = team_if_all_tied(deal.rules, deal.start.mano)
    if deal.last_hand == "mao_x" and deal.rules.mao_x_tied == "rivals":
        if_all_tied = 1 - deciding_team(deal)  # R-B4
    winner = hand_winner(tuple([trick.winner for trick in tricks]), if_all_tied)
    if winner is not None or len(tricks) == TRICKS:
        return end_hand(replace(state, tricks=tricks), winner, _reason(state))
    if leader in state.folded:
        leader = next(
            seat for seat in seats_from(state.deal.seats, leader) if seat not in state.folded
        )
    return replace(state, tricks=(*tricks, Trick(leader)), turn=leader)


def _reason(state: State) -> str:
    if state.deal.last_hand == "mao_x":
        return "mao-x"
    return "truco" if state.truco.level > 1 else "hand"


def _close_trick(state: State) -> tuple[tuple[Trick, ...], int]:
    """Return the complete tricks, and the leader of the next."""
    *earlier, trick = state.tricks
    start, strength = state.deal.start, state.deal.ranking.strength
    ranked = _ranked(trick.plays, strength)
    seat = best_seat(ranked)
    closed = trick._replace(winner=team_of(seat))
    if seat is None and trick.plays[0].beneath is not None:
        beneath = beneath_trick(trick, strength, start.rules.tie_beneath)
        return (*earlier, closed, beneath), trick.leader
    rule = start.rules.tie_leader
    if seat is not None or rule == "led":
        return (*earlier, closed), next_leader(trick.leader, seat)
    highest, _ = max(ranked)
    tied = [each for height, each in ranked if height == highest]
    return (*earlier, closed), leader_after_tie(rule, trick.leader, start.mano, tied)
