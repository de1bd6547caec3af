"""Weighing in a process of its own: JSON comes in by stdin, JSON goes out; nothing is kept.

The weighing takes seconds of a processor, which a process that serves tables does not have.
"""

import json
import os
import sys
from typing import Any

from games.engine import read_tgn, replay
from games.review.game import reviewed

NICE = 15


def answer(asked: dict[str, Any]) -> Any:
    """Review the game that was sent."""
    hands = replay(read_tgn(asked["tgn"])).hands
    automatic = {(label, seat) for label, seat in asked["automatic"]}
    return reviewed(hands, asked["seat"], automatic, asked["seed"])


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
