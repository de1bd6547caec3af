"""Heartbeats: Celery drives the clock while it lives; otherwise web processes do, one at a time."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from games.models import Heartbeat
from games.play import outages
from games.play.outages import CELERY, WEB, acquire_fallback_lease, record_celery_heartbeat
from tests.games.races import ROUNDS, at_once

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
MOMENT = timedelta(milliseconds=1)
one, other = (partial(acquire_fallback_lease, holder=name) for name in ("one", "other"))


def test_celery_may_always_sweep_and_shows_that_it_does(now: datetime) -> None:
    for later in (now, now + SECOND):
        assert record_celery_heartbeat(later)
        assert Heartbeat.objects.get().at == later
    assert Heartbeat.objects.get().name == CELERY


@pytest.mark.parametrize(("silent", "away"), [(0, False), (3, False), (3.001, True), (9999, True)])
def test_celery_that_is_silent_for_more_than_three_seconds_is_away(
    now: datetime, silent: float, away: bool
) -> None:
    record_celery_heartbeat(now)
    assert outages.is_celery_down(now + silent * SECOND) == away


def test_celery_that_never_swept_is_away(now: datetime) -> None:
    assert outages.is_celery_down(now)


def test_a_clock_that_went_back_hides_nobody_s_end(now: datetime) -> None:
    record_celery_heartbeat(now)
    assert one(now + 4 * SECOND)
    an_hour_ago = now - timedelta(hours=1)
    assert outages.is_celery_down(an_hour_ago)
    assert other(an_hour_ago), "a lease of the future is none"


def test_while_celery_sweeps_no_web_process_does(now: datetime) -> None:
    record_celery_heartbeat(now)
    assert not one(now + 3 * SECOND)
    assert not Heartbeat.objects.filter(name=WEB).exists()


def test_one_web_process_sweeps_and_goes_on_with_it(now: datetime) -> None:
    for second in range(10):
        assert one(now + second * SECOND)
        assert not other(now + second * SECOND + MOMENT)
    assert Heartbeat.objects.get(name=WEB).holder == "one"


def test_it_stops_as_soon_as_celery_is_back(now: datetime) -> None:
    assert one(now)
    record_celery_heartbeat(now + SECOND)
    assert not one(now + SECOND)


def test_another_takes_over_three_seconds_after_it_stopped(now: datetime) -> None:
    assert one(now)
    assert not other(now + 3 * SECOND)
    assert other(now + 3 * SECOND + MOMENT)
    assert not one(now + 3 * SECOND + MOMENT)


@races
def test_of_web_processes_that_ask_at_once_one_sweeps(now: datetime) -> None:
    for number in range(ROUNDS):
        Heartbeat.objects.all().delete()
        asks = [partial(acquire_fallback_lease, now, holder=str(each)) for each in range(4)]
        assert sorted(at_once(*asks)) == [False] * 3 + [True], f"round {number}"


@races
def test_of_web_processes_that_find_a_lease_run_out_one_takes_it(now: datetime) -> None:
    assert one(now)
    for number in range(1, ROUNDS + 1):
        later = now + number * 4 * SECOND
        asks = [
            partial(acquire_fallback_lease, later, holder=f"{number}.{each}") for each in range(4)
        ]
        assert sorted(at_once(*asks)) == [False] * 3 + [True], f"round {number}"
