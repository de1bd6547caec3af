"""Any history in which organisers publish each round leads to the end: no draft is a dead end."""

from datetime import datetime

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.common.errors import RefusedError
from tests.runner.days import pick_today
from tests.tournaments.drafts import a_running_event, publish, swap
from tests.tournaments.events import award_all, organiser_of
from tests.tournaments.histories.test_histories import (
    ACTS,
    MINUTE,
    Step,
    drawn,
    live_through,
    unsound,
)
from tournaments.draw import drafts
from tournaments.models import Competition, Draft

pytestmark = pytest.mark.django_db
CHOICES = {"groups": {"group_count": 2}, "swiss": {}, "single": {}}


def change(event: Competition, step: Step, now: datetime) -> None:
    pools = step.of(list(Draft.objects.filter(competition=event))).as_it_stands
    first, second, *_ = (step.of(pools), pools[step.how % len(pools)])
    swap(event, first[0], second[0], now)


def let_out(event: Competition, step: Step, now: datetime) -> None:
    publish(event, now)


def draw_anew(event: Competition, step: Step, now: datetime) -> None:
    drafts.draft_round_anew(competition_id=event.pk, actor=organiser_of(event), now=now)


steps = st.builds(
    Step,
    st.sampled_from((*ACTS, change, change, let_out, draw_anew)),
    st.integers(0, 63),
    st.integers(0, 7),
)


def to_the_end(event: Competition, now: datetime) -> None:
    """Play what there is and publish what waits, until neither is left."""
    award_all(event, now)
    while Draft.objects.filter(competition=event).exists():
        try:
            publish(event, now)
        except RefusedError:
            draw_anew(event, Step(draw_anew, 0, 0), now)
        award_all(event, now)


@pytest.mark.parametrize("format_", pick_today(sorted(CHOICES)))
@drawn
@given(entries=st.integers(4, 8), history=st.lists(steps, min_size=12, max_size=24))
def test_every_draft_leads_on_whatever_happens(
    format_: str, entries: int, history: list[Step], now: datetime
) -> None:
    with transaction.atomic():
        event = a_running_event(now, format_, entries, choices=CHOICES[format_])
        now = live_through(event, history, now)
        to_the_end(event, now + MINUTE)
        event.refresh_from_db()
        assert event.state == Competition.State.FINISHED
        assert unsound() == []
        transaction.set_rollback(True)
