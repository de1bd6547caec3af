"""Buttons between two people: what they post, what is left to do then, and words for refusals."""

import pytest
from django.test import Client

from accounts.friends import services as friends
from accounts.models import Friendship, User
from tests.accounts.people import NOW, PASSWORD, a_guest, a_person

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def ana(client: Client) -> User:
    ana = a_person("ana")
    client.force_login(ana)
    return ana


@pytest.fixture
def luis() -> User:
    return a_person("luis")


def page_of(client: Client, person: User) -> str:
    return client.get(f"/players/{person.username}/").content.decode()


def test_a_tap_on_a_players_page_asks_and_leads_back_there(client, ana, luis):
    assert "Agregar amigo" in page_of(client, luis)
    answer = client.post(f"/friends/{luis.pk}/add/", {"next": "/players/luis/"}, follow=True)
    assert answer.redirect_chain == [("/players/luis/", 302)]
    assert "Solicitud enviada" in answer.content.decode()
    assert friends.ties(ana, [luis.pk]) == {luis.pk: "asked"}


def test_who_was_asked_agrees_or_declines_on_the_page_of_the_other(client, ana, luis):
    friends.request_friendship(user=luis, other_id=ana.pk, now=NOW)
    shown = page_of(client, luis)
    assert "Aceptar" in shown
    assert "No, gracias" in shown
    client.post(f"/friends/{luis.pk}/decline/")
    assert "Agregar amigo" in page_of(client, luis)
    client.post(f"/friends/{luis.pk}/add/")
    assert "Son amigos" in page_of(client, luis)
    client.post(f"/friends/{luis.pk}/part/")
    assert not Friendship.objects.exists()


def test_a_declined_request_can_be_withdrawn(client, ana, luis):
    friends.request_friendship(user=ana, other_id=luis.pk, now=NOW)
    friends.decline(user=luis, other_id=ana.pk, now=NOW)
    assert "Retirarla" in client.get("/friends/").content.decode()
    answer = client.post(f"/friends/{luis.pk}/part/", headers=PART)
    assert "Agregar amigo" in answer.content.decode()
    assert "Retirarla" not in client.get("/friends/").content.decode()


def test_htmx_gets_what_is_left_to_do(client, ana, luis):
    answer = client.post(f"/friends/{luis.pk}/add/", headers=PART)
    assert answer.status_code == 200
    assert "Retirarla" in answer.content.decode()
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [("es-ar", "Para ser amigos, los dos necesitan una cuenta."), ("en", "both need an account.")],
)
def test_a_refusal_is_said_in_words_on_a_page_and_in_a_part(client, ana, language, words):
    User.objects.filter(pk=ana.pk).update(language=language)
    guest = a_guest()
    for headers in ({}, PART):
        answer = client.post(f"/friends/{guest.pk}/add/", headers=headers)
        assert answer.status_code == 409
        assert words in answer.content.decode()
    assert not Friendship.objects.exists()


def test_each_refusal_has_words_of_its_own(client, ana, monkeypatch):
    monkeypatch.setattr(friends, "MOST_ASKED", 0)
    robot = a_person("robot", is_robot=True)
    asked = {ana.pk: "Amigos son dos", robot.pk: "es un robot", a_person("mia").pk: "demasiadas"}
    for person, words in asked.items():
        answer = client.post(f"/friends/{person}/add/")
        assert words in answer.content.decode()
    assert client.post(f"/friends/{10**9}/add/").status_code == 404


def test_no_button_for_oneself_nor_for_a_robot(client, ana):
    robot = a_person("robot", is_robot=True)
    assert "Agregar amigo" not in page_of(client, ana)
    assert "Agregar amigo" not in page_of(client, robot)


def test_a_stranger_signs_in_and_their_request_is_kept(luis):
    a_person("ana")
    stranger = Client()
    assert "Agregar amigo" in page_of(stranger, luis)
    answer = stranger.post(f"/friends/{luis.pk}/add/")
    assert answer.status_code == 302
    signed = stranger.post(answer["Location"], {"login": "ana", "password": PASSWORD}, follow=True)
    assert f"/friends/{luis.pk}/add/" in signed.content.decode()
    assert not Friendship.objects.exists(), "nothing is done before it is sent again"


def test_a_get_asks_nobody(client, ana, luis):
    assert client.get(f"/friends/{luis.pk}/add/").status_code == 405
    assert not Friendship.objects.exists()


def test_the_way_back_stays_on_this_site(client, ana, luis):
    answer = client.post(f"/friends/{luis.pk}/add/", {"next": "https://example.org/"})
    assert answer["Location"] == "/"
