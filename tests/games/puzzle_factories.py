"""Puzzles to test with: all of one hand. Robots take seconds to play one."""

from datetime import date
from functools import cache
from typing import Any

from django.utils import timezone

from games.engine import State
from games.evaluation import Evaluation, decisions
from games.evaluation.puzzles import puzzle_of
from games.models import Puzzle
from tests.games.engine.hands import play, table

CALLED = "0:4c 1:7e 1:truco"


def evaluate_answer(hand: State, times: int = 60, seed: str = "one") -> Evaluation:
    """The answer of seat 0 to the last call, weighed."""
    found = Evaluation([*decisions([hand], 0)][-1], seed)
    found.weigh(times)
    found.weigh_again(times)
    return found


def hopeless(answer: str = "no", theirs: str = "7e 1e 12o") -> State:
    """Seat 0 holds a five and a six, and has lost the first trick."""
    return play(table("argentino", "4c 5c 6c", theirs), f"{CALLED} 0:{answer}")


@cache
def content() -> dict[str, Any]:
    found = puzzle_of(evaluate_answer(hopeless()))
    assert found is not None
    return found


def a_puzzle(day: date, family: str = "argentino", **changes: Any) -> Puzzle:
    return Puzzle.objects.create(
        family=family,
        day=day,
        content={**content(), **changes},
        made_at=timezone.now(),
    )
