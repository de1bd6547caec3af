"""The strongest robots of another checkout, in a process of their own."""

import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from games.engine import Action, View
from games.robots.heuristics import Policy

PLAYER = """
import pickle, random, sys
from games.robots.decide import decide

while True:
    try:
        seen, legal, seed = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    pickle.dump(legal.index(decide(seen, legal, random.Random(seed))), sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


def player_of(checkout: Path) -> Policy:
    """Return the policy of the robots in this folder, a clone at any commit.

    Its engine has to know the fields of a view that this one has.
    """
    command = [sys.executable, "-c", PLAYER]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=checkout, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    questions, answers = process.stdin, process.stdout

    def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        pickle.dump((view, list(legal), rng.random()), questions)
        questions.flush()
        return legal[int(pickle.load(answers))]

    return decide
