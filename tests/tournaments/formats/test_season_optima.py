"""Plans of small seasons against the optimum that an exact solver found."""

import json
from random import Random

import pytest

from tests.tournaments.formats.season_oracle import CASES, OPTIMA, make_case
from tournaments.formats.season_plan import cost_of
from tournaments.formats.season_planner import plan_season

KNOWN = json.loads(OPTIMA.read_text(encoding="utf-8"))


@pytest.mark.sampled
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_plan_is_within_a_twentieth_of_the_optimum(case):
    plan = plan_season(make_case(*case), chance=Random(1), steps=150_000)
    optimum = KNOWN[" ".join(map(str, case))]
    assert optimum <= cost_of(plan.faults) <= optimum * 1.05
