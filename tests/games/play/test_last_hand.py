"""The mão de onze at a table whose players leave: the hand is decided all the same (R-B2)."""

from datetime import datetime

import pytest

from games.models import Action, Game
from games.play import clock
from tests.games.tables import a_person, a_table, act, state_of, takes_a_pause

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def at_eleven(now: datetime) -> Game:
    """A table of four whose team 0 has eleven of twelve and has to decide."""
    game = a_table(now, people=[a_person() for _ in range(4)], preset="paulista")
    score = [11, 7]
    Game.objects.filter(pk=game.pk).update(start={**game.start, "score": score}, score=score)
    assert state_of(game).to_act == (0, 2)
    game.refresh_from_db()
    return game


def leave_seats(game: Game, *numbers: int) -> None:
    game.seats.filter(number__in=numbers).update(automatic=True, timeouts=2)
    game.refresh_from_db()


def tick(game: Game) -> None:
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()


def last_row(game: Game) -> Action:
    return game.actions.order_by("seq").last()


def test_a_partner_decides_for_a_player_who_left(now: datetime) -> None:
    game = at_eleven(now)
    leave_seats(game, 0)
    act(game, "joga", now, seat=2)
    state = state_of(game)
    assert (state.over, state.opening) == (False, "")
    assert state.to_act == (state.turn,)


def test_when_time_is_up_the_team_runs(now: datetime) -> None:
    game = at_eleven(now)
    leave_seats(game, 0)
    tick(game)
    row = last_row(game)
    assert (row.seat, row.token, row.by) == (2, "corre", Action.By.CLOCK)
    state = state_of(game)
    assert [tuple(entry) for entry in state.points] == [(1, 1, "mao-x-refused")]
    assert state.score == (11, 8)


def test_of_two_players_who_left_a_robot_decides_and_the_game_goes_on(now: datetime) -> None:
    game = at_eleven(now)
    leave_seats(game, 0, 2)
    tick(game)
    row = last_row(game)
    assert row.token in {"joga", "corre"}
    assert row.seat in {0, 2}
    if not state_of(game).over:
        assert takes_a_pause(game.act_by - row.at) or state_of(game).turn % 2 == 1
    tick(game)
