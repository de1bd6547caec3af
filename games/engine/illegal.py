"""Codes for the reason an action is refused; they reveal nothing a seat may not know."""

from typing import Final, assert_never

from . import envido, flor
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
from .calls import CallName, Canto, More
from .last_hand import is_blind
from .legal import (
    is_free_to_speak,
    must_cover,
    must_play_pair,
    must_show_highest,
)
from .state import Phase, State
from .vocabulary import known_calls


def illegal_reason(state: State, action: Action) -> str:
    """Return the code for an action that is not legal; its message is in `games.common.errors`."""
    phase, seats, _ = state.waiting
    if action.seat not in seats:
        return _not_asked(state, action)
    match action:
        case PlayCard() | PlayPair() | PlayBlind():
            return _why_no_card(state, phase, action)
        case Call(seat, canto):
            return _why_no_call(state, phase, seat, canto)
        case Answer() | AnswerPerros() | ChooseHand():
            return _why_no_answer(phase, action)
        case Fold(_, "mazo:show"):
            return _first(phase) if phase in _BEFORE_CARDS else "nothing-to-show"
        case Fold():
            return "last-hand" if phase is Phase.PLAY else _first(phase)
        case _:
            assert_never(action)


_BEFORE_CARDS: Final = (Phase.ANNOUNCE, Phase.RAISE, Phase.MAO_X)


def _not_asked(state: State, action: Action) -> str:
    seat = action.seat
    if state.over:
        return "hand-over"
    if seat in state.folded:
        return "folded"
    rules = state.deal.rules
    match action:
        case Call(canto=canto) if rules.truco_turn == "any" and canto in rules.truco_ladder:
            return _not_out_of_turn(state, action)
        case Fold() if rules.mazo_turn == "any":
            return _not_out_of_turn(state, action)
        case _:
            return "not-your-turn"


def _not_out_of_turn(state: State, action: Call | Fold) -> str:
    """Return the code for a truco call or a fold of a seat that is not in turn (R-C5, R-M4)."""
    seat, is_call = action.seat, isinstance(action, Call)
    if seat not in state.deal.seats:
        return "not-your-turn"
    if not is_free_to_speak(state):
        is_asked = state.waiting.phase in (Phase.CHALLENGE, Phase.ENVIDO, Phase.TRUCO)
        return "own-call-pending" if is_asked else "not-your-turn"
    if state.deal.last_hand:
        return "truco-banned" if is_call else "last-hand"
    if flor.owes_flor(state, seat):
        return "flor-first"
    if not isinstance(action, Call):
        return "nothing-to-show"
    if not state.held[seat]:
        return "no-cards-left"
    return _why_no_own_truco(state, seat, action.canto)


def _why_no_card(state: State, phase: Phase, action: PlayCard | PlayPair | PlayBlind) -> str:
    if phase is not Phase.PLAY:
        return _first(phase)
    if is_blind(state):  # whether the seat holds the card is hidden from it too
        return "card-not-held" if isinstance(action, PlayBlind) else "play-by-place"
    if isinstance(action, PlayBlind):
        return "not-blind"
    held = state.held[action.seat]
    cards = {action.card, action.beneath} if isinstance(action, PlayPair) else {action.card}
    if not cards <= set(held):
        return "card-not-held"
    if isinstance(action, PlayPair) != must_play_pair(state):
        return "two-cards-together" if must_play_pair(state) else "one-card-at-a-time"
    if must_show_highest(state):
        return "must-show-highest"
    return "must-cover" if must_cover(state, action.seat) else _why_no_cover(state)


def _why_no_cover(state: State) -> str:
    rules, tricks = state.deal.rules, state.tricks
    if not rules.covered or state.deal.last_hand == "ferro":
        return "cannot-cover"
    if len(tricks) < rules.cover_from:
        return "cover-too-early"
    return "cannot-cover" if rules.cover_lead or tricks[-1].plays else "leader-shows"


def _first(phase: Phase) -> str:
    """Return the code of the decision that the seat must take first (R-C2; R-E8 for an envido)."""
    if phase is Phase.MAO_X:
        return "decide-first"
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


def _why_no_call(state: State, phase: Phase, seat: int, canto: Canto) -> str:
    calls = known_calls(state.deal.rules)
    if canto in calls.envido or (isinstance(canto, More) and envido.is_free(state.deal.rules)):
        return _why_no_envido(state, phase, seat, canto)
    if canto in calls.flor:
        return _why_no_flor(state, phase, seat)
    if canto in calls.truco:
        return _why_no_truco(state, phase, seat, canto)
    return "not-in-these-rules"


def _why_no_envido(state: State, phase: Phase, seat: int, canto: Canto) -> str:
    if phase not in (Phase.ENVIDO, Phase.TRUCO, Phase.PLAY):
        return _first(phase)
    if phase is Phase.ENVIDO:
        return "raise-too-low"
    if state.envido.calls:
        return "envido-already-said"
    if isinstance(canto, More) or canto is CallName.VUELVO:
        return "nothing-to-raise"
    if envido.can_open(state) and not envido.is_caller(state, seat):
        return _CALLERS[state.deal.rules.envido_callers]
    return "envido-closed"


_CALLERS: Final = {"team": "team-has-played", "pies": "not-your-pie"}


def _why_no_flor(state: State, phase: Phase, seat: int) -> str:
    if phase in (Phase.PERROS, Phase.MAO_X):
        return _first(phase)
    if phase in (Phase.ANNOUNCE, Phase.RAISE):
        return "nothing-to-contest"
    if phase is Phase.CHALLENGE:
        return "raise-too-low"
    return "flor-already-said" if seat in state.flor.announced else "no-flor"


def _why_no_truco(state: State, phase: Phase, seat: int, canto: Canto) -> str:
    if phase is Phase.PLAY:
        return _why_no_own_truco(state, seat, canto)
    if phase is not Phase.TRUCO:
        return _first(phase)
    return "raise-not-needed" if _is_next_level(state, canto) else "wrong-level"


def _is_next_level(state: State, canto: Canto) -> bool:
    """Return whether a reply is refused only because no more is needed (R-C6)."""
    return canto in state.deal.rules.truco_raises[state.truco.level + 1]


def _why_no_own_truco(state: State, seat: int, canto: Canto) -> str:
    if state.deal.last_hand:
        return "truco-banned"
    if state.truco.raiser is not None and state.truco.raiser != seat % 2:
        return "truco-not-yours"
    can_raise = state.deal.rules.truco_raises[state.truco.level]
    if not can_raise:
        return "top-reached"
    return "raise-not-needed" if canto in can_raise else "wrong-level"
