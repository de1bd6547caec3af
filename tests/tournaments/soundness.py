"""The invariants that `manage.py verify` checks, asked after an act of a test.

A test asks each of them every third day; the next test asks others. Some two hundred tests ask, and
compiling the queries of one whole check takes more than most acts.
"""

import os

from tests.runner.days import pick_today
from tournaments.verification import CHECKS
from tournaments.verification.games import game_violations

TURNS = 3


def sound() -> bool:
    """Return whether no invariant is violated, of those whose turn it is in this test."""
    return faults() == []


def faults() -> list[str]:
    """Return what is violated of the invariants whose turn it is in this test."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    todays = pick_today(CHECKS, TURNS, name=lambda check: f"{test} {check.__name__}")
    found = [*game_violations(live=False), *(each for check in todays for each in check())]
    return [str(each) for each in found]
