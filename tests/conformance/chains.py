"""The kinds of case about stages that follow one another, and about matches of several boards."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.expectations import assert_facts
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.club_match import points, standing, winner
from tournaments.formats.later_stages import sizes_of
from tournaments.formats.league import equal_sizes
from tournaments.formats.options import FormatOptions
from tournaments.formats.qualification import BestOf, Intake, Origin, Qualifier, seat_best
from tournaments.formats.seeding import bracket_order, bracket_size

Case = Mapping[str, Any]


def stage_plan(case: Case) -> None:
    """Check the entries of each stage and the number of matches, or the reason for a misfit."""
    given, expected = case["input"], case["expected"]
    shape, entries = FormatOptions(**given["shape"]), given["entries"]
    how = FORMATS[shape.format]
    shape = how.settled(shape)
    refused = [list(misfit) for misfit in how.misfits(shape, entries)]
    assert refused == expected.get("misfits", [])
    if refused:
        return
    shape = how.decide(shape, entries)
    sizes = equal_sizes(entries, shape.group_count or 1)
    plans = how.stages(shape)
    facts = {
        "stages": [
            [plan.shape.format, plan.tier, *size]
            for plan, size in zip(plans, sizes_of(plans, sizes), strict=True)
        ],
        "matches": sum(wave.matches for wave in how.waves(shape, entries)),
    }
    assert_facts(facts, expected)


def check_intake(case: Case) -> None:
    """Check the qualifiers; in their bracket, the byes and the meetings of group-mates."""
    given = case["input"]
    takes = Intake(
        per_group=given["per_group"],
        best_next=given.get("best_next", 0),
        is_rest=given.get("rest", False),
    )
    origins = takes.origins(given["sizes"])
    groups: dict[Origin, int] = {one: one.group for one in origins if isinstance(one, Qualifier)}
    best = given.get("groups_of_the_best", {})
    groups |= {one: best[name_of(one)] for one in origins if name_of(one) in best}
    seated = dict(enumerate(seat_best(origins, groups), start=1))
    order = [seated.get(seed) for seed in bracket_order(bracket_size(len(seated)))]
    pairs = list(zip(order[::2], order[1::2], strict=True))
    byes = Counter(one.rank for pair in pairs for one in pair if one and None in pair)
    mates = sum(groups[one] == groups[two] for one, two in pairs if one in groups and two in groups)
    facts = {
        "who": sorted(map(name_of, origins)),
        "number": takes.number(given["sizes"]),
        "byes_by_rank": {str(rank): byes[rank] for rank in sorted(byes)},
        "group_mates_in_the_first_round": mates,
        "first_round": [[name_of(one) if one else "-" for one in pair] for pair in pairs],
    }
    assert_facts(facts, case["expected"])


def name_of(origin: Origin) -> str:
    """`A2` is the second of the first group, `3.1` the best third."""
    if isinstance(origin, BestOf):
        return f"{origin.rank}.{origin.place}"
    return f"{chr(ord('A') + origin.group - 1)}{origin.rank}"


def boards_match(case: Case) -> None:
    """Boards and sides count from 1; a board without either side is null."""
    given = case["input"]
    results = {
        number: None if side is None else side - 1
        for number, side in enumerate(given["won_by"], start=1)
    }
    has_tie_break = given.get("tie_break", True)
    won = winner(results)
    facts = {
        "standing": standing(given["boards"], results, has_tie_break=has_tie_break),
        "points": list(points(results)),
        "winner": None if won is None else won + 1,
    }
    assert_facts(facts, case["expected"])


KINDS: Mapping[str, Callable[[Case], None]] = {
    "stage_plan": stage_plan,
    "taken": check_intake,
    "boards_match": boards_match,
}
