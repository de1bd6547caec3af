"""A guest with a friend's link is asked for a name, and cannot take another player's."""

import pytest
from django.test import Client

from accounts.guests.services import create_guest
from accounts.models import User
from games.invitations.views import _signer
from games.models import Game
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(now) -> Game:
    """A table at which Ana waits."""
    ana = a_person("ana")
    ana.display_name = "Ana Sosa"
    ana.save()
    return a_table(now, people=[ana, None], seated=False)


def by_link(game: Game) -> Client:
    browser = a_browser()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.WAITING)
    game.seats.filter(number=1).update(robot=False, sat_at=None)
    browser.get(f"/tables/join/{_signer.sign(str(game.pk))}/")
    return browser


def sit(browser: Client, game: Game, name: str):
    corte = {"corte_hash": "ab" * 32, "seat": "1", "name": name}
    return browser.post(f"/tables/{game.pk}/sit/", corte)


@pytest.mark.feature("Playing", "Who comes by a friend's link is asked for a name in one field")
def test_a_friend_is_asked_for_a_name_and_sits_down_with_it(game):
    browser = by_link(game)
    assert 'id="naming-name"' in text_of(browser.get(f"/tables/{game.pk}/"))
    assert sit(browser, game, "  Pepe   Ríos ").status_code in (200, 302)
    guest = User.objects.get(is_guest=True)
    assert str(guest) == "Pepe Ríos"
    assert game.seats.get(number=1).user == guest
    assert 'id="naming-name"' not in text_of(browser.get(f"/tables/{game.pk}/"))


def test_acts_that_are_refused_keep_no_guest_from_a_table(game):
    by_link(game)
    bad = {"corte_hash": "x", "seat": "1"}
    answers = [a_browser().post(f"/tables/{game.pk}/sit/", bad) for _ in range(6)]
    assert {answer.status_code for answer in answers} == {409}
    assert not any("muchos invitados" in text_of(answer) for answer in answers)
    assert sit(by_link(game), game, "Pepe Ríos").status_code in (200, 302)
    assert game.seats.get(number=1).user is not None


def test_who_comes_otherwise_is_not_asked(game):
    by_link(game)
    assert 'id="naming-name"' not in text_of(a_browser().get(f"/tables/{game.pk}/"))
    assert 'id="naming-name"' not in text_of(a_browser(a_person()).get(f"/tables/{game.pk}/"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", ""),
        ("Ana Sosa", "alguien"),
        ("Аna Sosa", "alfabetos"),
        ("ANA  SÓSA", "alguien"),
        ("ana", "alguien"),
        ("El Juez", "elegí otro"),
        ("Puto", "ofende"),
        ("P.u.t.o", "ofende"),
        ("\u202eanA", "invisibles"),
    ],
)
def test_a_name_that_offends_or_deceives_is_refused_and_nobody_sits(game, name, why):
    answer = sit(by_link(game), game, name)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    assert game.seats.get(number=1).user is None


@pytest.mark.parametrize("name", ["Pepe Ríos", "PEPÉ", "Pepe"])
def test_nobody_takes_the_name_of_a_guest_at_the_table(game, name, now):
    other = create_guest(language="es-ar", zone="UTC", name="Pepe Ríos", now=now)
    game.seats.filter(number=0).update(user=other)
    answer = sit(by_link(game), game, name)
    assert answer.status_code == 422
    assert "ya hay alguien" in answer.content.decode()


@pytest.mark.parametrize("name", ["Computo", "Ana Belén", "Sosa", "Dick", "Cacho"])
def test_an_honest_name_is_taken(game, name):
    assert sit(by_link(game), game, name).status_code in (200, 302)
