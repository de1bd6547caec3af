"""Assertions about the refusals of services."""

from collections.abc import Callable

import pytest

from accounts.common.errors import RefusedError
from tests.games import races


def refusal(call: object, **arguments: object) -> str:
    """The code with which a service says no."""
    with pytest.raises(RefusedError) as refused:
        call(**arguments)
    return refused.value.code


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run calls at the same instant; return each one's result or the code of its refusal."""
    answers = races.at_once(*acts)
    faults = [
        each
        for each in answers
        if isinstance(each, Exception) and not isinstance(each, RefusedError)
    ]
    assert not faults
    return [each.code if isinstance(each, RefusedError) else each for each in answers]
