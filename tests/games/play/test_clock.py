"""The clock: never early, once, fair after an outage, and never stopped by one broken table."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.common.errors import RefusedError
from accounts.models import User
from games import tasks
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Action, Game, Heartbeat
from games.play import clock, outages
from games.table_page.live import TABLES
from tests.games.races import at_once, nobody_else_may_write
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    may_fold,
    ring_alarm,
    state_of,
    takes_a_pause,
    whoever_acts,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
MOMENT = timedelta(milliseconds=1)
PAUSE = timedelta(seconds=settings.HAND_PAUSE)


def advance(game: Game, now: datetime) -> bool:
    done = clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    game.refresh_from_db()
    return done


def an_event(now: datetime, *people: User | None, **more: str) -> Game:
    """A table of a competition: it is played to its end, whoever is gone."""
    return a_table(now, people=people, competitive=True, **more)


def with_a_robot_due(now: datetime) -> Game:
    """A table of a person and a robot at which the robot is awaited."""
    while True:
        game = a_table(now, people=[a_person(), None])
        if whoever_acts(game).robot:
            return game


def fold(game: Game, now: datetime) -> None:
    act(game, "mazo", now)
    game.refresh_from_db()


# ---- the deadline ----
def test_nothing_happens_before_the_deadline(now):
    game = a_table(now, turn_seconds=30)
    assert game.act_by == now + 30 * SECOND
    assert not advance(game, game.act_by - MOMENT)
    assert game.actions.count() == 0


@pytest.mark.feature("Playing", "The table says at once whose time ran out")
def test_at_the_deadline_the_least_is_played_and_the_table_says_so(now):
    game = a_table(now, dealt=may_fold)
    seat = whoever_acts(game)
    act(game, "truco", now)
    game.refresh_from_db()
    rival, late = whoever_acts(game), game.act_by
    assert advance(game, late)
    row = game.actions.order_by("seq").last()
    assert (row.seat, row.token, row.by, row.at) == (rival.number, "no", Action.By.CLOCK, late)
    assert row.action_id == f"clock:{row.version - 1}"
    rival.refresh_from_db()
    assert (rival.timeouts, rival.automatic) == (1, False)
    words = "se acabó el tiempo, se juega lo mínimo"
    assert f'<li class="late">{rival.user}: {words}</li>' in story_of(game, seat.number)
    assert f'<li class="late">Vos: {words}</li>' in story_of(game, rival.number)
    assert f"{rival.user}: {words}" in story_of(game, None)


def test_who_acts_again_is_not_late_any_more(now):
    game = a_table(now, dealt=may_fold)
    first = whoever_acts(game)
    assert advance(game, game.act_by)
    assert "late" in story_of(game, None)
    while whoever_acts(game) != first:
        act(game, a_legal_token(game), now)
        game.refresh_from_db()
    act(game, a_legal_token(game), now)
    assert "late" not in story_of(game, None)


def story_of(game: Game, seat: int | None) -> str:
    """The lines under the table, as one audience is shown them."""
    audience = RenderKey(seat, "es-ar")
    return TABLES.render(game.pk, [audience]).pieces[audience]["story"]


def test_an_hour_late_is_as_good(now):
    game = a_table(now)
    much_later = game.act_by + timedelta(hours=1)
    assert advance(game, much_later)
    assert game.act_by == much_later + 30 * SECOND


def test_twice_is_once(now):
    game = a_table(now)
    version, late = game.version, game.act_by
    again = partial(clock.act_on_timeout, game_id=game.pk, seen_version=version, now=late)
    assert [again(), again(), again()] == [True, False, False]
    assert game.actions.count() == 1


def test_an_alarm_for_a_table_that_has_moved_on_does_nothing(now):
    game = a_table(now)
    version = game.version
    act(game, "truco", now)
    hours = now + timedelta(hours=3)
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=version, now=hours)


@races
def test_many_clocks_at_once_are_one(now):
    game = an_event(now)
    for _ in range(10):
        game.refresh_from_db()
        logged, over = game.actions.count(), state_of(game).over
        tick = partial(
            clock.act_on_timeout, game_id=game.pk, seen_version=game.version, now=game.act_by
        )
        assert sorted(at_once(*[tick] * 8)) == [False] * 7 + [True]
        assert game.actions.count() == logged + (not over)


# ---- automatic seats and robots ----
@pytest.mark.feature("Playing", "Two timeouts put a seat on automatic")
def test_two_timeouts_in_a_row_put_a_seat_on_automatic_at_a_robots_pace(now):
    game = an_event(now)
    first = whoever_acts(game)
    while first.timeouts < 2:
        asked = game.act_by
        advance(game, asked)
        first.refresh_from_db()
    assert first.automatic
    while first.number not in state_of(game).to_act:
        asked = game.act_by
        advance(game, asked)
    due = game.act_by
    assert takes_a_pause(due - asked)
    assert advance(game, due)
    last = game.actions.order_by("seq").last()
    assert (last.seat, last.by, last.at) == (first.number, Action.By.CLOCK, due)
    first.refresh_from_db()
    assert first.timeouts == 2, "only a person can be late"


def test_a_person_who_acts_in_between_starts_again_from_none(now):
    game = a_table(now)
    seat = whoever_acts(game)
    seat.timeouts = 1
    seat.save()
    act(game, "truco", now)
    game.refresh_from_db()
    act(game, "quiero", now)
    advance(game, Game.objects.get(pk=game.pk).act_by)
    seat.refresh_from_db()
    assert (seat.timeouts, seat.automatic) == (0, False)
    game.refresh_from_db()
    advance(game, game.act_by)
    seat.refresh_from_db()
    assert (seat.timeouts, seat.automatic) == (1, False)


def test_a_call_that_a_whole_side_lets_pass_counts_for_both_of_them(now):
    game = an_event(now, *(a_person() for _ in range(4)))
    mano = whoever_acts(game).number
    act(game, "truco", now)
    game.refresh_from_db()
    answering = state_of(game).to_act
    assert len(answering) == 2
    advance(game, game.act_by)
    late = game.seats.filter(timeouts=1).values_list("number", flat=True)
    assert sorted(late) == sorted(answering)
    assert game.actions.order_by("seq").last().seat == answering[0] != mano


def test_a_robot_takes_its_thinking_time(now):
    game = with_a_robot_due(now)
    due = game.act_by
    assert takes_a_pause(due - now)
    assert not advance(game, due - MOMENT)
    assert advance(game, due)
    assert game.actions.get().by == Action.By.ROBOT


def test_a_finished_hand_stays_on_the_table_and_then_the_next_is_dealt(now):
    game = a_table(now)
    mano = state_of(game).start.mano
    fold(game, now)
    assert state_of(game).over
    assert game.act_by == now + PAUSE
    assert not advance(game, game.act_by - MOMENT)
    version, dealt = game.version, game.act_by
    assert advance(game, dealt)
    state = state_of(game)
    assert (state.start.label, state.start.mano, state.actions) == ("2", 1 - mano, ())
    assert (game.version, game.act_by) == (version + 1, dealt + 30 * SECOND)
    assert list(state.score) == game.score != [0, 0]


def test_the_same_robot_in_the_same_place_decides_the_same(now):
    """Its chance comes from the seed and the version: a retry after a crash changes nothing."""
    game = with_a_robot_due(now)
    version, late, tokens = game.version, game.act_by, set()
    for _ in range(5):
        with transaction.atomic():
            clock.act_on_timeout(game_id=game.pk, seen_version=version, now=late)
            tokens.add(game.actions.get().token)
            transaction.set_rollback(True)
    assert len(tokens) == 1


# ---- outages ----
def beat_at(moment: datetime) -> None:
    Heartbeat.objects.update_or_create(name="clock", defaults={"at": moment})


def test_the_first_heartbeat_ever_is_no_outage(now):
    assert not outages.credit_outage(now=now)
    assert Heartbeat.objects.get().at == now


@pytest.mark.parametrize(("gap", "outage"), [(0.5, False), (5, False), (5.001, True), (9999, True)])
def test_a_gap_of_more_than_five_seconds_is_an_outage(now, gap, outage):
    beat_at(now)
    assert outages.credit_outage(now=now + gap * SECOND) == outage


def test_a_clock_that_went_back_is_no_outage_and_hides_none(now):
    beat_at(now)
    assert not outages.credit_outage(now=now - 60 * SECOND, elapsed=0.0)
    assert outages.credit_outage(now=now + 6 * SECOND)


def test_an_outage_gives_back_what_was_left_of_a_turn(now):
    game = a_table(now, turn_seconds=30)
    beat_at(now)
    back = now + 3600 * SECOND
    assert outages.credit_outage(now=back)
    game.refresh_from_db()
    assert game.act_by == back + 30 * SECOND
    assert not advance(game, back + 30 * SECOND - MOMENT)
    assert game.actions.count() == 0


@pytest.mark.feature("Playing", "An outage takes no time from any player")
def test_an_outage_takes_no_time_from_anybody(now):
    game = a_table(now, turn_seconds=120)
    beat_at(now)
    outages.credit_outage(now=now + 10 * SECOND)
    game.refresh_from_db()
    assert game.act_by == now + 130 * SECOND


def test_robots_and_deals_are_not_credited(now):
    robots, pausing = with_a_robot_due(now), a_table(now)
    thinking = robots.act_by
    fold(pausing, now)
    beat_at(now)
    outages.credit_outage(now=now + 60 * SECOND)
    for game, due in ((robots, thinking), (pausing, now + PAUSE)):
        game.refresh_from_db()
        assert game.act_by == due


def test_who_was_away_before_an_outage_gets_the_whole_grace_again(now):
    """A server's outage cuts every connection, so no player is blamed for it."""
    game = a_table(now)
    game.seats.filter(number=0).update(absent_since=now)
    beat_at(now)
    back = now + 3600 * SECOND
    outages.credit_outage(now=back)
    assert clock.replace_absent(now=back) == 0
    assert game.seats.get(number=0).absent_since == back


def test_a_table_that_cannot_be_read_does_not_take_the_credit_from_the_others(now):
    broken, game = a_table(now), a_table(now)
    Game.objects.filter(pk=broken.pk).update(start={})
    beat_at(now)
    assert outages.credit_outage(now=now + 60 * SECOND)
    game.refresh_from_db()
    assert game.act_by == now + 90 * SECOND


@races
def test_one_outage_is_credited_by_exactly_one_of_many_clocks(now):
    game = a_table(now)
    for number in range(1, 11):
        beat_at(now)
        now += 60 * SECOND
        credit = partial(outages.credit_outage, now=now)
        assert sorted(at_once(*[credit] * 6)) == [False] * 5 + [True]
        game.refresh_from_db()
        assert game.act_by == now + 30 * SECOND, f"round {number}"


@races
def test_the_first_heartbeats_may_race(now):
    for _ in range(5):
        Heartbeat.objects.all().delete()
        assert not any(at_once(*[partial(outages.credit_outage, now=now)] * 6))
        assert Heartbeat.objects.count() == 1


@races
@pytest.mark.parametrize("task", ["sweep", "alarm"])
def test_after_an_outage_no_task_plays_for_anybody_before_the_credit(task):
    now = timezone.now()
    game = a_table(now - 300 * SECOND)
    beat_at(now - 290 * SECOND)
    run = tasks.sweep if task == "sweep" else partial(ring_alarm, game)
    at_once(*[run] * 4)
    game.refresh_from_db()
    assert game.actions.count() == 0
    assert game.act_by >= now + 20 * SECOND


# ---- one table's trouble is its own ----
@pytest.mark.feature("Playing", "A fault freezes only its own table")
@races
@pytest.mark.parametrize("absent", [False, True])
def test_a_fault_freezes_its_own_table_and_the_sweep_goes_on(absent):
    now = timezone.now()
    broken, *sound = (an_event(now - 60 * SECOND) for _ in range(3))
    Game.objects.filter(pk=broken.pk).update(start={"number": 1})
    if absent:
        broken.seats.update(absent_since=now - 50 * SECOND)
    beat_at(now)
    tasks.sweep()
    broken.refresh_from_db()
    assert (broken.status, broken.act_by) == (Game.Status.FROZEN, None)
    for game in sound:
        game.refresh_from_db()
        assert (game.status, game.actions.count()) == (Game.Status.LIVE, 1)
    with pytest.raises(RefusedError) as refused:
        act(broken, "mazo", now, seat=0)
    assert refused.value.code == "closed"


@races
def test_a_frozen_table_is_still_shown_and_says_so(now):
    game = a_table(now)
    Game.objects.filter(pk=game.pk).update(start={"number": 1})
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    audiences = [RenderKey(seat, "es-ar") for seat in (0, 1, None)]
    shown = TABLES.render(game.pk, audiences).pieces
    assert all(
        "La mesa está en revisión" in render_tree(shown[each], "table") for each in audiences
    )


@races
def test_a_table_that_moved_on_after_a_fault_is_not_frozen(now):
    game = a_table(now)
    Game.objects.filter(pk=game.pk).update(start={})
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=game.version - 1, now=game.act_by)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


@races
def test_a_database_that_does_not_answer_freezes_nothing(now):
    game = a_table(now)
    with nobody_else_may_write():
        assert not clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    assert advance(game, game.act_by)
    assert game.status == Game.Status.LIVE


def test_every_live_table_has_a_deadline_and_only_live_ones(now):
    waiting, live = a_table(now, seated=False), a_table(now)
    ended = a_table(now, target="5")
    while not ended.is_over:
        if state_of(ended).over:
            advance(ended, ended.act_by)
        else:
            fold(ended, now)
    assert [game.act_by is None for game in (waiting, live, ended)] == [True, False, True]
