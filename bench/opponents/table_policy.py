"""A player of a table from any file: an older table, or the response to one."""

import random
from collections.abc import Sequence
from pathlib import Path

from games.engine import Action, View
from games.robots.heuristics import Policy, heuristic_policy
from games.robots.policy_tables import read
from games.robots.policy_tables.policy import sample_action


def tabled(path: Path) -> Policy:
    """Return who plays by this table and, of what it does not know, by judgement.

    Raises OSError without the file, TableError if it is none.
    """
    table = read(path.read_bytes())

    def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        return sample_action(table, view, legal, rng) or heuristic_policy(view, legal, rng)

    return decide
