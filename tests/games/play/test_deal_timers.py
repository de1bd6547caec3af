"""Timers deal the next hand in the process where the last one ended; an alarm is the other way."""

import asyncio
from datetime import timedelta

import pytest
from django.conf import settings

from games.models import Game
from games.play import deal_timers, table_cache
from tests.games.tables import a_table, act, may_fold

pytestmark = pytest.mark.django_db
PAUSE = timedelta(seconds=settings.HAND_PAUSE)


class Dealer:
    """Notes what is asked for, and deals at the attempt that is named."""

    def __init__(self, succeeds_at: int = 1) -> None:
        self.asked: list[tuple[int, int]] = []
        self.succeeds_at = succeeds_at

    async def __call__(self, game_id: int, version: int) -> bool:
        self.asked.append((game_id, version))
        return len(self.asked) == self.succeeds_at


@pytest.fixture
def alarms(settings):
    """Turn alarms on: without them neither timers nor messages are set."""
    settings.ALARM = True


@pytest.fixture
def running(alarms, monkeypatch):
    """Keep the timer of a hand that ends, instead of running it."""
    kept: list[tuple[int, int]] = []
    monkeypatch.setattr(deal_timers, "are_running", lambda: True)
    monkeypatch.setattr(deal_timers, "_set", lambda *timer: kept.append(timer))
    return kept


def test_the_end_of_a_hand_sets_a_timer_and_leaves_the_alarm(
    now, running, django_capture_on_commit_callbacks
):
    game = a_table(now, dealt=may_fold)
    before = Game.objects.get(pk=game.pk).alarm_at
    with django_capture_on_commit_callbacks(execute=True):
        act(game, "mazo", now)
    game.refresh_from_db()
    assert running == [(game.pk, game.version, now + PAUSE)]
    assert (game.act_by, game.alarm_at) == (now + PAUSE, before)


def test_dogs_thrown_in_the_pause_leave_its_end_to_a_timer(
    now, running, django_capture_on_commit_callbacks
):
    game = a_table(now, dealt=may_fold, preset="uruguayo-online", perros="on")
    act(game, "mazo", now)
    game.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        act(game, "perros", now + PAUSE / 2, seat=1)
    assert running[-1] == (game.pk, game.version + 1, game.act_by)


def test_without_a_web_process_the_end_of_a_hand_sets_an_alarm(now, alarms):
    game = a_table(now, dealt=may_fold)
    act(game, "mazo", now)
    game.refresh_from_db()
    assert game.alarm_at == game.act_by == now + PAUSE


def fire(dealer: Dealer, game_id: int, version: int) -> None:
    """Let a timer fire on a loop of its own, and wait until nothing is left to do."""

    async def scene() -> None:
        deal_timers.begin(dealer)
        assert deal_timers.are_running()
        deal_timers._fire(game_id, version)
        while deal_timers._deals:
            await asyncio.gather(*deal_timers._deals)

    try:
        asyncio.run(scene())
    finally:
        deal_timers.end()


@pytest.mark.parametrize(("succeeds_at", "attempts"), [(1, 1), (2, 2), (9, deal_timers.ATTEMPTS)])
def test_a_deal_that_another_holds_up_is_tried_again(alarms, monkeypatch, succeeds_at, attempts):
    monkeypatch.setattr(deal_timers, "PAUSE", 0)
    dealer = Dealer(succeeds_at)
    fire(dealer, 1, 7)
    assert dealer.asked == [(1, 7)] * attempts


def test_a_table_that_went_on_needs_no_deal(now, alarms):
    game = a_table(now, dealt=may_fold)
    act(game, "mazo", now)
    game.refresh_from_db()
    dealer = Dealer()
    table_cache._keep(table_cache.cached_table(game))
    fire(dealer, game.pk, game.version - 1)
    assert dealer.asked == []


def test_no_timer_runs_without_alarms_or_a_loop(settings):
    async def scene() -> bool:
        deal_timers.begin(Dealer())
        return deal_timers.are_running()

    settings.ALARM = False
    assert not asyncio.run(scene())
    settings.ALARM = True
    assert not deal_timers.are_running(), "the loop has ended"
    deal_timers.end()
