"""The lobby's page: the text of a table, the order of tables, and the player's own table."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests.services import create_guest
from accounts.models import User
from games.casual import host_actions
from games.casual import services as casual
from games.engine import make_rules
from games.lobby import live as lobby_live
from games.models import Game
from games.play import saved_games
from games.records.queries import latest
from tests.games.friends import a_private_table, make_friends, sit
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = pytest.mark.django_db
ROW = re.compile(r'<li id="g(\d+)".*?</li>', re.DOTALL)


def a_waiting_table(now, host: User, *, seats: int = 4, competitive: bool = False) -> Game:
    game = casual.open_table(
        user=host,
        rules=make_rules("argentino", {"seats": str(seats)}),
        robots=False,
        private=False,
        public=True,
        competitive=competitive,
        turn_seconds=30,
        now=now,
    )
    sit(game, host, now)
    return game


def lobby_of(person: User | None = None) -> str:
    browser = Client()
    if person:
        browser.force_login(person)
    return browser.get("/tables/").content.decode()


def rows(page: str) -> dict[int, str]:
    return {int(found[1]): found[0] for found in ROW.finditer(page)}


@pytest.mark.feature(
    "Playing", "A row of the lobby shows rules, stake, players, robots and free seats"
)
def test_a_row_says_rules_stake_people_robots_and_free_seats(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana, competitive=True)
    host_actions.seat_robot(game_id=game.pk, user=ana, number=1, now=now)
    row = rows(lobby_of())[game.pk]
    robot = game.people[1]
    assert robot
    for said in ("Truco argentino", "2 contra 2", "por los puntos", "ana", robot):
        assert said in row
    assert row.count("hay lugar") == 2
    friendly = a_waiting_table(now, a_person("luis"))
    assert "amistosa" in rows(lobby_of())[friendly.pk]


@pytest.mark.feature("Playing", "The lobby shows friends' tables first")
def test_friends_tables_come_first_and_bear_a_star(now):
    ana, luis = a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    games = [a_waiting_table(now, host) for host in (a_person("mia"), luis, a_person("pepe"))]
    assert list(rows(lobby_of())) == [game.pk for game in reversed(games)], "the newest first"
    mine = rows(lobby_of(ana))
    assert next(iter(mine)) == games[1].pk
    assert 'class="friend"' in mine[games[1].pk]
    assert 'class="friend"' not in "".join(rows(lobby_of()).values())


def test_a_friends_table_is_found_however_full_the_house_is(now, monkeypatch):
    monkeypatch.setattr(lobby_live, "SHOWN", 2)
    ana, luis = a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    old = a_waiting_table(now, luis)
    newer = [a_waiting_table(now, a_person(f"host{number}")) for number in range(3)]
    assert list(rows(lobby_of())) == [newer[2].pk, newer[1].pk]
    mine = rows(lobby_of(ana))
    assert list(mine) == [old.pk, newer[2].pk, newer[1].pk]
    assert "data-beyond" in mine[old.pk], "what is sent to everybody does not name it"
    assert "data-beyond" not in mine[newer[2].pk]


def test_friends_cost_so_many_queries_however_many_tables(now, django_assert_max_num_queries):
    ana = a_person("ana")
    for number in range(5):
        host = a_person(f"host{number}")
        make_friends(now, ana, host)
        a_waiting_table(now, host)
        a_table(now, people=[host, None])
    browser = Client()
    browser.force_login(ana)
    with django_assert_max_num_queries(24):
        browser.get("/tables/")


def test_private_tables_are_in_no_lobby(now):
    game = a_private_table(now, a_person("ana"))
    Game.objects.filter(pk=game.pk).update(public=True)  # it may be watched once it is played
    assert rows(lobby_of()) == {}


def test_a_table_that_nobody_may_watch_still_has_room(now):
    game = a_waiting_table(now, a_person("ana"))
    Game.objects.filter(pk=game.pk).update(public=False)
    assert list(rows(lobby_of())) == [game.pk]
    assert Client().get(f"/tables/{game.pk}/").status_code == 200


def test_the_score_of_a_game_at_play_is_told(now):
    game = a_table(now)
    Game.objects.filter(pk=game.pk).update(score=[12, 9])
    assert "12–9" in rows(lobby_of())[game.pk]


@pytest.mark.feature("Playing", "A saved game continues from the lobby")
def test_a_saved_game_goes_on_from_ones_own_tables(now):
    ana = a_person("ana")
    game = a_table(now, people=[ana, None])
    saved_games.save_table(game_id=game.pk, now=now)
    assert "Seguir la partida" in lobby_of(ana)
    assert "Seguir la partida" not in lobby_of(a_person("luis"))
    browser = Client()
    browser.force_login(ana)
    answer = browser.post(f"/tables/{game.pk}/go-on/")
    assert answer["Location"] == f"/tables/{game.pk}/"
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert "Seguir la partida" not in lobby_of(ana)


def test_names_are_shown_as_they_are_written(now):
    ana = a_person("ana")
    User.objects.filter(pk=ana.pk).update(display_name="<b>Ana</b>")
    game = a_waiting_table(now, ana)
    assert "&lt;b&gt;Ana&lt;/b&gt;" in rows(lobby_of())[game.pk]


# ---- the player's own ended games ----
ENDED = re.compile(r'<li class="row ended">.*?</li>', re.DOTALL)


def an_ended_game(now, *people: User | None) -> Game:
    game = a_table(now, people=people, target="5")
    fold_to_the_end(game, now)
    return game


def ended(page: str) -> list[str]:
    return [re.sub(r"\s+", " ", found[0]) for found in ENDED.finditer(page)]


@pytest.mark.feature("Playing", "The lobby shows your latest games without a competition")
@pytest.mark.parametrize("is_guest", [False, True])
def test_a_game_that_ended_is_found_again_by_who_played_it(now, is_guest):
    own = create_guest(language="", zone="", now=now) if is_guest else a_person("ana")
    game = an_ended_game(now, None, own)
    (row,) = ended(lobby_of(own))
    won = game.winner == 1
    assert ("ganaste" if won else "perdiste") in row
    assert f"contra <bdi>{game.people[0]}</bdi>" in row
    assert f"{game.score[1]}–{game.score[0]}" in row, "one's own points first"
    for said in ("Truco argentino", 'record/">Ver la partida', 'record/review/">Repaso'):
        assert said in row
    assert "Tus últimas partidas" not in lobby_of(a_person("luis"))
    assert "Tus últimas partidas" not in lobby_of()


def test_what_has_no_review_and_what_is_of_a_competition_lead_to_none(now):
    ana = a_person("ana")
    shared, of_a_cup = an_ended_game(now, ana, None), an_ended_game(now, ana, None)
    shared.seats.filter(number=1).update(robot=False, companion="Tito")
    Game.objects.filter(pk=of_a_cup.pk).update(page="/matches/5/")
    (row,) = ended(lobby_of(ana))
    assert "contra <bdi>Tito</bdi>" in row
    assert "Repaso" not in row


def test_the_five_newest_cost_as_much_as_one(now, django_assert_num_queries):
    ana = a_person("ana")
    games = [an_ended_game(now, ana, None)]
    with CaptureQueriesContext(connection) as alone:
        latest(ana)
    games += [
        an_ended_game(now + number * timedelta(hours=1), ana, None, None, None)
        for number in range(1, 7)
    ]
    with django_assert_num_queries(len(alone)):
        shown = latest(ana)
    assert [each.game for each in shown] == games[:1:-1]
