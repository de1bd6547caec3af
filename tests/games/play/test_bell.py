"""The bell at a table: the hand in progress is the last one, and the leader wins (R-S5)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.engine import Loss, Proceed, Void, read_tgn, replay, write_tgn
from games.models import Action, Game
from games.play import clock, judge, time_limit
from games.play.finished_game import GameRecord
from tests.games.tables import a_table, act, may_fold, state_of
from tournaments.verification.games import game_violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]
NOW = datetime(2026, 11, 21, 21, tzinfo=UTC)
BELL = NOW + timedelta(minutes=45)
LATE = BELL + timedelta(seconds=1)


def a_timed_table(*, at=BELL, left=None, decides=True):
    game = a_table(NOW, dealt=may_fold)
    time_limit.set_time_limit_of_new_table(game, at=at, left=left, decides=decides)
    return game


def fold(game, now):
    """Whoever is due goes to the mazo; the hand is over."""
    act(game, "mazo", now)
    game.refresh_from_db()


def go_on(game):
    """Let the server do what is due; return when it did."""
    now = game.act_by
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    game.refresh_from_db()
    return now


def test_a_hand_that_is_over_before_the_bell_is_followed_by_another():
    game = a_timed_table()
    fold(game, NOW)
    go_on(game)
    assert (game.status, game.start["number"]) == (Game.Status.LIVE, 2)


def test_the_hand_in_which_the_bell_rings_is_the_last_and_the_leader_wins():
    game = a_timed_table()
    ahead = 1 - state_of(game).to_act[0] % 2
    fold(game, LATE)
    assert game.status == Game.Status.LIVE  # everybody sees how the hand ended
    go_on(game)
    assert (game.status, game.winner, game.by_time) == (Game.Status.FINISHED, ahead, True)
    assert max(game.score) < game.rules.target
    row = game.actions.order_by("-seq")[0]
    assert (row.by, row.token) == (Action.By.BELL, f"time={ahead}")
    assert not list(game_violations(live=False))


def test_the_bell_between_two_hands_ends_the_game_without_another():
    game = a_timed_table(at=NOW + timedelta(seconds=2))
    fold(game, NOW)
    go_on(game)
    assert game.by_time


def test_level_at_the_bell_one_more_hand_is_played():
    game = a_timed_table(at=NOW + timedelta(seconds=30))
    fold(game, NOW)
    go_on(game)  # the first hand ended before the bell
    fold(game, LATE)  # the other side folds: level
    assert game.score[0] == game.score[1]
    go_on(game)
    assert (game.status, game.start["number"]) == (Game.Status.LIVE, 3)
    fold(game, LATE + timedelta(minutes=1))
    go_on(game)
    assert (game.status, game.by_time) == (Game.Status.FINISHED, True)


def test_in_a_match_that_is_led_already_nobody_has_to_win_the_game():
    game = a_timed_table(decides=False)
    fold(game, LATE)
    go_on(game)
    assert (game.status, game.winner, game.by_time) == (Game.Status.ANNULLED, None, True)
    assert sum(game.score) > 0
    assert game.actions.order_by("-seq")[0].token == "time"
    assert not list(game_violations(live=False))


def test_a_paused_clock_rings_no_bell():
    game = a_timed_table(at=None, left=timedelta(minutes=3))
    fold(game, LATE)
    go_on(game)
    assert game.status == Game.Status.LIVE


def test_moving_the_bell_is_news_at_the_table_and_takes_nobody_any_time():
    game = a_timed_table()
    version, deadline = game.version, game.act_by
    later = BELL + timedelta(minutes=5)
    time_limit.set_time_limit([game], at=later, left=None)
    game.refresh_from_db()
    assert (game.bell_at, game.version, game.act_by) == (later, version + 1, deadline)
    time_limit.set_time_limit([game], at=later, left=None)
    game.refresh_from_db()
    assert game.version == version + 1
    fold(game, LATE)
    go_on(game)
    assert game.status == Game.Status.LIVE


@pytest.mark.parametrize(
    ("ruling", "by_time"), [(Proceed(), True), (Void(), False), (Loss(0), False)]
)
def test_a_table_that_waits_for_the_judge_ends_its_hand_when_the_judge_lets_it(ruling, by_time):
    game = a_timed_table()
    judge.pause_for_judge(game_id=game.pk, now=BELL - timedelta(seconds=1))
    game.refresh_from_db()
    judge.resume_after_ruling(game_id=game.pk, ruling=ruling, note="", now=LATE)
    game.refresh_from_db()
    if isinstance(ruling, Proceed):
        fold(game, LATE)
    if not game.is_over:
        go_on(game)
    assert game.by_time == by_time
    assert game.status == (Game.Status.LIVE if isinstance(ruling, Void) else Game.Status.FINISHED)


def test_late_twice_and_early_are_all_safe():
    game = a_timed_table()
    fold(game, LATE)
    seen, due = game.version, game.act_by
    early = due - timedelta(milliseconds=1)
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=seen, now=early)
    assert clock.act_on_timeout(game_id=game.pk, seen_version=seen, now=due + timedelta(hours=1))
    assert not clock.act_on_timeout(
        game_id=game.pk, seen_version=seen, now=due + timedelta(hours=1)
    )
    assert game.actions.filter(by=Action.By.BELL).count() == 1


@pytest.mark.parametrize("decides", [True, False])
def test_the_record_tells_the_bell_and_replays(decides):
    game = a_timed_table(decides=decides)
    fold(game, LATE)
    go_on(game)
    text = write_tgn(GameRecord(game, list(game.seats.order_by("number"))).notation())
    record = read_tgn(text)
    assert record.is_by_time
    final = replay(record).final
    assert final is not None
    assert (final.winner, list(final.score)) == (game.winner, game.score)
