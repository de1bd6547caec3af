"""`python -m training.best_response`: how many points per hand a new learner wins from a table.

The learner distinguishes the same situations as the table, learns for a number of CPU seconds, and
is measured on separate hands. The result is the loss found; an upper bound is not known.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.robots.policy_tables import FOLDER, load
from training.__main__ import rules_of
from training.library import Responder, compiled
from training.table_file import packed

PART = 20_000
"""Deals between two checks of the clock."""
HANDS = 1_000_000
ROOM = 1 << 23
LOOKS = 10


class Gain(NamedTuple):
    """The gain so far, in points per hand, with half of its 95 % interval."""

    points: float
    half: float
    seconds: float
    """CPU time of the learning."""
    deals: int


def learnt(responder: Responder, seconds: float, *, whole: bool = False) -> Iterator[Gain]:
    """Learn for this time; yield the gain ten times, the last one over more hands."""
    spent, deals, told = 0.0, 0, 0
    while spent < seconds:
        began = time.process_time()
        responder.go_on(PART, whole=whole)
        spent, deals = spent + time.process_time() - began, deals + PART
        if spent >= told * seconds / LOOKS:
            told += 1
            yield Gain(*responder.gain(HANDS // LOOKS), spent, deals)
    yield Gain(*responder.gain(HANDS), spent, deals)


def main() -> None:
    """Learn, print the gain during learning, and optionally write the result."""
    parser = argparse.ArgumentParser(prog="python -m training.best_response", description=__doc__)
    parser.add_argument("--target", type=int, default=30, help="points of a game")
    parser.add_argument("--table", type=Path, help="the file; else the robots' own")
    parser.add_argument("--seconds", type=int, default=600, help="of CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--games", action="store_true", help="count the chance of the game, in what a point adds"
    )
    parser.add_argument(
        "--whole", action="store_true", help="learn at all scores, not in the first half alone"
    )
    parser.add_argument("--to", type=Path, help="write the response as a table, to play with it")
    arguments = parser.parse_args()
    table = load(arguments.table or FOLDER / f"argentino-2-{arguments.target}.table")
    if table is None:
        raise SystemExit("no such table")
    with compiled(table.rules) as library:
        responder = Responder(library, arguments.seed, ROOM, table)
        if arguments.games:
            responder.count_games(HANDS)
        for gain in learnt(responder, arguments.seconds, whole=arguments.whole):
            print(
                f"{gain.points:+.3f} +- {gain.half:.3f} points a hand"
                f" after {gain.seconds:.0f} s of CPU, {gain.deals} deals",
                flush=True,
            )
        if arguments.to:
            header = rules_of(table.rules.preset, table.rules.target)
            arguments.to.write_bytes(packed(header, responder.strategies(), ROOM))


if __name__ == "__main__":
    main()
