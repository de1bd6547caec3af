"""A player of a table from any file: an older table, or the response to one.

Near the end it asks the robots' own table of the end.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from games.engine import Action, View
from games.robots.heuristics import Policy, heuristic_policy
from games.robots.policy_tables import read
from games.robots.policy_tables.policy import sample_action
from games.robots.policy_tables.rule_mapping import end_table_at, is_outside_table


def tabled(path: Path) -> Policy:
    """Return a policy that plays by this table, and by judgement where it has no entry.

    Raises OSError without the file, TableError if it is not a table.
    """
    table = read(path.read_bytes())

    def decide(view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        if is_outside_table(view):
            return heuristic_policy(view, legal, rng)
        serving = end_table_at(view) or table
        return sample_action(serving, view, legal, rng) or heuristic_policy(view, legal, rng)

    return decide
