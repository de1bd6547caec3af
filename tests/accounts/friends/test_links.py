"""A person's own link to become friends, and the search of people."""

import pytest
from django.test import Client

from accounts.friends import links
from accounts.friends import services as friends
from accounts.friends.services import find_people, friends_of
from accounts.models import User
from tests.accounts.people import a_guest
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


@pytest.mark.feature("Accounts and clubs", "Friends by a link or its QR code, with one tap")
def test_who_follows_a_link_and_taps_is_a_friend():
    ana, beto = a_person("ana"), a_person("beto")
    path = links.path_of(ana)
    page = browser_of(ana).get("/friends/").content.decode()
    assert "/friends/with/" in page
    browser = browser_of(beto)
    assert "quiere ser tu amigo" in browser.get(path).content.decode()
    assert not friends_of(ana).exists()
    assert browser.post(path).status_code == 302
    assert [*friends_of(ana)] == [beto]
    assert browser.post(path).status_code == 302


def test_a_forged_or_old_link_says_so(monkeypatch):
    ana = a_person()
    path = links.path_of(ana)
    assert Client().get(path[:-2] + "x/").status_code == 410
    monkeypatch.setattr(links, "LIFE", 0)
    assert Client().get(path).status_code == 410


def test_who_was_declined_before_only_asks(now):
    ana, beto = a_person(), a_person()
    friends.request_friendship(user=beto, other_id=ana.pk, now=now)
    friends.decline(user=ana, other_id=beto.pk, now=now)
    browser_of(beto).post(links.path_of(ana))
    assert not friends_of(ana).exists()


def test_a_stranger_signs_in_first_and_a_guest_has_no_friends(now):
    ana = a_person()
    assert Client().post(links.path_of(ana)).headers["Location"].startswith("/accounts/login/")
    guest = a_guest(now)
    assert browser_of(guest).post(links.path_of(ana)).status_code == 302
    assert not friends_of(ana).exists()


@pytest.mark.feature("Accounts and clubs", "People are found by a part of their name")
def test_people_are_found_by_a_part_of_their_name():
    ana, beto = a_person("ana"), a_person("beto")
    User.objects.filter(pk=beto.pk).update(display_name="Álvaro Gómez")
    User.objects.create_user("robotito", display_name="Álvaro", is_robot=True)
    assert find_people(ana, "alvaro") == [User.objects.get(pk=beto.pk)]
    page = browser_of(ana).get("/friends/", {"q": "gomez"}).content.decode()
    assert "Álvaro Gómez" in page
    assert "Agregar amigo" in page
    assert "Álvaro" not in browser_of(ana).get("/friends/", {"q": "al"}).content.decode()
