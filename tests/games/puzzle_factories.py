"""Puzzles to test with: all of one hand, which robots played."""

from datetime import date
from functools import cache
from typing import Any

from django.utils import timezone

from games.evaluation.puzzles import generate_puzzle
from games.models import Puzzle


@cache
def content() -> dict[str, Any]:
    found = generate_puzzle("argentino", "seed")
    assert found is not None
    return found


def a_puzzle(day: date, family: str = "argentino", **changes: Any) -> Puzzle:
    return Puzzle.objects.create(
        family=family,
        day=day,
        content={**content(), **changes},
        made_at=timezone.now(),
    )
