"""Rounds of a Swiss against those of bbpPairings: from the same results both pair the next round.

The events are of 17 to 56 players and seven rounds. bbpPairings has to balance colours, too, which
truco does not have, so its pairings are more constrained than ours.
"""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.tournaments.formats.references.bbp_pairings import KNOWN, ROUNDS
from tests.tournaments.formats.references.gacrux import read_report
from tests.tournaments.formats.test_unplayed_rounds import Report, results_of
from tournaments.formats.floats import DOWN, UP, floats_of
from tournaments.formats.results_table import tabulate
from tournaments.formats.swiss import pair_round
from tournaments.formats.swiss_field import Contender

AGAIN, BEFORE = "as in the last round", "as in the round before"
PROVENANCE, *STORED = map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())
REPORTS = [read_report(event["report"]) for event in STORED]

OURS = Counter({"bye": 120, "float": 835, "distance": 963, AGAIN: 136, BEFORE: 88})
THEIRS = Counter({"bye": 120, "float": 829, "distance": 957, AGAIN: 170, BEFORE: 110})
"""Nobody meets twice or has a second bye; `distance` is in half points."""
SAME_PAIRS = 2390  # of 4,440 after the first rounds

Pairs = set[tuple[int, int]]
"""The entries of each pair, the smaller number first; 0 is the bye."""


def contenders_after(report: Report, played: int) -> dict[int, Contender[int]]:
    """Return everybody as they stand after a number of rounds."""
    so_far = {entry: rounds[:played] for entry, rounds in report.items()}
    table = tabulate(report, results_of(so_far), drawn=played)
    floats = floats_of(table)
    return {
        entry: Contender(
            entry,
            entry,
            table.scores[entry],
            [other for other, _ in rounds if other],
            byes=sum(not other for other, _ in rounds),
            floats=floats[entry],
        )
        for entry, rounds in so_far.items()
    }


def pairs_of(report: Report, number: int) -> Pairs:
    met = ((entry, rounds[number - 1][0]) for entry, rounds in report.items())
    return {(min(pair), max(pair)) for pair in met}


def our_pairs(field: dict[int, Contender[int]]) -> Pairs:
    found = ((one.first, one.second or 0) for one in pair_round(list(field.values())))
    return {(min(pair), max(pair)) for pair in found}


def faults(field: dict[int, Contender[int]], pairs: Pairs) -> Iterator[str]:
    """Yield what a round has of each kind."""
    for low, high in pairs:
        if not low:
            yield "bye"
            yield from ["second bye"] * field[high].byes
            continue
        one, other = field[low], field[high]
        yield from ["rematch"] * (high in one.opponents)
        if one.points == other.points:
            continue
        upper, lower = (one, other) if one.points > other.points else (other, one)
        yield "float"
        yield from ["distance"] * int(2 * (upper.points - lower.points))
        for ago, name in ((1, AGAIN), (2, BEFORE)):
            yield from [name] * (upper.floated(DOWN, ago) + lower.floated(UP, ago))


@pytest.mark.sampled
def test_rounds_repeat_fewer_floats_than_those_of_the_reference() -> None:
    ours, theirs, same = Counter[str](), Counter[str](), 0
    for report in REPORTS:
        for number in range(2, ROUNDS + 1):
            field = contenders_after(report, number - 1)
            pairs, reference = our_pairs(field), pairs_of(report, number)
            ours.update(faults(field, pairs))
            theirs.update(faults(field, reference))
            same += len(pairs & reference)
    assert (ours, theirs) == (OURS, THEIRS)
    assert same == SAME_PAIRS
