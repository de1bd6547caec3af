"""A card and a truco call in one act: first the card, then the call (R-C8).

What is offered follows from what the seat sees; no unseen card changes it.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from . import truco
from .actions import CALLS, Action, Call, PlayCard, from_token, to_token
from .errors import IllegalActionError
from .hand import apply
from .legal import legal_actions
from .state import Phase, State

JOINT: Final = "+"
"""Stands between the two tokens: `1e+truco`."""


def joint_actions(state: State, seat: int) -> tuple[tuple[PlayCard, Call], ...]:
    """Return the cards of the seat in turn that a call may follow at once, each with its call.

    The card has to bring the seat the lead of the next trick (R-C2), unless truco is called out of
    turn (R-C5). The last hand has none (R-B).
    """
    phase, seats, _ = state.waiting
    if phase is not Phase.PLAY or seat not in seats or state.deal.last_hand:
        return ()
    if not truco.own_turn_calls(state, seat):
        return ()
    is_last = _is_last_of_trick(state, seat)
    if not is_last and not _may_call_out_of_turn(state):
        return ()
    return tuple(_joint(state, seat))


def _joint(state: State, seat: int) -> Iterator[tuple[PlayCard, Call]]:
    cards = [action for action in legal_actions(state, seat) if isinstance(action, PlayCard)]
    for card in cards:
        after = apply(state, card)
        legal = () if after.over else legal_actions(after, seat)
        for canto in truco.own_turn_calls(after, seat):
            if CALLS[seat][canto] in legal:
                yield card, CALLS[seat][canto]


def _is_last_of_trick(state: State, seat: int) -> bool:
    played = {play.seat for play in state.tricks[-1].plays}
    return not set(state.deal.seats) - played - set(state.folded) - {seat}


def _may_call_out_of_turn(state: State) -> bool:
    """Return whether a call may follow a card that leaves the turn to somebody else.

    A flor that the system sings after that card (R-F11) would come in between, and a refused call
    would reveal it: in a first trick with such flores there is none.
    """
    rules = state.deal.rules
    sings = rules.flor and rules.flor_sung != "seat" and len(state.tricks) == 1
    return rules.truco_turn == "any" and not sings


def apply_joint(state: State, actions: Sequence[Action]) -> State:
    """Return the hand after one action, or after a card and a call in one act.

    Raises IllegalActionError if the action is not legal; of two with the code `not-together` if
    `joint_actions` lacks them, whatever may be legal one after the other.
    """
    first, *then = actions
    if then and (first, *then) not in joint_actions(state, first.seat):
        raise IllegalActionError("not-together")
    return reduce(apply, actions, state)


def from_joint_token(seat: int, text: str) -> tuple[Action, ...]:
    """Parse one action of a seat, or a card and a call that it makes at once.

    Raises NotationError, as `from_token` does; `apply_joint` decides whether they are legal.
    """
    return tuple(from_token(seat, part) for part in text.split(JOINT, 1))


def to_joint_token(actions: Sequence[Action]) -> str:
    """Return the notation of one act."""
    return JOINT.join(map(to_token, actions))
