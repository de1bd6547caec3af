"""Opening a table for two on one device."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.tables import CORTE, a_person, sealed

pytestmark = pytest.mark.django_db
CHOSEN = {"preset": "argentino", "company": "together", "seats": "2", "turn_seconds": "60"}


def opened(client: Client, **changes: str):
    return client.post("/tables/practice/", {**CHOSEN, **changes})


def test_a_person_and_a_name_sit_down_from_one_page(client):
    client.force_login(a_person("ana"))
    answer = opened(client, companion="  Luis  ", competitive="on")
    game = Game.objects.get()
    assert answer.url == f"/tables/{game.pk}/"
    assert (game.people, str(game)) == (("ana", "Luis"), "ana y Luis")
    assert (game.competitive, game.public, game.private) == (False, False, True)
    client.post(f"/tables/{game.pk}/sit/", {"corte_hash": sealed(game)})
    client.post(f"/tables/{game.pk}/open/", {"corte": CORTE})
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_a_stranger_plays_so_as_a_guest(client):
    opened(client, companion="Luis")
    assert Game.objects.get().seats.get(number=0).user.is_guest


@pytest.mark.parametrize("name", ["", "  ", "Juez", "a\u202eb", "x" * 41])
def test_the_other_has_a_name_by_the_rules_for_names(client, name):
    client.force_login(a_person("ana"))
    assert opened(client, companion=name).status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["Ana", "ána", "Luis", "luís"])
def test_the_other_has_a_name_that_is_neither_the_hosts_nor_of_an_account(client, name):
    a_person("luis")
    client.force_login(a_person("ana"))
    assert opened(client, companion=name).status_code == 422
    assert not Game.objects.exists()


def test_a_guest_has_a_companion_of_another_name(client):
    opened(client, companion="Luis")
    guest = User.objects.get(is_guest=True)
    User.objects.filter(pk=guest.pk).update(display_name="Zoe")
    answer = opened(client, companion="zoe")
    assert answer.status_code == 422
    assert "Así te llamás vos" in answer.text
    assert Game.objects.count() == 1


def test_the_name_matters_at_such_a_table_alone(client):
    client.force_login(a_person("ana"))
    assert opened(client, company="robots", companion="ana").status_code == 302
    assert not Game.objects.get().seats.exclude(companion="").exists()


def test_the_name_is_asked_for_at_such_a_table_alone(client):
    page = client.get("/tables/new/", {**CHOSEN}).text
    assert 'name="companion"' in page
    assert 'name="turn_seconds"' not in page, "nobody is hurried there"
    assert "(opcional)" not in page.split('name="companion"')[0][-300:]
    assert 'name="companion"' not in client.get("/tables/new/").text
    client.force_login(a_person("ana"))
    opened(client, company="robots", companion="Luis")
    assert not Game.objects.get().seats.exclude(companion="").exists()
