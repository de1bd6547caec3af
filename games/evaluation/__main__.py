"""Evaluation in a separate process: JSON from stdin to stdout, nothing stored.

An evaluation takes seconds of processor time, which a process that serves tables cannot spare.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.engine import read_tgn, replay
from games.evaluation.action_values import hint
from games.evaluation.game_review import review_game
from games.evaluation.puzzles import generate_puzzle


class Kind(NamedTuple):
    """The function that answers a request, and its niceness: users wait for hints."""

    answer: Callable[[Mapping[str, Any]], Any]
    nice: int


def review(question: Mapping[str, Any]) -> Any:
    hands = replay(read_tgn(question["tgn"])).hands
    automatic = {(label, seat) for label, seat in question["automatic"]}
    return review_game(hands, question["seat"], automatic, question["seed"])


def puzzle(question: Mapping[str, Any]) -> Any:
    return generate_puzzle(question["preset"], question["seed"])


def prices(question: Mapping[str, Any]) -> Any:
    """Evaluate the legal actions of a seat in the given position."""
    return hint(question["position"], question["seed"])


KINDS: Final[Mapping[str, Kind]] = {
    "review": Kind(review, 10),
    "puzzle": Kind(puzzle, 10),
    "hint": Kind(prices, 3),
}
if __name__ == "__main__":
    kind = KINDS[sys.argv[1]]
    if hasattr(os, "nice"):  # not on Windows
        os.nice(kind.nice)
    json.dump(kind.answer(json.load(sys.stdin)), sys.stdout)
