"""`python -m training.best_response`: how many points a hand a fresh learner wins of a table.

It tells apart what the table tells apart, learns for so many CPU seconds, and is measured on hands
of its own: an upper bound of the loss is not known, this is what was found.
"""

import argparse
import time
from pathlib import Path

from games.robots.tables import FOLDER, load
from training.library import Responder, compiled

PART = 20_000
"""Deals between two looks at the clock."""
HANDS = 1_000_000
ROOM = 1 << 23


def main() -> None:
    """Learn, tell the gain ten times on the way."""
    parser = argparse.ArgumentParser(prog="python -m training.best_response", description=__doc__)
    parser.add_argument("--target", type=int, default=30, help="points of a game")
    parser.add_argument("--table", type=Path, help="the file; else the robots' own")
    parser.add_argument("--seconds", type=int, default=600, help="of CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--games", action="store_true", help="count the chance of the game, in what a point adds"
    )
    arguments = parser.parse_args()
    table = load(arguments.table or FOLDER / f"argentino-2-{arguments.target}.table")
    if table is None:
        raise SystemExit("no such table")
    with compiled(table.rules) as library:
        responder = Responder(library, arguments.seed, ROOM, table)
        if arguments.games:
            responder.count_games(HANDS)
        spent, deals, told = 0.0, 0, 0
        while spent < arguments.seconds:
            began = time.process_time()
            responder.go_on(PART)
            spent, deals = spent + time.process_time() - began, deals + PART
            if spent >= told * arguments.seconds / 10:
                told += 1
                gain, half = responder.gain(HANDS // 10)
                print(f"{spent:4.0f} s, {deals} deals: {gain:+.3f} +- {half:.3f}", flush=True)
        gain, half = responder.gain(HANDS)
    print(f"{gain:+.3f} +- {half:.3f} points a hand after {spent:.0f} s of CPU, {deals} deals")


if __name__ == "__main__":
    main()
