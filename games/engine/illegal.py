"""Codes for the reason an action is refused; they reveal nothing a seat may not know."""

from typing import assert_never

from games.engine.actions import (
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
from games.engine.calls import CallName
from games.engine.last_hand import is_blind
from games.engine.legal import must_cover, must_play_pair, must_show_highest
from games.engine.state import Phase, State
from games.engine.vocabulary import known_calls


def illegal_reason(state: State, action: Action) -> str:
    """Return the code for an action that is not legal; its message is in `games.common.errors`."""
    phase, seats, _ = state.waiting
    if action.seat not in seats:
        return _not_asked(state, action.seat)
    match action:
        case PlayCard() | PlayPair() | PlayBlind():
            return _why_no_card(state, phase, action)
        case Call(seat, canto):
            return _why_no_call(state, phase, seat, canto)
        case Answer() | AnswerPerros() | ChooseHand():
            return _why_no_answer(phase, action)
        case Fold():
            return "last-hand" if phase is Phase.PLAY else _first(phase)
        case _:
            assert_never(action)


def _not_asked(state: State, seat: int) -> str:
    if state.over:
        return "hand-over"
    return "folded" if seat in state.folded else "not-your-turn"


def _why_no_card(state: State, phase: Phase, action: PlayCard | PlayPair | PlayBlind) -> str:
    if phase is not Phase.PLAY:
        return _first(phase)
    if is_blind(state.deal):  # whether the seat holds the card is hidden from it too
        return "card-not-held" if isinstance(action, PlayBlind) else "blind-hand"
    if isinstance(action, PlayBlind):
        return "not-blind"
    held = state.held[action.seat]
    cards = {action.card, action.beneath} if isinstance(action, PlayPair) else {action.card}
    if not cards <= set(held):
        return "card-not-held"
    if isinstance(action, PlayPair) != must_play_pair(state):
        return "two-cards-together" if must_play_pair(state) else "one-card-at-a-time"
    if must_show_highest(state):
        return "highest-card-first"
    return "must-cover" if must_cover(state, action.seat) else "cannot-cover"


def _first(phase: Phase) -> str:
    """Return the code of the decision that the seat must take first."""
    return "flor-first" if phase in (Phase.ANNOUNCE, Phase.RAISE) else "answer-first"


def _why_no_answer(phase: Phase, action: Answer | AnswerPerros | ChooseHand) -> str:
    match phase:
        case Phase.PLAY:
            return "nothing-pending"
        case Phase.ANNOUNCE | Phase.RAISE:
            return "flor-first"
        case Phase.PERROS if isinstance(action, AnswerPerros):
            return "wrong-ley"
        case _:
            return "wrong-answer"


def _why_no_call(state: State, phase: Phase, seat: int, canto: CallName) -> str:
    known = known_calls(state.deal.rules)
    if canto in known.envido:
        return _why_no_envido(state, phase, canto)
    if canto in known.flor:
        return _why_no_flor(state, phase, seat)
    if canto in known.truco:
        return _why_no_truco(state, phase, seat)
    return "not-in-these-rules"


def _why_no_envido(state: State, phase: Phase, canto: CallName) -> str:
    if phase in (Phase.ANNOUNCE, Phase.RAISE):
        return "flor-first"
    if phase in (Phase.CHALLENGE, Phase.PERROS, Phase.MAO_X):
        return "answer-first"
    if phase is Phase.ENVIDO:
        return "raise-too-low"
    if state.envido.calls:
        return "envido-already-said"
    return "nothing-to-raise" if canto is CallName.VUELVO else "envido-closed"


def _why_no_flor(state: State, phase: Phase, seat: int) -> str:
    if phase in (Phase.PERROS, Phase.MAO_X):
        return "answer-first"
    if phase in (Phase.ANNOUNCE, Phase.RAISE):
        return "nothing-to-contest"
    if phase is Phase.CHALLENGE:
        return "raise-too-low"
    return "flor-already-said" if seat in state.flor.announced else "no-flor"


def _why_no_truco(state: State, phase: Phase, seat: int) -> str:
    if phase is Phase.PLAY:
        return _why_no_own_truco(state, seat)
    return "wrong-level" if phase is Phase.TRUCO else _first(phase)


def _why_no_own_truco(state: State, seat: int) -> str:
    if state.deal.last_hand:
        return "last-hand"
    if state.truco.raiser is not None and state.truco.raiser != seat % 2:
        return "truco-not-yours"
    can_raise = state.deal.rules.truco_raises[state.truco.level]
    return "wrong-level" if can_raise else "top-reached"
