"""A web process takes Celery's place at the clock while Celery is away, and only then."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Action, Heartbeat
from games.play.outages import CELERY, CLOCK, WEB, record_celery_heartbeat
from tests.games.tables import a_table
from tests.tournaments.cups import a_running_cup, an_organiser, call, match_at
from tournaments.models import Match
from truco_site.embedded import fallback_scheduler
from truco_site.embedded.fallback_scheduler import FallbackScheduler, sweep_if_celery_is_down

pytestmark = [pytest.mark.both, pytest.mark.django_db]

SECOND = timedelta(seconds=1)
LONG_AGO = timedelta(hours=1)


@pytest.fixture
def now() -> datetime:
    """The very moment: what competitions wait for is looked at by the time of the wall."""
    return timezone.now()


def looks(now: datetime, holder: str = "one", since: timedelta = LONG_AGO) -> bool:
    """Run a check of a process that has been checking for a given time."""
    waited = since.total_seconds()
    return sweep_if_celery_is_down(holder=holder, waited=waited, read_clock=lambda: now)


def test_with_celery_alive_it_does_nothing(now: datetime) -> None:
    game = a_table(now)
    late = game.act_by + SECOND
    record_celery_heartbeat(late)
    for _ in range(3):
        assert not looks(late)
    assert game.actions.count() == 0
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {CELERY}


def test_with_celery_away_one_process_acts_for_who_is_late(now: datetime) -> None:
    game, late = a_table(now - 31 * SECOND), now
    record_celery_heartbeat(late - 4 * SECOND)
    assert looks(late)
    assert not looks(late, "other")
    assert game.actions.get().by == Action.By.CLOCK
    assert Heartbeat.objects.get(name=CLOCK).at >= late, "whoever sweeps beats the clock's heart"
    assert Heartbeat.objects.get(name=CELERY).at == late - 4 * SECOND, "but never Celery's"


def test_celery_and_web_that_follow_each_other_are_no_outage(now: datetime) -> None:
    game = a_table(now - 31 * SECOND, turn_seconds=30)
    Heartbeat.objects.create(name=CLOCK, at=now - 4 * SECOND)
    assert looks(now)
    assert game.actions.count() == 1, "nobody is credited: the clock stood still for four seconds"


def test_an_outage_of_the_whole_house_is_credited_before_it_acts(now: datetime) -> None:
    game = a_table(now - LONG_AGO)
    Heartbeat.objects.create(name=CLOCK, at=now - LONG_AGO)
    assert looks(now)
    game.refresh_from_db()
    assert (game.actions.count(), game.act_by) == (0, now + 30 * SECOND)


def test_a_process_that_has_just_begun_waits_for_a_celery_that_begins_with_it(
    now: datetime,
) -> None:
    assert not looks(now, since=2.9 * SECOND)
    assert looks(now, since=3 * SECOND)


def test_a_clock_set_back_does_not_keep_it_from_sweeping(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread itself: it began an hour later by the wall, and four seconds ago in truth."""
    elapsed, scheduler = iter((100.0, 104.0)), FallbackScheduler()
    waits: list[float] = []

    def look_once(*, waited: float, **_: object) -> bool:
        waits.append(waited)
        scheduler.stop()
        return False

    monkeypatch.setattr(fallback_scheduler, "LOOK", 0)
    monkeypatch.setattr(fallback_scheduler, "close_old_connections", lambda: None)
    monkeypatch.setattr(fallback_scheduler, "monotonic", lambda: next(elapsed))
    monkeypatch.setattr(fallback_scheduler, "sweep_if_celery_is_down", look_once)
    scheduler._run()
    assert waits == [4.0]
    assert looks(now - LONG_AGO, since=4 * SECOND)


def test_it_also_sees_to_what_competitions_wait_for(now: datetime) -> None:
    begun = now - LONG_AGO
    over = a_running_cup(an_organiser(), begun, entries=2)
    match = match_at(over, 1, 1)
    call(match, begun)
    ready = match_at(a_running_cup(an_organiser(), begun, entries=2), 1, 1)
    assert looks(now)
    states = [Match.objects.get(pk=each.pk).state for each in (match, ready)]
    assert states == [Match.State.DOUBLE_WALKOVER, Match.State.CALLED]
    assert Heartbeat.objects.filter(name=WEB).exists()
