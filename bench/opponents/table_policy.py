"""A player of a table from any file: an older table, or the response to one."""

import random
from collections.abc import Sequence
from pathlib import Path

from games.engine import Action, View
from games.robots.heuristics import Policy, heuristic_policy
from games.robots.policy_tables import read
from games.robots.policy_tables.policy import sample_action


def tabled(path: Path) -> Policy:
    """Return a policy that plays by this table, and by judgement where it has no entry.

    Raises OSError without the file, TableError if it is not a table.
    """
    table = read(path.read_bytes())

    def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        return sample_action(table, view, legal, rng) or heuristic_policy(view, legal, rng)

    return decide
