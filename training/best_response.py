"""`python -m training.best_response`: how many points a hand a fresh learner wins of a table.

It tells apart what the table tells apart, learns for so many CPU seconds, and is measured on hands
of its own: an upper bound of the loss is not known, this is what was found.
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
"""Deals between two looks at the clock."""
HANDS = 1_000_000
ROOM = 1 << 23
LOOKS = 10


class Gain(NamedTuple):
    """What was won so far, in points a hand, with half of its 95 % interval."""

    points: float
    half: float
    seconds: float
    """Of CPU that were spent learning."""
    deals: int


def learnt(responder: Responder, seconds: float, *, whole: bool = False) -> Iterator[Gain]:
    """Learn for so long; give the gain ten times on the way, and at the end of more hands."""
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
    """Learn, tell the gain on the way, and write what was learnt if that is asked."""
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
