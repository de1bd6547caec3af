"""Echar los perros: contraflor al resto, falta envido and truco at once, unseen (R-X)."""

from typing import Final

from . import envido, score
from . import flor as engine_flor
from .actions import AnswerPerros, perros_answers
from .calls import CallName
from .errors import IllegalActionError
from .hand_end import end_hand
from .hand_start import Start
from .state import Envido, State, Truco, replace
from .truco import level_of

LEVEL: Final = level_of(CallName.TRUCO)
"""The level of truco that the dogs call (R-X1)."""


def _holders(state: State, team: int) -> tuple[int, ...]:
    """Return the seats of a team in play that hold a flor (R-X2)."""
    return tuple(
        seat
        for seat in state.deal.teams[team]
        if seat in state.deal.flores and seat not in state.folded
    )


def answers(state: State, seat: int) -> tuple[AnswerPerros, ...]:
    """Return the answers to the dogs; *en ley* or *a punto* is a fact, not a choice (R-X2)."""
    return perros_answers(seat, ley=bool(_holders(state, seat % 2)))


def answer(state: State, throwers: int, first: bool, truco: bool) -> State:
    """Settle the flor-or-falta part, then the truco (R-X3); passing both is the mazo."""
    heard = _first_part(replace(state, opening=""), throwers, first)
    if heard.over:
        return heard
    if not first and not truco:
        return end_hand(heard, throwers, "mazo")
    if truco:
        return replace(heard, truco=Truco(level=LEVEL, raiser=1 - throwers))
    return end_hand(heard, throwers, "truco-refused")


def _first_part(state: State, throwers: int, accepted: bool) -> State:
    theirs, own = _holders(state, 1 - throwers), _holders(state, throwers)
    if not theirs and not own:
        called = replace(state, envido=Envido((CallName.FALTA,), state.deal.teams[throwers][0]))
        return envido.answer(called, accepted)
    announced = replace(state, flor=state.flor._replace(announced=tuple(sorted((*theirs, *own)))))
    if not theirs or not own:
        return engine_flor.settle_alone(announced)
    if accepted:
        flor = announced.flor._replace(challenges=(CallName.RESTO,))
        return engine_flor.contest(replace(announced, flor=flor))
    amount = engine_flor.plain_points(announced, throwers)
    return score.pay(engine_flor.settled(announced), throwers, amount, "flor-refused")


def check_throw(start: Start, armed: int | None) -> None:
    """Check that a team may throw the dogs before the deal of a hand (R-X1, R-X4).

    `armed` is the team whose dogs stand. Raises IllegalActionError `no-perros`, `perros-too-late`
    before a hand of a pico round, or `perros-thrown`.
    """
    if not start.rules.perros:
        raise IllegalActionError("no-perros", start.label)
    if start.part:
        raise IllegalActionError("perros-too-late", start.label)
    if armed is not None:
        raise IllegalActionError("perros-thrown", start.label)


def check_take_back(start: Start, armed: int | None, team: int) -> None:
    """Check that a team may take its dogs back before the deal (R-X5).

    Raises IllegalActionError `perros-not-yours`.
    """
    if armed != team:
        raise IllegalActionError("perros-not-yours", start.label)
