"""Any evening of a club comes to what the reference model says.

`EVENINGS` says how many (the soak runs 2,000 on each database). A failure ends with the steps that
lead to it, as few as hypothesis finds.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.runner.days import is_sampled_run
from tests.tournaments.evening_model.machine import DONE, Evening

EACH_DAY, NIGHTLY = "8", "40"
EVENINGS = int(os.environ.get("EVENINGS") or (EACH_DAY if is_sampled_run() else NIGHTLY))
STEPS = 30


@pytest.mark.dialect
@pytest.mark.long
@pytest.mark.django_db
def test_any_evening_is_that_of_the_reference_model(
    record_property: Callable[[str, object], None],
) -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=EVENINGS,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
    record_property("evenings", dict(DONE))
