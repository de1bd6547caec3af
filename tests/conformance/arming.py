"""The dogs before a deal: thrown, and taken back (kind `perros_arm`)."""

import re

from games.engine import IllegalActionError, Start
from games.engine.perros import take_back, throw
from tests.conformance.staging import Case, rules_of

_LABEL = re.compile(r"([0-9]+)([abc]?)")


def perros_arm(case: Case) -> None:
    """R-X4 to R-X6."""
    for rules in rules_of(case):
        found = _LABEL.fullmatch(case["hand"])
        assert found is not None
        start = Start(rules, int(found[1]), found[2], 0, (0, 0), (0, 0))
        assert _armed(start, case["steps"]) == case["expect"]


def _armed(start: Start, steps: list[str]) -> int | str | None:
    """Return the team whose dogs stand; `refused` if the last step is not allowed."""
    armed: int | None = None
    for number, step in enumerate(steps, 1):
        seat, _, deed = step.partition(" ")
        team = int(seat) % 2
        try:
            if deed == "throws":
                armed = throw(start, armed, team)
            else:
                take_back(start, armed, team)
                armed = None
        except IllegalActionError:
            assert number == len(steps), f"{step} was refused"
            return "refused"
    return armed
