"""The log of a hand: kinds of line, their order, and the fold of a line into the hand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from .actions import Action, Call
from .calls import CallName
from .deals import add_perros
from .hand import apply
from .ruling_effects import apply_ruling
from .rulings import Ruling, Rulings
from .state import State


@dataclass(frozen=True, slots=True)
class ThrowPerros:
    """R-X1: a team threw the dogs. It comes before the deal, as the first line of its hand."""

    team: int


LogLine = ThrowPerros | Action | Ruling


def apply_line(state: State, line: LogLine) -> State:
    """Return the hand after the next line of its log; raises IllegalActionError."""
    if isinstance(line, ThrowPerros):
        return add_perros(state, line.team)
    if isinstance(line, Ruling):
        return apply_ruling(state, line)
    return state if _is_sung(state, line) else apply(state, line)


def _is_sung(state: State, action: Action) -> bool:
    """Return whether the system has made this action of the log already (R-F11)."""
    return (
        state.deal.rules.flor_sung == "auto"
        and isinstance(action, Call)
        and action.canto is CallName.FLOR
        and action.seat in state.flor.announced
    )


def apply_log(state: State, log: Iterable[LogLine]) -> State:
    """Return the hand after these lines; raises IllegalActionError."""
    return reduce(apply_line, log, state)


def lines(
    thrown: int | None, actions: Sequence[Action] = (), rulings: Rulings = ()
) -> Iterator[LogLine]:
    """Yield the lines in the order they happened; `thrown` is the team that threw the dogs."""
    if thrown is not None:
        yield ThrowPerros(thrown)
    waiting = list(rulings)
    for index, action in enumerate(actions):
        yield from _due(waiting, index)
        yield action
    yield from _due(waiting, len(actions))


def _due(waiting: list[tuple[int, Ruling]], index: int) -> Iterator[Ruling]:
    while waiting and waiting[0][0] == index:
        yield waiting.pop(0)[1]
