"""Alarms: each names a task and an instant, and a dead broker fails no click."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from django.utils import timezone
from kombu.simple import SimpleQueue

from accounts.common.alarms import _sender, enqueue
from games import tasks
from games.engine import State
from games.models import Game, Heartbeat
from games.play import cut_secrets, outages
from games.play.seats import annul_game
from tests.games.races import ROUNDS, at_once, nobody_else_may_write
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    ring_alarm,
    state_of,
    whoever_acts,
)
from tests.live.processes import Serving, until
from tests.live.scenes import a_card, a_match_at_its_table
from tests.live.visitors import Visitor
from truco_site.celery import app

both = pytest.mark.both
committed = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
TASK = "games.tasks.turn_timeout"
OPENED = cut_secrets.PATIENCE + SECOND  # the alarm of the closing of the seats has passed
NEVER = 0.3  # seconds after which nothing comes any more
PATIENCE = 20  # seconds for four clicks on a busy machine; without limits they never end


def the_alarm_of(game: Game) -> tuple[str, list[Any], datetime]:
    """The one that counts there: task, arguments, instant."""
    return TASK, [game.pk, game.alarm_at.isoformat()], game.alarm_at


def person_first(state: State) -> bool:
    """Whether the seat that begins is the first one, in a deal."""
    return state.to_act == (0,)


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

    def all(self) -> list[tuple[str, list[Any], datetime]]:
        """Read all there are, once everything asked for has been sent."""
        _sender(os.getpid()).submit(int).result()
        read = []
        with suppress(Empty):
            while True:
                read.append(self.next(NEVER))
        return read


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
def test_a_deadline_gets_its_alarm(alarms):
    now = timezone.now()
    game = a_table(now, turn_seconds=30)
    act(game, a_legal_token(game), now + OPENED)
    game.refresh_from_db()
    assert game.alarm_at == game.act_by == now + OPENED + 30 * SECOND
    assert alarms.all()[-1] == the_alarm_of(game)


@both
@committed
def test_a_click_between_people_sets_no_further_alarm(alarms):
    now = timezone.now()
    game = a_table(now, turn_seconds=30)
    pending = game.alarm_at
    alarms.all()
    for second in range(1, 4):
        act(game, a_legal_token(game), now + second * SECOND)
        game.refresh_from_db()
        assert (game.act_by, game.alarm_at) == (now + (30 + second) * SECOND, pending)
    assert not alarms.all()


@both
@committed
def test_a_deadline_that_comes_before_the_pending_alarm_gets_one_of_its_own(alarms):
    now = timezone.now()
    game = a_table(now, people=[a_person(), None], turn_seconds=120, dealt=person_first)
    late = game.alarm_at
    alarms.all()
    act(game, a_card(state_of(game)), now)
    game.refresh_from_db()
    assert game.alarm_at == game.act_by < late
    assert alarms.next() == the_alarm_of(game)
    assert not alarms.all()


@both
@committed
def test_once_the_pending_alarm_has_passed_the_next_click_sets_one(alarms):
    now = timezone.now()
    game = a_table(now, turn_seconds=30)
    alarms.all()
    rings = game.alarm_at
    act(game, a_legal_token(game), rings)
    game.refresh_from_db()
    assert game.alarm_at == game.act_by == rings + 30 * SECOND
    assert alarms.next() == the_alarm_of(game)


@both
@committed
def test_no_alarm_is_set_for_an_instant_more_than_ten_minutes_away(alarms):
    now = timezone.now()
    game = a_table(now, turn_seconds=601)
    alarms.all()
    act(game, a_legal_token(game), now + OPENED)
    game.refresh_from_db()
    assert (game.act_by, game.alarm_at) == (now + OPENED + 601 * SECOND, None)
    Game.objects.filter(pk=game.pk).update(turn_seconds=600)
    act(game, a_legal_token(game), now + OPENED)
    game.refresh_from_db()
    assert game.alarm_at == game.act_by == now + OPENED + 600 * SECOND
    alarms.all()  # the broker's clock has advanced meanwhile: it may have got that one, or not
    enqueue(TASK, game.pk, "", at=timezone.now() + 601 * SECOND)
    assert not alarms.all()


@both
@committed
def test_an_alarm_whose_deadline_was_moved_is_set_again(alarms):
    game, later = a_table(timezone.now()), timezone.now() + 77 * SECOND
    alarms.all()
    Game.objects.filter(pk=game.pk).update(act_by=later)
    ring_alarm(game)
    game.refresh_from_db()
    assert game.alarm_at == later
    assert alarms.next() == the_alarm_of(game)
    assert game.actions.count() == 0


@both
@committed
def test_an_alarm_for_another_instant_does_nothing(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    alarms.all()
    for other in (game.alarm_at - SECOND, game.alarm_at + timedelta(microseconds=1)):
        tasks.turn_timeout(game.pk, other.isoformat())
    assert not alarms.all()
    assert game.actions.count() == 0


@both
@committed
def test_an_alarm_that_a_broker_doubled_acts_once_and_is_set_again_once(alarms):
    for _ in range(ROUNDS):
        game = a_table(timezone.now() - 100 * SECOND)
        alarms.all()
        at_once(*[partial(ring_alarm, game)] * 4)
        assert game.actions.count() == 1
        game.refresh_from_db()
        assert alarms.next() == the_alarm_of(game)
        assert not alarms.all()


@both
@committed
def test_an_early_alarm_that_is_doubled_is_set_again_once(alarms):
    for _ in range(ROUNDS):
        game = a_table(timezone.now())
        alarms.all()
        at_once(*[partial(ring_alarm, game)] * 4)
        game.refresh_from_db()
        assert alarms.next() == the_alarm_of(game)
        assert not alarms.all()


@both
@committed
def test_a_click_that_races_with_its_alarm_leaves_one_that_counts(alarms):
    for _ in range(ROUNDS):
        now = timezone.now()
        game = a_table(now - 30 * SECOND)  # its time is up at this very moment
        token, seat = a_legal_token(game), whoever_acts(game).number  # as its browser saw it
        alarms.all()
        click = partial(act, game, token, now - timedelta(milliseconds=1), seat=seat)
        at_once(click, partial(ring_alarm, game))
        assert game.actions.count() == 1
        game.refresh_from_db()
        assert game.alarm_at >= now + SECOND / 2
        assert alarms.all()[-1] == the_alarm_of(game)


@both
@committed
def test_a_lost_alarm_is_the_sweeps(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    alarms.all()  # what was sent never arrives
    Heartbeat.objects.create(name="clock", at=timezone.now())
    tasks.sweep()
    assert game.actions.count() == 1
    game.refresh_from_db()
    assert alarms.next() == the_alarm_of(game)


@both
@committed
def test_an_alarm_that_finds_the_database_busy_rings_again(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    alarms.all()
    Heartbeat.objects.create(name="clock", at=timezone.now() + 0.9 * SECOND)  # beats already
    with nobody_else_may_write():
        ring_alarm(game)
    task, arguments, instant = alarms.next()
    assert (task, arguments) == (TASK, [game.pk, game.alarm_at.isoformat()])
    assert instant > game.act_by
    ring_alarm(game)
    assert game.actions.count() == 1


@both
@committed
def test_the_alarm_of_a_table_that_is_over_does_nothing(alarms):
    game = a_table(timezone.now() - 100 * SECOND)
    alarms.all()
    annul_game(game_id=game.pk, now=timezone.now())
    ring_alarm(game)
    assert not alarms.all()
    assert game.actions.count() == 0


@both
@committed
def test_after_an_outage_the_alarms_that_may_be_lost_are_set_again(alarms):
    now = timezone.now()
    games = [a_table(now), a_table(now, people=[a_person(), None])]
    Heartbeat.objects.create(name="clock", at=now - 60 * SECOND)
    alarms.all()
    outages.credit_outage(now=now)
    for game in games:
        game.refresh_from_db()
        assert game.alarm_at == game.act_by
    sent = sorted((alarms.next() for _ in games), key=lambda alarm: alarm[1][0])
    assert sent == [the_alarm_of(game) for game in games]


@both
def test_no_alarm_is_set_where_they_are_off(alarms, settings):
    settings.ALARM = False
    enqueue(TASK, 1, 2)
    assert not alarms.all()


# ---- a broker that is not there ----
@pytest.fixture(params=["closed", "silent"])
def dead_end(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a broker that refuses, or that lets in and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "silent":
            listener.listen(100)
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


@pytest.mark.long
@pytest.mark.sampled
@committed
def test_clicks_do_not_wait_for_a_dead_broker_and_layer(tmp_path: Path, dead_end: str):
    game = a_match_at_its_table()[1]
    Game.objects.update(alarm_at=None)  # so the first click has to set one
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
