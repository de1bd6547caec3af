"""Cases of challenge ladders, from the published rules of clubs."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.expectations import assert_facts
from tournaments.formats.challenge_ladder import (
    SECONDS_OF_DAY,
    Activity,
    Climb,
    falls_due,
    ladder_order,
    within_range,
)

Case = Mapping[str, Any]


def ladder_after(case: Case) -> None:
    """`climbs` are the winning challenger and the beaten, in the order in which they played."""
    given = case["input"]
    climbs = [Climb(at, *sides) for at, sides in enumerate(given["climbs"])]
    order = ladder_order(given["order"], climbs, given["climb"])
    assert_facts({"order": list(order)}, case["expected"])


def ladder_range(case: Case) -> None:
    """The entries that one may challenge, the nearest last."""
    given = case["input"]
    found = within_range(given["order"], given["challenger"], given["places"])
    assert_facts({"open_to": list(found)}, case["expected"])


def ladder_falls(case: Case) -> None:
    """`idle` has the days without a challenge of each entry, from the first place; null has one."""
    given = case["input"]
    order = [
        Activity(entry, None if days is None else days * SECONDS_OF_DAY)
        for entry, days in given["idle"]
    ]
    falls = falls_due(order, given["days"])
    climbs = [Climb(0, lower, upper, is_fall=True) for upper, lower in falls]
    after = ladder_order([entry for entry, _ in given["idle"]], climbs, "insert")
    assert_facts({"order": list(after)}, case["expected"])


KINDS: Mapping[str, Callable[[Case], None]] = {
    "ladder_after": ladder_after,
    "ladder_range": ladder_range,
    "ladder_falls": ladder_falls,
}
