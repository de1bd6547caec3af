"""Whatever the settings of a competition, any history leaves what follows from its results.

A seed names the format, all settings and all that happens. A failure says what was done, and its
seed: `HISTORY=swiss-17 .venv/bin/python -m pytest -n 0 tests/tournaments/histories` does it again.
There are three times `"HISTORIES"` over all formats: by default 15, one of each of the 12 formats
and three more of groups; 300 in the soak.
"""

import os
from dataclasses import asdict, fields
from datetime import datetime
from random import Random

import pytest
from django.db import transaction

from games.engine import make_rules
from tests.runner.days import pick_today
from tests.tournaments.histories.club_acts import (
    CLUB_ACTS,
    play_earlier_night,
    series_out_of_order,
)
from tests.tournaments.histories.history import (
    ACTS,
    EXPECTED,
    MINUTE,
    History,
    fitting,
    some_terms,
    to_the_end,
    values_of,
)
from tests.tournaments.histories.test_histories import figures, from_scratch, unsound
from tournaments.competitions.settings import ANNOUNCEMENT, SETTINGS, CompetitionSettings
from tournaments.formats.catalogue import FORMATS, choices
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
LENGTH = 60
NUMBER = 3 * int(os.environ.get("HISTORIES", "5"))
FORMATS_BY_TURNS = (*FORMATS, "groups", "groups", "groups")  # which leave the most to choose
ALL = [
    f"{FORMATS_BY_TURNS[number % len(FORMATS_BY_TURNS)]}-{number + 1}" for number in range(NUMBER)
]
SEEDS = [os.environ["HISTORY"]] if "HISTORY" in os.environ else pick_today(ALL)


def live_through(history: History) -> None:
    """Do what is allowed; after each act everything is in order."""
    for number in range(LENGTH):
        history.now += MINUTE * history.chance.randint(1, 9)
        history.event.refresh_from_db()
        act = history.chance.choice((*ACTS, *CLUB_ACTS))
        history.told.append(act.__name__)
        try:
            with transaction.atomic():
                act(history)
        except EXPECTED as refused:
            history.told[-1] += f": {refused!r}"
            continue
        assert unsound(number) == []
        assert series_out_of_order(history.now) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_any_history_under_any_settings_is_sound(seed: str, now: datetime) -> None:
    told = [f"HISTORY={seed}"]
    try:
        history = History.of(seed, now, told)
        play_earlier_night(history)
        assert unsound() == []
        live_through(history)
        told.append("to the end")
        history.now += MINUTE
        to_the_end(history)
        assert history.event.state == Competition.State.FINISHED
        heal_rankings()
        assert unsound() == []
        stored = figures()
        assert from_scratch() == stored
    except Exception as fault:
        fault.add_note("\n".join(told))
        raise


UNCONCERNED = {
    *ANNOUNCEMENT,
    "talk",
    *("turn_seconds", "bank_minutes", "sit_down_minutes", "presencial"),  # of tables on screens
    *("approval", "members_only", "skill_from", "skill_to", "names_unconfirmed"),  # who enters
}
"""The settings that change nothing of a competition once its entries are in."""


def test_histories_draw_every_setting(now: datetime) -> None:
    """What is drawn is not lost when terms are made to fit."""
    left = {*SETTINGS, *(each.name for each in fields(FormatOptions))} - UNCONCERNED
    plain = CompetitionSettings(rules=make_rules("argentino", {}), name="")
    for number in range(300):
        format_ = FORMATS_BY_TURNS[number % len(FORMATS_BY_TURNS)]
        terms = fitting(some_terms(Random(f"{format_}-{number + 1}"), format_, now))
        found = {**terms, **asdict(terms["shape"])}
        usual = {**plain.columns(), **asdict(plain.shape)}
        left -= {name for name in left if name in found and found[name] != usual[name]}
    assert left == set()


def test_histories_know_values_for_every_choice() -> None:
    for choice in choices().values():
        assert values_of(choice), choice.name
