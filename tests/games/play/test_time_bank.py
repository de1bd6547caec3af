"""The time bank: thinking is counted by seat and game, and an empty bank makes turns short."""

from datetime import timedelta

import pytest

from games.engine import Proceed
from games.models import Game, Heartbeat
from games.play import clock, judge, outages, time_bank
from games.play.finished_game import GameRecord
from games.play.outages import CLOCK
from games.play.seats import sit_down
from games.play.time_bank import SHORT_TURN, time_left
from tests.games.tables import (
    a_card_to_play,
    a_legal_token,
    a_person,
    a_table,
    act,
    fold_to_the_end,
    state_of,
    takes_a_pause,
    whoever_acts,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def with_a_bank(now, *, seconds=120, turn_seconds=60, people=()):
    """A table that has just been dealt, with a bank."""
    game = a_table(now, people=people, turn_seconds=turn_seconds, seated=False)
    Game.objects.filter(pk=game.pk).update(bank_seconds=seconds)
    for seat in game.seats.filter(user__isnull=False).select_related("user"):
        sit_down(game_id=game.pk, user=seat.user, corte_hash="", address="", now=now)
    game.refresh_from_db()
    return game


def plays(game, now):
    """Who is due plays a card."""
    seat = whoever_acts(game).number
    act(game, a_card_to_play(game), now)
    game.refresh_from_db()
    return seat


@pytest.mark.feature("Playing", "A table may give each player a bank of time for the whole game")
def test_what_a_player_thinks_is_taken_from_the_bank(now):
    game = with_a_bank(now)
    first = plays(game, now + 25 * SECOND)
    second = plays(game, now + 35 * SECOND)
    assert (time_left(game, first), time_left(game, second)) == (95 * SECOND, 110 * SECOND)


def test_a_turn_lasts_no_longer_than_what_is_left(now):
    game = with_a_bank(now, seconds=30, turn_seconds=60)
    assert game.act_by == now + 30 * SECOND


def test_with_an_empty_bank_turns_are_short_and_the_clock_plays_the_least(now):
    game = with_a_bank(now, seconds=30, turn_seconds=60)
    late = whoever_acts(game).number
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    assert time_left(game, late) == 0 * SECOND
    now = now + 31 * SECOND
    while whoever_acts(game).number != late:
        plays(game, now)
    assert game.act_by - now == SHORT_TURN


@pytest.mark.sampled
def test_67_acts_at_the_last_second_stall_no_longer_than_bank_and_short_turns(now):
    game = with_a_bank(now, seconds=300, turn_seconds=120)
    stalls, acts, waited = whoever_acts(game).user_id, 0, timedelta()
    while acts < 67 and not game.is_over:
        state = state_of(game)
        if state.over:
            now = game.act_by
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        elif whoever_acts(game).user_id == stalls:
            waited += game.act_by - SECOND - now
            now, acts = game.act_by - SECOND, acts + 1
            plays(game, now)
        else:
            plays(game, now)
        game.refresh_from_db()
    assert waited <= 300 * SECOND + acts * SHORT_TURN
    assert acts == 67


def test_robots_have_no_bank_and_think_as_ever(now):
    game = with_a_bank(now, people=[a_person(), None])
    robot = game.seats.get(robot=True).number
    while not whoever_acts(game).robot:
        act(game, a_legal_token(game), now + SECOND)
        game.refresh_from_db()
    assert takes_a_pause(game.act_by - now - SECOND)
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    assert time_left(game, robot) == 120 * SECOND


def test_nobody_thinks_during_an_outage_or_while_the_judge_decides(now):
    game = with_a_bank(now)
    Heartbeat.objects.create(name=CLOCK, at=now + 10 * SECOND)
    outages.credit_outage(now=now + 30 * MINUTE)
    game.refresh_from_db()
    judge.pause_for_judge(game_id=game.pk, now=now + 30 * MINUTE)
    later = now + 50 * MINUTE
    judge.resume_after_ruling(game_id=game.pk, ruling=Proceed(), note="sigue", now=later)
    game.refresh_from_db()
    seat = plays(game, later + 5 * SECOND)
    assert time_left(game, seat) == 115 * SECOND


def test_an_outage_in_the_middle_of_a_turn_is_not_thought(now):
    game = with_a_bank(now)
    Heartbeat.objects.create(name=CLOCK, at=now + 10 * SECOND)
    outages.credit_outage(now=now + 30 * MINUTE)
    game.refresh_from_db()
    seat = plays(game, now + 30 * MINUTE + 5 * SECOND)
    assert time_left(game, seat) == 105 * SECOND


def test_without_a_bank_a_table_stores_nothing_of_it(now):
    game = a_table(now)
    plays(game, now + SECOND)
    assert (game.bank_seconds, game.thought, game.turn_at) == (None, [], None)
    assert time_bank.turn_length(game, [0]) == 30 * SECOND


def test_the_record_says_the_bank_and_what_each_thought(now):
    game = with_a_bank(now)
    seat = plays(game, now + 7 * SECOND)
    fold_to_the_end(game, now + 7 * SECOND)
    tags = dict(GameRecord(game, list(game.seats.order_by("number"))).notation().tags)
    assert tags["TimeBank"] == ("120",)
    assert int(tags["Thought"][seat]) >= 7
