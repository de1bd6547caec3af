"""Ending a casual game by agreement: who votes, until when, and what is left of the game."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from games.casual import services as casual
from games.common.errors import StaleError
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.play import clock, presence, replay
from games.table_page.live import TABLES
from tests.games.races import at_once
from tests.games.tables import a_person, a_table, act, fold_to_the_end, state_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def vote(game: Game, seat: int, now: datetime, *, ends: bool = True, hand: str = "") -> None:
    casual.vote_to_end(game_id=game.pk, seat=seat, hand=hand, ends=ends, now=now)
    game.refresh_from_db()


@pytest.mark.feature("Playing", "A casual game ends by agreement")
def test_a_game_ends_when_all_its_people_want_that_and_nobody_wins(now):
    game = a_table(now)
    vote(game, 0, now)
    assert game.status == Game.Status.LIVE
    vote(game, 1, now + SECOND)
    assert (game.status, game.agreed, game.winner) == (Game.Status.ANNULLED, True, None)
    assert game.revealed_seed, "its deals can be checked all the same"


def test_robots_do_not_vote(now):
    game = a_table(now, people=[a_person(), None, a_person(), None])
    vote(game, 0, now)
    vote(game, 2, now)
    assert game.agreed


def test_whoever_is_played_for_is_not_awaited(now):
    game = a_table(now)
    game.seats.filter(number=1).update(automatic=True)
    vote(game, 0, now)
    assert game.agreed


def test_alone_with_robots_one_vote_is_enough(now):
    game = a_table(now, people=[a_person(), None])
    vote(game, 0, now)
    assert game.agreed


def test_a_refusal_voids_the_votes_of_the_others(now):
    game = a_table(now)
    vote(game, 0, now)
    vote(game, 1, now, ends=False)
    vote(game, 1, now)
    assert game.status == Game.Status.LIVE, "the first vote is void, the second waits alone"


def test_a_vote_is_void_once_another_hand_is_dealt(now):
    game = a_table(now)
    vote(game, 0, now)
    label = replay.current_hand_label(game)
    while replay.current_hand_label(game) == label:
        now = _further(game, now)
    with pytest.raises(StaleError):
        vote(game, 1, now, hand=label)
    vote(game, 1, now)
    assert not game.agreed


def _further(game: Game, now: datetime) -> datetime:
    """Fold, or deal the next hand when this one is over."""
    if state_of(game).over:
        now = game.act_by or now
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    else:
        act(game, "mazo", now)
    game.refresh_from_db()
    return now


def test_a_vote_after_the_last_point_finds_the_game_over(now):
    game = a_table(now, target="15")
    vote(game, 0, now)
    label = replay.current_hand_label(game)
    fold_to_the_end(game, now)
    with pytest.raises(RefusedError) as refused:
        vote(game, 1, now, hand=label)
    assert refused.value.code == "closed"
    assert (game.status, game.agreed) == (Game.Status.FINISHED, False)


def test_a_game_of_a_competition_is_not_ended_by_its_players(now):
    game = a_table(now, competitive=True)
    Game.objects.filter(pk=game.pk).update(page="/matches/1/")
    with pytest.raises(RefusedError) as refused:
        vote(game, 0, now)
    assert refused.value.code == "not-casual"


@pytest.mark.parametrize("start", [{"number": 1}, None])
def test_a_table_that_a_fault_stopped_is_ended_by_its_people(now, start):
    game = a_table(now)
    game.seats.update(timeouts=1)
    game.start = start or game.start
    game.status, game.act_by = Game.Status.FROZEN, None
    game.save()
    vote(game, 0, now)
    assert "propone terminar" in board(game, 1)
    user_id = game.seats.get(number=1).user_id
    presence.arrive(game_id=game.pk, seat=1, user_id=user_id, socket="tab", now=now)
    vote(game, 1, now)
    assert (game.status, game.agreed) == (Game.Status.ANNULLED, True)


def board(game: Game, seat: int) -> str:
    audience = RenderKey(seat, "es-ar")
    return render_tree(TABLES.render(game.pk, [audience]).pieces[audience], "table")


@races
def test_two_last_votes_at_once_end_it_once(now):
    game = a_table(now)
    hand = replay.current_hand_label(game)
    votes = [
        partial(casual.vote_to_end, game_id=game.pk, seat=seat, hand=hand, ends=True, now=now)
        for seat in (0, 1)
    ]
    at_once(*votes)
    game.refresh_from_db()
    assert game.agreed
