"""Cases of changing partners: whole events, by the number of meetings of each pair."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from tests.conformance.expectations import assert_facts
from tests.tournaments.formats.americanos import field_of, played
from tournaments.formats.americano import AMERICANO, usual_rounds
from tournaments.formats.options import FormatOptions

Case = Mapping[str, Any]


def americano_schedule(case: Case) -> None:
    """`[least, most]` over everybody; `as_opponents` over every two."""
    given = case["input"]
    players = given["players"]
    shape = AMERICANO.settled(FormatOptions(format="americano"))
    if misfits := [list(one) for one in AMERICANO.misfits(shape, players)]:
        assert_facts({"misfits": misfits}, case["expected"])
        return
    rounds = given.get("rounds", usual_rounds(players))
    drawn, event = zip(*played(field_of(players), rounds), strict=True)
    people = event[-1].values()
    opponents = {one.entry: Counter(one.opponents) for one in people}
    facts = {
        "rounds": rounds,
        "tables": spread(sum(not one.is_bye for one in each) for each in drawn),
        "matches": spread(len(one.partners) for one in people),
        "rests": spread(one.byes for one in people),
        "partners": spread(len(set(one.partners)) for one in people),
        "as_opponents": spread(opponents[one][two] for one, two in combinations(opponents, 2)),
    }
    assert_facts(facts, case["expected"])


def spread(numbers: Any) -> list[int]:
    known = list(numbers)
    return [min(known), max(known)]


KINDS: Mapping[str, Callable[[Case], None]] = {"americano_schedule": americano_schedule}
