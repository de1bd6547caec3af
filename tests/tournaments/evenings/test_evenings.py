"""Random evenings in any format: whatever organisers do, each leads to a champion without errors.

A seed names its format and all that happens. A failure says what was done, and its seed:
`EVENING=swiss-17 .venv/bin/python -m pytest -n 0 tests/tournaments/evenings` does it again.
`"HISTORIES"` is how many of each format are lived through; the soak takes more.
"""

import os
from datetime import datetime, timedelta

import pytest

from tests.runner.days import pick_today
from tests.tournaments.evenings.acts import possible
from tests.tournaments.evenings.evening import EventScenario
from tests.tournaments.evenings.steps import REFUSALS, open_steps, to_the_champion
from tests.tournaments.histories.test_histories import unsound
from tournaments.formats.catalogue import FORMATS
from tournaments.models import Competition
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = pytest.mark.django_db

ACTS = 40
MOST_STEPS = 400
NUMBER = int(os.environ.get("HISTORIES", "1"))
ALL = [f"{name}-{number}" for number in range(1, NUMBER + 1) for name in FORMATS]
SEEDS = [os.environ["EVENING"]] if "EVENING" in os.environ else pick_today(ALL)


def live(evening: EventScenario) -> None:
    """Do what is allowed; after each act nothing is wrong and something leads on."""
    for number in range(ACTS):
        evening.now += timedelta(minutes=evening.chance.randint(1, 9))
        evening.event.refresh_from_db()
        act = evening.chance.choice(possible(evening.event.state))
        try:
            act(evening)
        except REFUSALS as refused:
            evening.told.append(f"{act.__name__}: {refused!r}")
            continue
        evening.told.append(act.__name__)
        assert unsound(number) == []
        evening.event.refresh_from_db()
        assert evening.event.is_over or next(open_steps(evening), None), "it is wedged"


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_goes_on_to_its_champion(seed: str, now: datetime) -> None:
    evening = EventScenario.of(seed, now)
    try:
        live(evening)
        to_the_champion(evening, most=MOST_STEPS)
        assert evening.event.state == Competition.State.FINISHED
        heal_rankings()
        assert list(violations(live=False)) == []
    except Exception as fault:
        fault.add_note("\n".join([f"EVENING={seed}", *evening.told]))
        raise
