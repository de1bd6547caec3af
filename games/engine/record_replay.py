"""Replay of a record through the rules, and its result as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .actions import to_token
from .deals import deal_hands
from .errors import IllegalActionError
from .hand_end import next_hand_start
from .hand_start import Start, first_start
from .legal import legal_actions
from .log import ThrowPerros, apply_line, lines
from .rulings import to_word
from .state import Pair, State
from .tgn.record import HandRecord, Record
from .tricks import is_all_tied


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record: the last state of every hand."""

    record: Record
    hands: tuple[State, ...]

    @property
    def final(self) -> State | None:
        """The state at the end of the record; None if it deals no hand."""
        return self.hands[-1] if self.hands else None


def replay(record: Record) -> Replay:
    """Play a record; raises IllegalActionError with the hand and the index of its action."""
    hands: list[State] = []
    for hand in record.hands:
        start = _following(record, hand, hands[-1] if hands else None)
        hands.append(_played(start, hand))
    return Replay(record, tuple(hands))


def _following(record: Record, hand: HandRecord, before: State | None) -> Start:
    """Return the start of the next hand, if the record continues with that hand (R-D2)."""
    if before is not None and not before.over:
        raise IllegalActionError("hand-not-over", hand.label)
    if hand.mano >= record.rules.seats:
        raise IllegalActionError("wrong-mano", hand.label)
    if before is None:
        start: Start | None = first_start(record.rules, hand.mano, record.score)
    else:
        start = next_hand_start(before)
    if start is None:
        raise IllegalActionError("game-over", hand.label)
    if hand.number != start.number:
        raise IllegalActionError("wrong-number", hand.label)
    if hand.part != start.part:
        raise IllegalActionError("wrong-kind", hand.label)
    if hand.mano != start.round_mano:
        raise IllegalActionError("wrong-mano", hand.label)
    return start


def _played(start: Start, hand: HandRecord) -> State:
    state = deal_hands(start, hand.hands, hand.muestra)
    for line in lines(hand.perros, hand.actions, hand.rulings):
        try:
            state = apply_line(state, line)
        except IllegalActionError as error:
            index = None if isinstance(line, ThrowPerros) else len(state.actions)
            raise IllegalActionError(error.code, hand.label, index) from error
    return state


def replay_summary(played: Replay) -> dict[str, Any]:
    """Return the output of `manage.py replay --json` (docs/engine.md)."""
    final = played.final
    score, legs = _standing(played)
    return {
        "rules": played.record.rules.preset,
        "hands": [_hand_summary(state) for state in played.hands],
        "legs": list(legs),
        "score": list(score),
        "winner": final.winner if final else None,
        "to_act": list(final.to_act) if final else [],
        "legal": _legal_tokens(final) if final else {},
    }


def _standing(played: Replay) -> tuple[Pair, Pair]:
    """Return the score and legs of the current leg, or of the last one when the game is over."""
    final = played.final
    if final is None:
        return played.record.score, (0, 0)
    upcoming = next_hand_start(final) if final.over else None
    if upcoming is None:
        return final.score, final.legs
    return upcoming.score, upcoming.legs


def _legal_tokens(state: State) -> Mapping[str, list[str]]:
    return {
        str(seat): sorted(to_token(action) for action in legal_actions(state, seat))
        for seat in range(state.deal.rules.seats)
        if legal_actions(state, seat)
    }


def _hand_summary(state: State) -> dict[str, Any]:
    """Include rulings only if there are any."""
    rulings = [ruling for _, ruling in state.rulings]
    ruled: dict[str, Any] = {"rulings": list(map(to_word, rulings))} if rulings else {}
    return ruled | {
        "number": state.start.label,
        "mano": state.start.mano,
        "winner": state.hand_winner,
        **({"tied": True} if is_all_tied(state) else {}),
        "score": list(state.score),
        "points": [entry._asdict() for entry in state.points],
        "tricks": [trick.winner for trick in state.tricks if trick.winner is not None],
        "envido": _envido_summary(state),
    }


def _envido_summary(state: State) -> dict[str, Any] | None:
    declared = state.envido.declared
    if declared is None:
        return None
    values = {
        str(seat): "son buenas" if value is None else value for seat, value in declared.values
    }
    return {"values": values, "winner": declared.winner % 2}
