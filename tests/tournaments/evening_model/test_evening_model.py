"""Any evening of a club comes to what the reference model says.

`EVENINGS` says how many of each format and mode. A failure ends with the steps that lead to it, as
few as hypothesis finds.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tournaments.evening_model.machine import DONE, FORMATS, MODES, EveningMachine

EVENINGS = int(os.environ.get("EVENINGS") or "3")
STEPS = 30


@pytest.mark.both
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("format_", FORMATS)
def test_any_evening_is_that_of_the_reference_model(
    mode: str, format_: str, record_property: Callable[[str, object], None]
) -> None:
    DONE.clear()
    run_state_machine_as_test(
        EveningMachine.of(mode, format_),
        settings=settings(
            max_examples=EVENINGS,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
    record_property("evenings", {"evenings": DONE.pop("evenings")})
    record_property("acts of evenings", dict(DONE))
