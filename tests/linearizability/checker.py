"""A checker of linearizability: depth-first search with memory.

The algorithm is that of J. Wing and C. Gong, "Testing and Verifying Concurrent Objects" (Journal of
Parallel and Distributed Computing 17, 1993), with the memory of visited pairs (acts done, state)
that G. Lowe added in "Testing for linearizability" (Concurrency and Computation 29, 2017). The
definition is M. Herlihy's and J. Wing's (ACM TOPLAS 12, 1990). An act whose answer was lost, as by
a broken connection, may have taken effect at any time after its start, or never.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

LOST: Final = "the answer was lost"
NEVER: Final = math.inf
State = TypeVar("State", bound=Hashable)
Model = Callable[[State, str, tuple[Any, ...]], tuple[State, Any]]
"""The sequential specification: from state, act and arguments to the next state and the answer."""


@dataclass(frozen=True)
class Call:
    """One act of a history: its name, arguments and answer, and the instants around it."""

    act: str
    arguments: tuple[Any, ...]
    answer: Any
    start: float
    end: float = NEVER
    by: int = 0  # the thread

    @property
    def is_lost(self) -> bool:
        """Return whether nobody knows if it took effect."""
        return bool(self.answer == LOST)

    def __str__(self) -> str:
        said = ", ".join(map(str, self.arguments))
        when = f"{self.start:.6f} to {self.end:.6f}, thread {self.by}"
        return f"{when}: {self.act}({said}) -> {self.answer}"


def linearize(history: Sequence[Call], model: Model[State], initial: State) -> list[Call] | None:
    """Return an order in which the model gives the answers of a history; None if there is none.

    Lost acts that took no effect are left out of the order. The time is exponential in the number
    of acts that overlap, not in the length of the history.
    """
    known = frozenset(at for at, call in enumerate(history) if not call.is_lost)
    seen: set[tuple[frozenset[int], State]] = set()
    stack: list[tuple[frozenset[int], State, tuple[int, ...]]] = [(frozenset(), initial, ())]
    while stack:
        done, state, order = stack.pop()
        if known <= done:
            return [history[at] for at in order]
        if (done, state) in seen:
            continue
        seen.add((done, state))
        waiting = [at for at in range(len(history)) if at not in done]
        first_end = min(history[at].end for at in waiting if at in known)
        for at in reversed(waiting):
            call = history[at]
            if call.start > first_end:
                continue  # another one had ended before it began
            after, answer = model(state, call.act, call.arguments)
            if call.is_lost or answer == call.answer:
                stack.append((done | {at}, after, (*order, at)))
    return None
