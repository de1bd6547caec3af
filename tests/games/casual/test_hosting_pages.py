"""Pages of a waiting table: seats, robots, rules, leaving and permissions."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
FOUR = {"preset": "argentino", "company": "people", "seats": "4", "turn_seconds": "60"}


@pytest.fixture
def host(client: Client) -> Client:
    """Somebody who sits at a table of four that they opened."""
    client.force_login(a_person("ana"))
    client.post("/tables/practice/", FOUR)
    post(client, "sit")
    return client


@pytest.fixture
def other(host: Client) -> Client:
    """Somebody who sat down opposite the host."""
    browser = Client()
    browser.force_login(a_person("luis"))
    post(browser, "sit", seat="2")
    return browser


def post(browser: Client, what: str, **values: str):
    return browser.post(f"/tables/{Game.objects.get().pk}/{what}/", values, headers=HTMX)


def page(browser: Client) -> str:
    return browser.get(f"/tables/{Game.objects.get().pk}/").content.decode()


def sitters() -> list[str]:
    seats = Game.objects.get().seats.order_by("number")
    return ["robot" if seat.robot else str(seat.user or "") for seat in seats]


@pytest.mark.feature("Playing", "Seats are chosen and changed, robots added, the host has a star")
def test_free_seats_offer_themselves_and_the_host_decides_the_rest(host, other):
    assert page(host).count("Pasar acá") == 2
    assert 'data-ask="¿Con robots en los lugares libres?">Empezar ya<' in page(host)
    assert "Empezar ya" not in page(other)
    assert page(Client()).count("Sentarme acá") == 2


def test_one_moves_by_the_button_of_a_seat(host, other):
    answer = post(other, "seat", seat="3")
    assert answer.status_code == 200
    assert sitters() == ["ana", "", "", "luis"]
    assert 'id="seat3" class="seat s0' in answer.content.decode(), "seen from the new seat"


def test_the_host_seats_robots_sends_them_away_and_starts(host, other):
    post(host, "robot", seat="1")
    assert sitters() == ["ana", "robot", "luis", ""]
    assert "Sacar" in page(host)
    post(host, "no-robot", seat="1")
    assert sitters() == ["ana", "", "luis", ""]
    post(host, "start")
    assert sitters() == ["ana", "robot", "luis", "robot"]
    assert Game.objects.get().status == Game.Status.LIVE


@pytest.mark.parametrize(
    ("what", "values", "status", "words"),
    [
        ("start", {}, 409, "Eso lo decide quien tiene la estrella."),
        ("robot", {"seat": "1"}, 409, "Eso lo decide quien tiene la estrella."),
        ("seat", {"seat": "0"}, 409, "Ese lugar ya está ocupado."),
        ("seat", {"seat": "17"}, 422, "Eso no se entiende en esta mesa."),
        ("seat", {"seat": "ésta"}, 422, "Eso no se entiende en esta mesa."),
    ],
)
def test_what_one_may_not_do_is_refused_in_words(host, other, what, values, status, words):
    before = sitters()
    answer = post(other, what, **values)
    assert (answer.status_code, words in answer.content.decode()) == (status, True)
    assert sitters() == before


def test_rules_that_change_are_shown_until_one_agrees(host, other):
    pk = Game.objects.get().pk
    assert host.get(f"/tables/{pk}/rules/").status_code == 200
    answer = host.post(f"/tables/{pk}/rules/", {"preset": "argentino", "target": "15"})
    assert answer.headers["Location"] == f"/tables/{pk}/"
    assert "Cambiaron las reglas" in page(other)
    assert "Cambiaron las reglas" not in page(host)
    assert "mira las reglas" in page(host)
    assert post(host, "start").status_code == 409
    post(other, "agreed")
    assert "Cambiaron las reglas" not in page(other)
    assert post(host, "start").status_code == 200


def test_the_number_of_seats_and_nonsense_stay_out_of_the_rules(host):
    game = Game.objects.get()
    path = f"/tables/{game.pk}/rules/"
    host.post(path, {"preset": "argentino", "seats": "2", "target": "15"})
    game.refresh_from_db()
    assert (game.rules.seats, game.rules.target) == (4, 15)
    refused = host.post(path, {"preset": "argentino", "target": "77"})
    assert refused.status_code == 422
    game.refresh_from_db()
    assert game.rules.target == 15


def test_whoever_stands_up_goes_to_the_lobby_and_the_star_goes_on(host, other):
    assert post(host, "leave").headers["HX-Redirect"] == "/tables/"
    assert sitters() == ["", "", "luis", ""]
    assert "Empezar ya" in page(other)
