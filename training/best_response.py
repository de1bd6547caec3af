"""`python -m training.best_response`: how much a learner wins from a table that it knows.

The learner tells apart all that its seat can see, learns against the fixed table, and is measured
on other hands. What it finds is a lower bound of the table's loss.

By default it counts points a hand in the first half of games. `--grid` counts instead, at pairs of
scores and for each mano, the chance of winning the game.
"""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from games.robots.policy_tables import FOLDER, load
from training.library import Responder, compiled

PART = 20_000
"""Deals between two checks of the clock."""
HANDS = 1_000_000
AT_A_SCORE = 200_000
VALUED = 10_000
"""Hands of the table against itself at each score: they say what the score is worth."""
ROOM = 1 << 23
LOOKS = 10


class Gain(NamedTuple):
    """The gain so far, with half of its 95 % interval."""

    amount: float
    """In points a hand, or as a chance of winning the game."""
    half: float
    seconds: float
    """CPU time of the learning."""
    deals: int


def learnt(responder: Responder, seconds: float) -> Iterator[Gain]:
    """Learn for this time; yield the gain ten times, the last one over more hands."""
    spent, deals, looks = 0.0, 0, 0
    while spent < seconds:
        began = time.process_time()
        responder.go_on(PART)
        spent, deals = spent + time.process_time() - began, deals + PART
        if spent >= looks * seconds / LOOKS:
            looks += 1
            yield Gain(*responder.gain(HANDS // LOOKS), spent, deals)
    yield Gain(*responder.gain(HANDS), spent, deals)


class Cell(NamedTuple):
    """What a learner gains from one score."""

    own: int
    theirs: int
    is_mano: bool
    gain: float
    """The chance of winning the game that it adds in one hand."""
    half: float


def scores_of(target: int) -> list[int]:
    """Return the scores of the grid: every fifth, and each of the last five."""
    return sorted({*range(0, target - 4, 5), *range(target - 4, target)})


def grid(responder: Responder, scores: list[int], deals: int) -> Iterator[Cell]:
    """Learn and measure at every pair of scores; the values of scores are counted first."""
    responder.count_games(VALUED)
    for own, theirs, mano in product(scores, scores, (0, 1)):
        responder.start_at(own, theirs)
        responder.go_on(deals, mano)
        yield Cell(own, theirs, mano == 0, *responder.gain(AT_A_SCORE, mano))


def main() -> None:
    """Learn, and print the gain during learning, or at each score."""
    parser = argparse.ArgumentParser(prog="python -m training.best_response", description=__doc__)
    parser.add_argument("--target", type=int, default=30, help="points of a game")
    parser.add_argument("--table", type=Path, help="the file; else the robots' own")
    parser.add_argument("--end", type=Path, help="the file of the end; else the robots' own")
    parser.add_argument("--seconds", type=int, default=600, help="of CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grid", action="store_true", help="at pairs of scores, as lines of JSON")
    parser.add_argument("--scores", type=int, nargs="+", help="of the grid; else 0, 5, 10 ...")
    parser.add_argument("--deals", type=int, default=200_000, help="learnt in each cell")
    arguments = parser.parse_args()
    table = load(arguments.table or FOLDER / f"argentino-2-{arguments.target}.table")
    end = load(arguments.end or FOLDER / "argentino-2-end.table")
    if table is None or end is None:
        raise SystemExit("no such table")
    with compiled(table.rules) as library:
        responder = Responder(library, arguments.seed, ROOM, table, end)
        if arguments.grid:
            scores = arguments.scores or scores_of(arguments.target)
            for cell in grid(responder, scores, arguments.deals):
                print(json.dumps(cell._asdict()), flush=True)
            return
        for gain in learnt(responder, arguments.seconds):
            print(
                f"{gain.amount:+.3f} +- {gain.half:.3f} points a hand"
                f" after {gain.seconds:.0f} s of CPU, {gain.deals} deals",
                flush=True,
            )


if __name__ == "__main__":
    main()
