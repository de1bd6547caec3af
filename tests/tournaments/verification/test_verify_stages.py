"""Verification of stages: a stage that starts before its qualifying stage ends is named."""

from datetime import datetime, timedelta

import pytest

from tests.tournaments.events import an_event, award, ready
from tournaments.models import Match
from tournaments.verification.stages import later_stages_wait_for_earlier_ones

pytestmark = pytest.mark.django_db


def test_a_knockout_that_begins_before_its_groups_are_over_is_named(now: datetime) -> None:
    event = an_event(now, "groups", 6, group_count=2, qualifiers=2)
    assert list(later_stages_wait_for_earlier_ones()) == []
    knockout = Match.objects.of(event.pk).filter(round__group__stage__number=2)
    knockout.filter(round__number=1).update(state=Match.State.READY)
    found = list(later_stages_wait_for_earlier_ones())
    assert found
    assert all(str(each).startswith("I14") for each in found)


def test_of_three_groups_the_last_one_opens_the_knockout(now: datetime) -> None:
    event = an_event(now, "groups", 9, group_count=3, qualifiers=2)
    last = event.stages.get(number=1).groups.get(number=3)
    knockout = Match.objects.of(event.pk).filter(round__group__stage__number=2)
    while left := [match for match in ready(event) if match.round.group_id != last.pk]:
        award(left[0], 0, now)
    assert set(knockout.values_list("state", flat=True)) == {Match.State.PENDING}
    while left := [match for match in ready(event) if match.round.group_id == last.pk]:
        award(left[0], 0, now + timedelta(minutes=1))
    assert knockout.filter(state=Match.State.READY).exists()
    assert list(later_stages_wait_for_earlier_ones()) == []
