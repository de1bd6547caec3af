"""The page of quick pairing."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, PairingRequest
from games.pairing import services as pairing
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
WISH = {"preset": "argentino", "seats": "2", "length": "short", "who": "near"}


def a_browser() -> Client:
    browser = Client()
    browser.force_login(a_person())
    return browser


def begin(browser: Client, **more: str) -> str:
    answer = browser.post("/tables/quick/", {**WISH, **more}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_stranger_searches_as_a_guest_and_the_wish_is_kept(client):
    page = begin(client, who="anybody")
    assert 'data-state="searching"' in page
    request = PairingRequest.objects.get()
    assert request.user.is_guest
    client.post("/tables/quick/stop/")
    form = client.get("/tables/quick/").context["form"]
    assert form["who"].value() == "anybody"
    assert not PairingRequest.objects.exists()


def test_the_found_table_is_led_to_and_sits_the_reader_down():
    ana, beto = a_browser(), a_browser()
    begin(ana, competitive="on")
    begin(beto, competitive="on")
    PairingRequest.objects.filter(user__isnull=False).update(address="")
    pairing.tend(now=timezone.now())
    assert 'data-state="found"' in ana.get("/tables/quick/").content.decode()
    table = ana.post("/tables/quick/sit/").headers["Location"]
    assert f'data-sit="{table}sit/"' in ana.get(table).content.decode()
    assert Game.objects.get().competitive
    assert "data-here=" in ana.get(table).content.decode()


def test_the_practice_table_shows_the_search_and_others_do_not():
    ana = a_browser()
    begin(ana)
    table = ana.post("/tables/quick/company/").headers["Location"]
    assert 'data-search="bar"' in ana.get(table).content.decode()
    other = ana.post("/tables/practice/", {"seats": "2", "target": "15"}).headers["Location"]
    assert 'data-search="bar"' not in ana.get(other).content.decode()


def test_who_does_not_search_is_told_so(client):
    for act in ("sit", "company"):
        answer = client.post(f"/tables/quick/{act}/")
        assert answer.status_code == 409
        assert "Ya no estabas buscando" in answer.content.decode()


def test_a_wish_that_cannot_be_played_stays_on_the_page(client):
    answer = client.post("/tables/quick/", {**WISH, "preset": "ajedrez"})
    assert answer.status_code == 422
    assert not PairingRequest.objects.exists()
