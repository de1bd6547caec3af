"""Hints at a practice table: requested by the player in turn, computed outside the web process."""

import json
import subprocess
from typing import Any

import pytest
from django.test import Client

from accounts.common.errors import RefusedError
from games.engine import legal_actions, to_token
from games.models import Game
from games.reviews import action_values
from games.reviews import services as reviews
from games.reviews.queries import priced
from tests.games.tables import a_card_to_play, a_person, a_table, act, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def practice(now, **options: Any) -> Game:
    """A table of one person and a robot, where the person is to act."""
    return a_table(now, people=[a_person(), None], dealt=lambda state: 0 in state.to_act, **options)


def person(game: Game, seat: int = 0):
    user = game.seats.get(number=seat).user
    assert user is not None
    return user


def page(game: Game, user) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(f"/tables/{game.pk}/hint/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.sampled
def test_every_action_has_its_price(now):
    game = practice(now)
    told = action_values.hint(game_id=game.pk, seat=0)
    legal = {to_token(action) for action in legal_actions(state_of(game), 0)}
    assert {price["token"] for price in told} == legal
    assert [price["mean"] for price in told] == sorted((p["mean"] for p in told), reverse=True)


@pytest.mark.sampled
def test_a_version_is_weighed_once(now):
    game = practice(now)
    first = action_values.hint(game_id=game.pk, seat=0)
    assert action_values.hint(game_id=game.pk, seat=0) is first


@pytest.mark.feature("Playing", "Hints at a practice table, from what the player sees")
def test_no_card_that_its_seat_has_not_seen_is_sent(now, monkeypatch):
    """The robot's hand may be dealt by chance, too, but not at each of many versions."""
    sent = []

    def weighed(command, **options):
        sent.append(json.loads(options["input"]))
        return subprocess.CompletedProcess(command, 0, stdout='[{"token": "no"}]')

    monkeypatch.setattr(reviews.subprocess, "run", weighed)
    game = practice(now)
    for seed in range(8):
        monkeypatch.setattr(action_values, "_seed", lambda game, seed=seed: f"{seed}")
        action_values.hint(game_id=game.pk, seat=0)
    hidden = {str(card) for card in state_of(game).held[1]}
    dealt = [set(each["position"]["hands"][1]) for each in sent]
    assert any(hands != hidden for hands in dealt)
    assert len(set(map(frozenset, dealt))) > 1


@pytest.mark.parametrize("how", ["two people", "for points", "of a competition"])
def test_there_is_none_where_somebody_else_plays_or_something_is_at_stake(now, how):
    game = a_table(now, people=[a_person(), a_person()]) if how == "two people" else practice(now)
    if how == "for points":
        Game.objects.filter(pk=game.pk).update(competitive=True)
    if how == "of a competition":
        Game.objects.filter(pk=game.pk).update(page="/competitions/1/")
    with pytest.raises(RefusedError, match="no-hint"):
        action_values.hint(game_id=game.pk, seat=0)
    user = person(game)
    assert "practicás con robots" in page(game, user)
    client = Client()
    client.force_login(user)
    assert f"/tables/{game.pk}/hint/" not in client.get(f"/tables/{game.pk}/").content.decode()


def test_there_is_none_out_of_turn(now):
    game = practice(now)
    act(game, a_card_to_play(game), now)
    with pytest.raises(RefusedError, match="not-your-turn"):
        action_values.hint(game_id=game.pk, seat=0)


def test_there_is_none_in_a_blind_hand(now):
    game = practice(now, preset="paulista")
    score = [11, 11]
    Game.objects.filter(pk=game.pk).update(start={**game.start, "score": score}, score=score)
    assert "No ves tus cartas" in page(game, person(game))


def test_who_watches_gets_none(now):
    assert "mirando" in page(practice(now), a_person())


def test_what_takes_too_long_or_fails_is_said(now, monkeypatch):
    game = practice(now)
    monkeypatch.setattr(reviews.sys, "executable", "/bin/false")
    assert "Ahora no hay consejo" in page(game, person(game))


def test_no_more_than_a_few_are_weighed_at_once(now, monkeypatch):
    game = practice(now)
    monkeypatch.setattr(action_values._places, "acquire", lambda blocking: False)
    assert "Hay otros pidiendo consejo" in page(game, person(game))


def test_its_sheet_tells_the_price_of_every_action(now, monkeypatch):
    prices = [
        {"token": "envido", "mean": 0.84, "error": 0.1, "share": 0.7, "advised": True},
        {"token": "mazo", "mean": -1.0, "error": 0.0, "share": 0.0, "advised": True},
        {"token": "truco", "mean": -0.04, "error": 0.1, "share": 0.3, "advised": True},
    ]
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: prices)
    game = practice(now)
    html = page(game, person(game))
    assert "+0,8" in html
    assert "70 %" in html
    assert html.index("Truco") < html.index("Me voy al mazo")
    client = Client()
    client.force_login(person(game))
    assert f"/tables/{game.pk}/hint/" in client.get(f"/tables/{game.pk}/").content.decode()


def test_its_sheet_names_no_call_that_the_tahur_seldom_makes(now, monkeypatch):
    prices = [
        {"token": "truco", "mean": 0.9, "share": 0.1, "advised": False},
        {"token": "envido", "mean": 0.4, "share": 0.3, "advised": True},
        {"token": "real", "mean": 0.2, "share": 0.6, "advised": True},
    ]
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: prices)
    game = practice(now)
    html = page(game, person(game))
    assert "Lo que más rinde: Envido (+0,4)" in html
    assert "el tahúr lo hace poco" in html
    assert html.index("+0,9") < html.rindex("+0,4") < html.index("+0,2")


def test_its_sheet_names_calls_by_the_prices_of_the_table(now, monkeypatch):
    prices = [{"token": "vale4", "mean": 0.84, "share": 0.7, "advised": True}]
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: prices)
    game = practice(now, preset="mineiro", prices="2-4-6-8-12")
    html = page(game, person(game))
    assert "Oito" in html
    assert "Dez" not in html


def test_what_brings_most_stands_first_and_of_equals_the_tahurs_choice():
    prices = [
        {"token": "12e", "mean": 1.7, "share": 0.0, "advised": True},
        {"token": "envido", "mean": 1.4, "share": 0.8, "advised": True},
        {"token": "mazo", "mean": -0.04, "share": 0.0, "advised": True},
        {"token": "truco", "mean": 0.04, "share": 0.2, "advised": True},
    ]
    told = priced(prices, "argentino")
    assert [price.said for price in told] == ["rey de espadas", "Envido", "Truco", "Me voy al mazo"]
    assert [price.points for price in told] == ["+1,7", "+1,4", "0", "0"]
