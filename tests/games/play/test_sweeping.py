"""The sweep: it continues while it has permission, which it checks once a second."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.models import Game, Heartbeat
from games.play.clock import run_due
from tests.games.tables import a_table

pytestmark = [pytest.mark.dialect, pytest.mark.django_db]
SECOND = timedelta(seconds=1)
LATE = 40 * SECOND


class Clock:
    """A clock that advances by a fixed step at each reading."""

    def __init__(self, now: datetime, step: timedelta) -> None:
        self.now, self.step = now - step, step

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


def answering(*answers: bool) -> Callable[[datetime], bool]:
    """Return the given answers in order; one call too many is an error."""
    left = list(answers)

    def goes_on(now: datetime) -> bool:
        return left.pop(0)

    return goes_on


def late_tables(now: datetime) -> list[Game]:
    games = [a_table(now) for _ in range(4)]
    Heartbeat.objects.create(name="clock", at=now + LATE)
    return games


def played(games: list[Game]) -> int:
    return sum(game.actions.count() for game in games)


def test_it_plays_for_everybody_who_is_late(now: datetime) -> None:
    games = late_tables(now)
    run_due(goes_on=answering(True), read_clock=Clock(now + LATE, timedelta()))
    assert played(games) == 4


def test_it_leaves_tables_to_their_alarms_for_a_while(now: datetime) -> None:
    games = late_tables(now)
    late_by = now + LATE - Game.objects.latest("act_by").act_by
    clock = Clock(now + LATE, timedelta())
    run_due(goes_on=answering(True), read_clock=clock, grace=late_by + SECOND)
    assert played(games) == 0
    run_due(goes_on=answering(True), read_clock=clock, grace=late_by - SECOND)
    assert played(games) == 4


def test_it_does_nothing_where_it_may_not(now: datetime) -> None:
    games = late_tables(now)
    run_due(goes_on=answering(False), read_clock=Clock(now + LATE, timedelta()))
    assert played(games) == 0


def test_a_long_one_asks_again_every_second(now: datetime) -> None:
    games = late_tables(now)
    run_due(goes_on=answering(True, True, True), read_clock=Clock(now + LATE, SECOND / 2))
    assert played(games) == 4


def test_it_stops_at_the_table_before_which_it_may_no_more(now: datetime) -> None:
    games = late_tables(now)
    run_due(goes_on=answering(True, True, False), read_clock=Clock(now + LATE, SECOND))
    assert played(games) == 1


def test_whoever_sweeps_beats_the_clocks_heart_before_it_plays_for_anybody(now: datetime) -> None:
    games = late_tables(now)
    Heartbeat.objects.update(at=now)
    before = dict(Game.objects.values_list("pk", "act_by"))
    run_due(goes_on=answering(True), read_clock=Clock(now + LATE, timedelta()))
    assert played(games) == 0
    assert Heartbeat.objects.get(name="clock").at == now + LATE
    assert all(game.act_by == before[game.pk] + LATE for game in Game.objects.all())
