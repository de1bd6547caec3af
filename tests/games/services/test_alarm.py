"""Alarms: they name a task and an instant, and a broker that is dead costs nobody a click."""

import os
import socket
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from django.utils import timezone
from kombu.simple import SimpleQueue

from games import tasks
from games.models import Game, Heartbeat
from games.services import alarm, clock
from tests.games.races import nobody_else_may_write
from tests.games.tables import a_legal_token, a_person, a_table, act, state_of
from tests.live.processes import Serving, until
from tests.live.scenes import a_card, a_match_at_its_table
from tests.live.visitors import Visitor
from truco_site.celery import app

both = pytest.mark.both
committed = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
TASK = "games.tasks.turn_timeout"
NEVER = 0.3  # seconds after which nothing comes any more
PATIENCE = 20  # seconds for four clicks on a busy machine; without limits they never end


class Alarms:
    """What is sent to this run's broker."""

    def __init__(self, queue: SimpleQueue) -> None:
        self._queue = queue

    def next(self, timeout: float = 10) -> tuple[str, list[Any], datetime]:
        """Read the next one: task, arguments, instant."""
        message = self._queue.get(timeout=timeout)
        message.ack()
        instant = datetime.fromisoformat(message.headers["eta"])
        return message.headers["task"], message.payload[0], instant

    def are_silent(self) -> bool:
        """Whether there is none, once everything asked for has been sent."""
        alarm._sender(os.getpid()).submit(int).result()
        try:
            self.next(NEVER)
        except Empty:
            return True
        return False

    def clear(self) -> None:
        """Read all there are."""
        while not self.are_silent():
            pass


@pytest.fixture
def alarms(settings) -> Iterator[Alarms]:
    settings.ALARM = True
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(app.conf.task_default_queue)
        queue.clear()
        yield Alarms(queue)
        queue.close()


@both
@committed
def test_every_deadline_gets_its_alarm(alarms):
    now = timezone.now()
    game = a_table(now, people=[a_person(), a_person()], turn_seconds=30)
    alarms.clear()
    act(game, a_legal_token(game), now + SECOND)
    game.refresh_from_db()
    assert alarms.next() == (TASK, [game.pk, game.version], now + 31 * SECOND)
    assert alarms.are_silent()


@both
@committed
def test_an_alarm_whose_deadline_was_moved_is_set_again(alarms):
    game, later = a_table(timezone.now()), timezone.now() + 77 * SECOND
    alarms.clear()
    Game.objects.filter(pk=game.pk).update(act_by=later)
    tasks.turn_timeout(game.pk, game.version)
    assert alarms.next() == (TASK, [game.pk, game.version], later)


@both
@committed
def test_an_alarm_that_finds_the_database_busy_is_set_again(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    alarms.clear()
    Heartbeat.objects.create(name="clock", at=timezone.now() + 0.9 * SECOND)  # beats already
    with nobody_else_may_write():
        tasks.turn_timeout(game.pk, game.version)
    task, arguments, instant = alarms.next()
    assert (task, arguments) == (TASK, [game.pk, game.version])
    assert instant > game.act_by
    tasks.turn_timeout(game.pk, game.version)
    assert game.actions.count() == 1


@both
@committed
def test_an_alarm_for_a_table_that_moved_on_is_not(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    act(game, a_legal_token(game), timezone.now())
    alarms.clear()
    tasks.turn_timeout(game.pk, game.version)
    assert alarms.are_silent()
    assert game.actions.count() == 1


@both
@committed
def test_after_an_outage_the_alarms_that_may_be_lost_are_set_again(alarms):
    now = timezone.now()
    games = [a_table(now), a_table(now, people=[a_person(), None])]
    Heartbeat.objects.create(name="clock", at=now - 60 * SECOND)
    alarms.clear()
    clock.credit_outage(now=now)
    assert {alarms.next()[1][0] for _ in games} == {game.pk for game in games}


@both
def test_no_alarm_is_set_where_they_are_off(alarms, settings):
    settings.ALARM = False
    alarm.enqueue(TASK, 1, 2)
    assert alarms.are_silent()


# ---- a broker that is not there ----


@pytest.fixture(params=["closed", "silent"])
def dead_end(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a broker that refuses, or that lets in and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "silent":
            listener.listen(100)
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


@committed
def test_clicks_do_not_wait_for_a_dead_broker_and_layer(tmp_path: Path, dead_end: str):
    game = a_match_at_its_table()[1]
    with Serving(tmp_path, REDIS_URL=dead_end) as site:
        people = [Visitor(site, seat.user) for seat in game.seats.order_by("number")]
        started = time.monotonic()
        for _ in range(4):
            state = state_of(game)
            answer = people[state.to_act[0]].play(game, a_card(state))
            assert answer.status == 200
        assert time.monotonic() - started < PATIENCE
        until(lambda: "was lost" in site.output)
        site.kill()
    assert game.actions.count() == 4
