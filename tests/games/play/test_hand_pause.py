"""The pause after a hand ends when every person has seen the result, and at its deadline."""

from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings

from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.play import clock, hand_pause
from games.play.errors import SpectatorError
from games.table_page.live import TABLES
from tests.games.races import at_once
from tests.games.tables import a_person, a_table, act, may_fold
from tests.tournaments.browsers import a_browser

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND = timedelta(seconds=1)


def after_a_hand(now, people, **more) -> Game:
    """A table whose first hand was just folded."""
    game = a_table(now, people=people, dealt=may_fold, **more)
    act(game, "mazo", now)
    game.refresh_from_db()
    return game


def tap_continue(game: Game, person, now, hand: str | None = None) -> Game:
    label = str(game.start["number"]) if hand is None else hand
    hand_pause.go_on(game_id=game.pk, user_id=person.pk, hand=label, now=now)
    game.refresh_from_db()
    return game


def board(game: Game, seat: int | None) -> str:
    audience = RenderKey(seat, "es-ar")
    return str(render_tree(TABLES.render(game.pk, [audience]).pieces[audience], "table"))


@pytest.mark.feature("Playing", "The pause after a hand ends when every player has tapped")
def test_the_next_hand_is_dealt_when_both_have_tapped(now):
    ana, beto = a_person("ana"), a_person("beto")
    game = after_a_hand(now, [ana, beto])
    assert game.act_by == now + settings.HAND_PAUSE * SECOND
    version = game.version
    tap_continue(game, ana, now)
    assert (game.version, game.start["number"]) == (version, 1)
    assert ">✓ listo<" in board(game, 1)
    assert 'class="go"' in board(game, 1)
    assert 'class="go"' not in board(game, 0)
    tap_continue(game, beto, now + SECOND)
    assert (game.version, game.start["number"]) == (version + 1, 2)
    assert game.act_by == now + SECOND + game.turn_seconds * SECOND
    assert "listo" not in board(game, 1)


def test_against_robots_one_tap_is_enough(now):
    ana = a_person("ana")
    game = a_table(now, people=[ana, None])
    while not (game.refresh_from_db() or game.start["number"] > 1):
        state = clock.current_state(game, clock.DealSource(game, list(game.seats.all())))
        if state.over:
            break
        seat = game.seats.get(number=state.to_act[0])
        if seat.robot:
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        else:
            act(game, "mazo" if may_fold(state) else "no", game.act_by)
    tap_continue(game, ana, now)
    assert game.start["number"] == 2


def test_nobody_waits_for_somebody_whose_seat_a_robot_plays(now):
    ana, beto = a_person("ana"), a_person("beto")
    game = after_a_hand(now, [ana, beto])
    game.seats.filter(user=beto).update(automatic=True)
    game.refresh_from_db()
    tap_continue(game, ana, now)
    assert game.start["number"] == 2


def test_without_taps_the_deadline_deals(now):
    ana, beto = a_person("ana"), a_person("beto")
    game = after_a_hand(now, [ana, beto])
    tap_continue(game, ana, now)
    at = partial(clock.act_on_timeout, game_id=game.pk, seen_version=game.version)
    assert not at(now=game.act_by - SECOND)
    assert at(now=game.act_by)
    game.refresh_from_db()
    assert game.start["number"] == 2


@pytest.mark.parametrize("hand", ["1", "", "7"])
def test_a_tap_that_comes_late_or_again_changes_nothing(now, hand):
    ana, beto = a_person("ana"), a_person("beto")
    game = after_a_hand(now, [ana, beto])
    tap_continue(game, ana, now)
    tap_continue(game, beto, now)
    version = game.version
    for person in (ana, beto, ana):
        tap_continue(game, person, now, hand)
    assert game.version == version


def test_only_who_has_a_seat_may_go_on(now):
    game = after_a_hand(now, [a_person("ana"), a_person("beto")])
    with pytest.raises(SpectatorError):
        tap_continue(game, a_person("carla"), now)
    assert game.start["number"] == 1


def test_a_tap_through_the_page(now, settings):
    settings.HAND_PAUSE = 3600
    ana, beto = a_person("ana"), a_person("beto")
    game = after_a_hand(now, [ana, beto])
    for person in (ana, beto):
        a_browser(person).post(f"/tables/{game.pk}/next/", {"hand": "1"})
    game.refresh_from_db()
    assert game.start["number"] == 2


@pytest.mark.django_db(transaction=True)
def test_two_last_taps_at_once_deal_once(now):
    people = [a_person("ana"), a_person("beto")]
    game = after_a_hand(now, people)
    version = game.version
    at_once(
        *(partial(tap_continue, Game.objects.get(pk=game.pk), person, now) for person in people)
    )
    game.refresh_from_db()
    assert (game.version, game.start["number"]) == (version + 1, 2)
