"""`apply`, which takes a hand from one state to the next, and folding (R-M)."""

from typing import assert_never

from . import envido, flor, last_hand, perros, tricks, truco
from .actions import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    ChooseHand,
    Fold,
    PlayBlind,
    PlayCard,
    PlayPair,
)
from .calls import ENVIDOS, TRUCOS, CallName, Canto
from .errors import IllegalActionError
from .hand_end import end_hand
from .illegal import illegal_reason
from .legal import legal_actions, pending_decision
from .state import Phase, Play, State, replace


def fold_hand(state: State, action: Fold) -> State:
    """Fold a seat's hand.

    R-M2: silently while a team-mate is in play. R-M3: the team's last seat ends the hand.
    R-M5: without showing it may lose an envido that it won.
    """
    is_kept = state.deal.rules.unshown_envido == "kept"
    if not is_kept and action.token == "mazo" and envido.is_unshown(state, action.seat):
        state = envido.lose_unshown(state, action.seat % 2)
        if state.over:
            return replace(state, folded=(*state.folded, action.seat))
    return _fold(state, action.seat)


def _fold(state: State, seat: int) -> State:
    still_in = [mate for mate in state.deal.teams[seat % 2] if mate not in state.folded]
    if still_in != [seat]:
        return replace(state, folded=(*state.folded, seat))
    return _last_of_team(state, seat)


def _last_of_team(state: State, seat: int) -> State:
    winner = (seat + 1) % 2
    if state.opening == "perros":
        passed = perros.answer(state, winner, first=False, truco=False)
        return replace(passed, folded=(*state.folded, seat))
    bonus = state.deal.rules.mazo_bonus if envido.has_opener(state) else 0
    refused = _refuse_pending(replace(state, folded=(*state.folded, seat)))
    return end_hand(refused, winner, "mazo", bonus)


def _refuse_pending(state: State) -> State:
    """Count a pending envido or flor as refused, and pay it."""
    if flor.is_pending(state):
        return flor.answer(state, accepted=False)
    if state.envido.pending:
        return envido.answer(state, accepted=False)
    return state


def apply(state: State, action: Action, *, sings: bool = True) -> State:
    """Return the hand after an action, and after what the system then sings itself (R-F11).

    Raises IllegalActionError with a code of `illegal_reason`, exactly if `legal_actions` lacks it.
    """
    if action not in legal_actions(state, action.seat):
        raise IllegalActionError(illegal_reason(state, action))
    after = _resumed(_apply_action(state, action))
    after = replace(after, actions=(*state.actions, action), waiting=pending_decision(after))
    return sing_flores(after) if sings and after.deal.flores else after


def sing_flores(state: State) -> State:
    """Announce each flor that is due and leaves its seat no choice, if the system sings (R-F11)."""
    if state.deal.rules.flor_sung == "seat":
        return state
    while state.waiting.phase is Phase.ANNOUNCE:
        (legal,) = state.waiting.legal
        if len(legal) > 1:
            return state
        state = apply(state, legal[0], sings=False)
    return state


def _apply_action(state: State, action: Action) -> State:
    match action:
        case PlayCard():
            return tricks.play_card(state, Play(*action))
        case Call():
            return _call(state, action.seat, action.canto)
        case Answer():
            return _answer(state, action.seat, action.accepted)
        case Fold():
            return fold_hand(state, action)
        case PlayPair(seat, card, beneath, covered):
            return tricks.play_card(state, Play(seat, card, covered, beneath))
        case AnswerPerros(seat, _, first, with_truco):
            return perros.answer(state, 1 - seat % 2, first, with_truco)
        case ChooseHand(seat, choice):
            return last_hand.choose(state, seat % 2, choice)
        case PlayBlind(seat):
            return tricks.play_card(state, Play(seat, action.card_of(state.deal.hands[seat])))
        case _:
            assert_never(action)


def _call(state: State, seat: int, canto: Canto) -> State:
    if canto in ENVIDOS:
        return envido.call(state, seat, canto)
    if canto in TRUCOS:
        return _call_truco(state, seat)
    assert isinstance(canto, CallName)
    if seat == flor.due(state):
        return flor.announce(state, seat, canto)
    if canto is CallName.ACHICO:
        return flor.answer(state, accepted=False)
    return flor.challenge(state, seat, canto)


def _call_truco(state: State, seat: int) -> State:
    """Call truco; with `truco_refuses_envido` it refuses a pending envido (R-E8)."""
    if state.deal.last_hand:
        return last_hand.call_truco(state, seat)
    heard = envido.answer(state, accepted=False) if state.envido.pending else state
    return heard if heard.over else truco.call(heard, seat)


def _answer(state: State, seat: int, accepted: bool) -> State:
    """Answer the pending call with *quiero* or *no quiero*."""
    match state.waiting.phase:
        case Phase.CHALLENGE | Phase.RAISE:
            return flor.answer(state, accepted)
        case Phase.ENVIDO:
            return envido.answer(state, accepted)
        case _:
            if accepted:
                return truco.accept(state, seat)
            return end_hand(state, 1 - seat % 2, "truco-refused")


def _resumed(state: State) -> State:
    """Skip the turn of a seat that has folded, once no call is pending (R-C2, R-T6)."""
    if state.turn in state.folded and pending_decision(state).phase is Phase.PLAY:
        return tricks.skip_folded(state)
    return state
