"""What each seat did in a game, as figures: a pure function of its replayed hands.

A hand in which a robot acted for a seat says nothing about its player, so it does not count for
that seat. An envido is won by the seat that won the telling or whose call was refused; a truco by
the seat that called or accepted it and won the hand.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from games.engine import ENVIDOS, TRUCOS, Action, Answer, AnswerPerros, Call, State, apply
from games.engine.deals import opening
from games.engine.state import Phase


class SeatFigures(NamedTuple):
    """What a seat did; in hands, of which each counts once."""

    hands: int = 0
    hands_won: int = 0
    envidos_called: int = 0
    envidos_won: int = 0
    trucos_called: int = 0
    trucos_accepted: int = 0
    trucos_won: int = 0
    flores: int = 0


def figures_of(
    hands: Sequence[State], automatic: Collection[tuple[str, int]], seat: int
) -> SeatFigures:
    """Add up a seat's hands; `automatic` holds (hand, seat) wherever a robot acted for it."""
    counted = (
        _in_hand(hand, seat)
        for hand in hands
        if seat in hand.deal.seats and (hand.start.label, seat) not in automatic
    )
    return SeatFigures(*map(sum, zip(*counted, strict=True)))


def team_figures(hands: Sequence[State], team: int) -> SeatFigures:
    """Add up what a team did, whoever acted for its seats: a hand counts once for all of them."""
    seats = ([_in_hand(hand, seat) for seat in hand.deal.teams[team]] for hand in hands)
    counted = (SeatFigures(*map(max, zip(*figures, strict=True))) for figures in seats)
    return SeatFigures(*map(sum, zip(*counted, strict=True)))


def comeback(hands: Sequence[State], team: int) -> int:
    """Return how many points behind a team was at worst in the leg that won it the game."""
    last = hands[-1]
    if last.winner != team:
        return 0
    leg = (hand for hand in hands if hand.start.legs == last.start.legs)
    return max(0, *(hand.score[1 - team] - hand.score[team] for hand in leg))


def _in_hand(hand: State, seat: int) -> SeatFigures:
    called = {call.canto for call in hand.actions if isinstance(call, Call) and call.seat == seat}
    called_truco = not called.isdisjoint(TRUCOS)
    accepted_truco = seat in _accepters(hand)
    won = hand.hand_winner == seat % 2
    return SeatFigures(
        hands=1,
        hands_won=won,
        envidos_called=not called.isdisjoint(ENVIDOS),
        envidos_won=seat == _envido_winner(hand),
        trucos_called=called_truco,
        trucos_accepted=accepted_truco,
        trucos_won=won and (called_truco or accepted_truco),
        flores=seat in hand.flor.announced,
    )


def _envido_winner(hand: State) -> int | None:
    """Return the seat that brought its team the points of the envido, if they were paid."""
    reasons = {points.reason for points in hand.points}
    if "envido" in reasons and hand.envido.declared is not None:
        return hand.envido.declared.winner
    return hand.envido.caller if "envido-refused" in reasons else None


def _accepters(hand: State) -> set[int]:
    """Return the seats that said *quiero* to a truco, or raised it, which accepts it too (R-C3)."""
    return {action.seat for table, action in _moments(hand) if _accepts_truco(table, action)}


def _moments(hand: State) -> Iterator[tuple[State, Action]]:
    """Give every action with the table it was done at."""
    table = opening(hand.deal)
    for action in hand.actions:
        yield table, action
        table = apply(table, action)


def _accepts_truco(table: State, action: Action) -> bool:
    match action:
        case Answer(accepted=True):
            return table.waiting.phase is Phase.TRUCO
        case Call(canto=canto):
            return canto in TRUCOS and table.truco.caller is not None
        case AnswerPerros(truco=taken):
            return taken
        case _:
            return False
