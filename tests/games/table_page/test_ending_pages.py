"""Ending, saving and repeating a casual game in the browser."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play import seats
from tests.games.tables import a_person, a_table, fold_to_the_end, sealed

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def signed_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture
def people() -> tuple[User, User]:
    return a_person("ana"), a_person("luis")


@pytest.fixture
def game(people) -> Game:
    return a_table(timezone.now(), people=people, target="15")


def post(browser: Client, game: Game, what: str, **values: str):
    return browser.post(f"/tables/{game.pk}/{what}/", values, headers=HTMX)


def test_one_proposes_the_other_is_asked_and_agrees(game, people):
    ana, luis = map(signed_in, people)
    assert "¿Terminamos acá?" in post(ana, game, "end", ends="1").content.decode()
    asked = luis.get(f"/tables/{game.pk}/").content.decode()
    assert "ana propone terminar." in asked
    answer = post(luis, game, "end", ends="1", hand="1").content.decode()
    assert "Terminada de común acuerdo" in answer
    assert "Revancha" in answer


def test_whoever_wants_to_go_on_says_so(game, people):
    ana, luis = map(signed_in, people)
    post(ana, game, "end", ends="1")
    assert "propone terminar" not in post(luis, game, "end", ends="0", hand="1").content.decode()
    assert "¿Terminamos acá?" not in ana.get(f"/tables/{game.pk}/").content.decode()


@pytest.mark.parametrize("what", ["end", "save", "go-on", "again"])
def test_spectators_decide_nothing(game, what):
    answer = post(signed_in(a_person("mia")), game, what, ends="1")
    assert answer.status_code == 403
    assert "Estás mirando" in answer.content.decode()
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_who_has_left_the_table_votes_on_nothing(people):
    ana, luis = people
    game = a_table(timezone.now(), people=[ana, luis], seated=False, target="15")
    browser = signed_in(luis)
    seats.sit_down(
        game_id=game.pk, user=luis, corte_hash=sealed(game), address="", now=timezone.now()
    )
    assert post(browser, game, "leave").status_code == 200
    seat = game.seats.get(number=1)
    assert seat.user_id is None
    answer = post(browser, game, "end", ends="1")
    assert answer.status_code == 403
    assert "Estás mirando" in answer.content.decode()
    assert not game.seats.exclude(ends_in="").exists()


def test_a_saved_game_goes_on_from_its_page(game, people):
    ana, luis = map(signed_in, people)
    assert post(ana, game, "save").headers["HX-Redirect"] == "/tables/"
    assert "Partida guardada" in luis.get(f"/tables/{game.pk}/").content.decode()
    waiting = post(luis, game, "go-on").content.decode()
    assert "Seguir sin esperar a los demás" in waiting
    assert "todavía no volvió" in waiting
    assert post(ana, game, "go-on").status_code == 200
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_a_rematch_leads_everybody_to_one_table(game, people):
    ana, luis = map(signed_in, people)
    assert post(ana, game, "again").status_code == 409
    fold_to_the_end(game, timezone.now())
    led = post(ana, game, "again").headers["HX-Redirect"]
    assert "data-sit" in ana.get(led).content.decode(), "its page sits down by itself"
    assert "Ir a la revancha" in luis.get(f"/tables/{game.pk}/").content.decode()
    assert post(luis, game, "again").headers["HX-Redirect"] == led
    assert "Con cambio de compañero" not in post(luis, game, "end").content.decode()


@pytest.mark.parametrize("is_awaited", [False, True])
def test_who_stood_up_from_a_rematch_comes_back_to_one(people, is_awaited):
    ana, luis = map(signed_in, people)
    four = [*people, a_person(), a_person()]
    game = a_table(timezone.now(), people=four, target="15", public=False)
    Game.objects.filter(pk=game.pk).update(private=True)
    seats.annul_game(game_id=game.pk, now=timezone.now())
    for browser in (ana, luis)[: 1 + is_awaited]:
        led = post(browser, game, "again").headers["HX-Redirect"]
    rematch = Game.objects.get(rematch_of=game)
    for user in people[: 1 + is_awaited]:
        seats.sit_down(game_id=rematch.pk, user=user, corte_hash="", address="", now=timezone.now())
    assert post(ana, rematch, "leave").status_code == 200
    assert ("te esperan" in ana.get(f"/tables/{game.pk}/").content.decode()) == is_awaited
    back = ana.get(post(ana, game, "again").headers["HX-Redirect"], follow=True)
    assert back.status_code == 200
    assert "data-sit" in back.content.decode()
    assert (back.request["PATH_INFO"] == led) == is_awaited


def test_only_a_friendly_game_offers_to_be_saved(game, people):
    page = signed_in(people[0]).get(f"/tables/{game.pk}/").content.decode()
    assert "Guardar y salir" in page
    for_points = a_table(timezone.now(), people=people, competitive=True)
    page = signed_in(people[0]).get(f"/tables/{for_points.pk}/").content.decode()
    assert "Guardar y salir" not in page
    assert post(signed_in(people[0]), for_points, "save").status_code == 409


@pytest.mark.parametrize("alone", [True, False])
def test_who_leaves_reads_what_becomes_of_the_table(people, alone):
    game = a_table(timezone.now(), people=[people[0], None if alone else people[1]])
    page = signed_in(people[0]).get(f"/tables/{game.pk}/").content.decode()
    assert ("Salir: la mesa queda en pausa" in page) == alone
    assert ("Salir: un robot juega por vos" in page) != alone
