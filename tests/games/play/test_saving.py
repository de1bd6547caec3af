"""Saved tables: which kinds, permissions, resumption and retention."""

from datetime import timedelta

import pytest

from accounts.common.errors import RefusedError
from games.models import Game
from games.play import abandonment, clock, presence, saved_games, seats
from games.play.actions import Actor
from tests.games.tables import a_person, a_table, act, state_of, whoever_acts

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def save(game: Game, now) -> None:
    saved_games.save_table(game_id=game.pk, now=now)
    game.refresh_from_db()


def go_on(game: Game, seat: int, now, *, without_others: bool = False) -> None:
    saved_games.resume_table(game_id=game.pk, seat=seat, without_others=without_others, now=now)
    game.refresh_from_db()


@pytest.mark.feature("Playing", "A game is saved and continued on another day")
def test_a_practice_table_goes_on_where_it_was_saved(now):
    game = a_table(now, people=[a_person(), None])
    before = state_of(game)
    save(game, now)
    assert (game.status, game.act_by) == (Game.Status.SAVED, None)
    later = now + 29 * DAY
    go_on(game, 0, later)
    assert (game.status, game.saved_at) == (Game.Status.LIVE, None)
    assert state_of(game) == before
    assert game.act_by > later


def test_no_clock_runs_at_a_saved_table(now):
    game = a_table(now)
    save(game, now)
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now + DAY)
    assert clock.replace_absent(now=now + DAY) == 0
    with pytest.raises(RefusedError) as refused:
        act(game, "mazo", now + DAY)
    assert refused.value.code == "closed"


def test_friends_go_on_when_the_last_of_them_is_back(now):
    game = a_table(now)
    save(game, now)
    go_on(game, 0, now + DAY)
    assert game.status == Game.Status.SAVED
    go_on(game, 1, now + DAY + SECOND)
    assert game.status == Game.Status.LIVE
    assert game.act_by == now + DAY + SECOND + timedelta(seconds=game.turn_seconds)


def test_whoever_is_back_but_left_again_is_awaited(now):
    game = a_table(now)
    save(game, now)
    user_id = game.seats.get(number=0).user_id
    presence.arrive(game_id=game.pk, seat=0, user_id=user_id, socket="tab", now=now + DAY)
    go_on(game, 0, now + DAY)
    presence.leave(game_id=game.pk, socket="tab", now=now + DAY + SECOND)
    go_on(game, 1, now + 2 * DAY)
    assert game.status == Game.Status.SAVED


def test_one_may_go_on_without_the_others_for_whom_robots_play(now):
    game = a_table(now)
    save(game, now)
    go_on(game, 0, now + DAY, without_others=True)
    assert game.status == Game.Status.LIVE
    assert [seat.automatic for seat in game.seats.all()] == [False, True]


def test_saving_or_going_on_twice_changes_nothing(now):
    game = a_table(now, people=[a_person(), None])
    save(game, now)
    version = game.version
    save(game, now + SECOND)
    assert (game.version, game.saved_at) == (version, now)
    go_on(game, 0, now + DAY)
    deadline, version = game.act_by, game.version
    go_on(game, 0, now + DAY + SECOND)
    assert (game.version, game.act_by) == (version, deadline)


def test_a_game_for_points_is_not_put_aside(now):
    game = a_table(now, competitive=True)
    with pytest.raises(RefusedError) as refused:
        save(game, now)
    assert refused.value.code == "not-to-be-saved"


def test_a_table_that_waits_or_is_over_cannot_be_saved(now):
    for game in (a_table(now, seated=False), _annulled(now)):
        with pytest.raises(RefusedError) as refused:
            save(game, now)
        assert refused.value.code == "closed"


def test_a_table_that_is_over_does_not_go_on(now):
    with pytest.raises(RefusedError) as refused:
        go_on(_annulled(now), 0, now)
    assert refused.value.code == "closed"


def _annulled(now) -> Game:
    game = a_table(now)
    seats.annul_game(game_id=game.pk, now=now)
    return game


def test_a_saved_table_is_kept_for_thirty_days(now):
    game = a_table(now)
    save(game, now)
    assert abandonment.close_abandoned(now=now + 30 * DAY - SECOND) == 0
    assert abandonment.close_abandoned(now=now + 30 * DAY) == 1
    game.refresh_from_db()
    assert (game.status, bool(game.revealed_seed)) == (Game.Status.ANNULLED, True)


def resumed_after_three_days(now) -> Game:
    """A game with a robot; its player came back after three days, and has not acted since."""
    game = a_table(now, people=[a_person(), None])
    come(game, 0, now)
    save(game, now)
    presence.leave(game_id=game.pk, socket="tab 0", now=now)
    come(game, 0, now + 3 * DAY)
    go_on(game, 0, now + 3 * DAY)
    return game


def test_a_resumed_game_that_is_left_before_a_card_is_kept_for_a_day(now):
    game = resumed_after_three_days(now)
    left = now + 3 * DAY + SECOND
    presence.leave(game_id=game.pk, socket="tab 0", now=left)
    later = left + 45 * SECOND
    assert clock.replace_absent(now=later) == 1
    game.refresh_from_db()
    for _ in range(2):  # a robot's turn may come first
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=later + 60 * SECOND)
        game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert abandonment.close_abandoned(now=later + 2 * 60 * SECOND) == 0
    assert abandonment.close_abandoned(now=later + DAY + 2 * 60 * SECOND) == 1


def test_a_resumed_game_that_a_fault_stops_at_once_is_kept_for_a_day(now):
    game = resumed_after_three_days(now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FROZEN, act_by=None)
    assert abandonment.close_abandoned(now=now + 3 * DAY + 60 * SECOND) == 0
    assert abandonment.close_abandoned(now=now + 4 * DAY + 60 * SECOND) == 1


def test_the_hand_in_progress_is_whose_it_was(now):
    game = a_table(now)
    due = whoever_acts(game).number
    save(game, now)
    go_on(game, due, now + DAY, without_others=True)
    act(game, "mazo", now + DAY + SECOND)
    assert game.actions.get().seat == due


def come(game: Game, seat: int, now) -> Actor:
    """Open the table in a tab; return the player with the tab's socket."""
    user_id, tab = game.seats.get(number=seat).user_id, f"tab {seat}"
    presence.arrive(game_id=game.pk, seat=seat, user_id=user_id, socket=tab, now=now)
    return Actor(user_id, tab)


def test_whoever_left_the_tab_open_plays_on_in_it(now):
    game = a_table(now)
    tabs = [come(game, seat, now) for seat in (0, 1)]
    due = whoever_acts(game).number
    save(game, now)
    presence.leave(game_id=game.pk, socket=f"tab {1 - due}", now=now)
    come(game, 1 - due, now + DAY)
    for seat in (1 - due, due):
        go_on(game, seat, now + DAY)
    act(game, "mazo", now + DAY + SECOND, actor=tabs[due])
    assert game.actions.get().seat == due


def test_a_seat_that_its_player_takes_back_stays_theirs(now):
    game = a_table(now)
    user_id = come(game, 1, now).user_id
    save(game, now)
    go_on(game, 0, now + DAY, without_others=True)
    presence.take_back(game_id=game.pk, user_id=user_id, now=now + DAY)
    assert clock.replace_absent(now=now + DAY + SECOND) == 0
    assert not game.seats.get(number=1).automatic
