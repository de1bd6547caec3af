"""The checker itself: known histories of a register, and every order of small random ones."""

from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tests.linearizability.checker import LOST, NEVER, Call, linearize

WRITE, READ = "write", "read"


def register(state: int, act: str, arguments: tuple[Any, ...]) -> tuple[int, Any]:
    """A variable that is written and read."""
    return (arguments[0], None) if act == WRITE else (state, state)


def write(value: int, start: float, end: float) -> Call:
    return Call(WRITE, (value,), None, start, end)


def read(value: int, start: float, end: float) -> Call:
    return Call(READ, (), value, start, end)


@pytest.mark.parametrize(
    ("history", "is_linearizable"),
    [
        ((), True),
        ((write(1, 0, 1), read(1, 2, 3)), True),
        ((write(1, 0, 1), read(0, 2, 3)), False),  # it had ended before
        ((write(1, 0, 3), read(0, 1, 2)), True),  # at the same time: either is right
        ((write(1, 0, 5), read(1, 1, 2), read(0, 3, 4)), False),  # seen, and gone again
        ((write(1, 0, 5), write(2, 0, 5), read(2, 6, 7), read(1, 8, 9)), False),
        (
            (Call(WRITE, (1,), LOST, 0, NEVER), read(0, 2, 3), read(1, 4, 5)),
            True,
        ),  # took effect late
        ((Call(WRITE, (1,), LOST, 0, NEVER), read(0, 2, 3)), True),  # or never
        ((Call(WRITE, (1,), LOST, 4, NEVER), read(1, 2, 3)), False),  # but not before its start
    ],
)
def test_histories_of_a_register(history: Sequence[Call], is_linearizable: bool) -> None:
    assert (linearize(history, register, 0) is not None) == is_linearizable


def by_every_order(history: Sequence[Call]) -> bool:
    """Say the same by trying every order of every choice of lost acts."""
    lost = [call for call in history if call.is_lost]
    known = [call for call in history if not call.is_lost]
    for chosen in product((False, True), repeat=len(lost)):
        calls = [*known, *(call for call, is_in in zip(lost, chosen, strict=True) if is_in)]
        if any(map(_explains, permutations(calls))):
            return True
    return False


def _explains(order: Sequence[Call]) -> bool:
    state = 0
    for at, call in enumerate(order):
        if any(later.end < call.start for later in order[at + 1 :]):
            return False
        state, answer = register(state, call.act, call.arguments)
        if not call.is_lost and answer != call.answer:
            return False
    return True


def test_it_says_what_every_order_says() -> None:
    chance, verdicts = Random("register"), []
    for _ in range(400):
        history = []
        for _ in range(chance.randint(1, 5)):
            start = chance.random()
            end = start + chance.random() / 2
            if chance.random() < 0.2:
                history.append(Call(WRITE, (chance.randint(1, 2),), LOST, start))
            elif chance.random() < 0.5:
                history.append(write(chance.randint(1, 2), start, end))
            else:
                history.append(read(chance.randint(0, 2), start, end))
        verdicts.append(by_every_order(history))
        assert (linearize(history, register, 0) is not None) == verdicts[-1], history
    assert {True, False} == set(verdicts)
