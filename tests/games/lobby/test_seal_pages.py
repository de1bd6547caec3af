"""A page asks for a seal ahead, and its form is answered with a table that is dealt."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.common.rate_limit import HOUR, RateLimit
from games.lobby import views
from games.models import Game
from tests.games.tables import CORTE, a_person, a_table

pytestmark = pytest.mark.django_db
PATH = "/tables/seal/"
NOW = {"preset": "argentino", "seats": "2", "length": "short", "robots": "on"}
FORMS = [("/tables/now/", NOW), ("/tables/practice/", {"preset": "argentino", "seats": "2"})]


@pytest.fixture(autouse=True)
def _a_table_before() -> None:
    """The first table of a site on SQLite begins the numbers."""
    a_table(timezone.now())


def seal_of(browser: Client) -> dict[str, Any]:
    answer = browser.get(PATH)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    return answer.json()


def sent(browser: Client, path: str, form: dict[str, str], seal: dict[str, Any]) -> str:
    """Send a form with a cut; return the page of the table."""
    cut = {"seal": seal["token"], "corte": CORTE, "shows_address": "yes"}
    answer = browser.post(path, {**form, **cut})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(("path", "form"), FORMS)
@pytest.mark.parametrize("is_known", [False, True])
def test_the_form_is_answered_with_the_cards(client, path, form, is_known):
    if is_known:
        client.force_login(a_person())
    seal = seal_of(client)
    page = sent(client, path, form, seal)
    game = Game.objects.get(pk=seal["game"])
    assert f'data-address="/tables/{game.pk}/"' in page
    assert page.count('class="held') == 3
    assert "data-sit=" not in page
    assert game.seats.get(number=0).contribution == CORTE


def test_a_guest_uses_a_seal_of_their_own(client):
    client.post("/tables/practice/", FORMS[1][1])
    seal = seal_of(client)
    sent(client, *FORMS[1], seal)
    assert Game.objects.get(pk=seal["game"]).status == Game.Status.LIVE


def test_a_seal_sent_twice_falls_back_to_the_page(client):
    seal = seal_of(client)
    sent(client, *FORMS[1], seal)
    page = sent(Client(), *FORMS[1], seal)
    game = Game.objects.latest("pk")
    assert game.pk != seal["game"]
    assert f'data-sit="/tables/{game.pk}/sit/"' in page


def test_so_does_a_seal_of_somebody_else(client):
    seal = seal_of(client)
    client.force_login(a_person())
    assert "data-sit=" in sent(client, *FORMS[1], seal)


def test_an_address_gets_so_many_seals(client, monkeypatch):
    monkeypatch.setattr(views, "SEALS", RateLimit("seals", 1, HOUR))
    assert [client.get(PATH).status_code for _ in range(2)] == [200, 204]
