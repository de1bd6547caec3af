"""Quick match: a tap opens a table that seats the player, or another if the seat is taken."""

import re

import pytest
from django.test import Client

from games.models import Game
from tests.games.friends import ask, make_friends
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
CSRF = re.compile(r'"X-CSRFToken": "(\w+)"')
LIKED = {"preset": "argentino", "seats": "2", "length": "short"}  # and no robot


def taps(browser: Client, **more: str) -> str:
    """Tap "Jugar ahora"; return the address of the table."""
    return browser.post("/tables/now/", {**LIKED, **more}).headers["Location"]


def sits(browser: Client, table: str):
    """Submit the form that the page submits automatically."""
    assert f'data-sit="{table}sit/"' in browser.get(table).content.decode()
    return browser.post(f"{table}sit/", headers=HTMX)


@pytest.mark.feature("Playing", "The page of the table that *Jugar ahora* found takes the seat")
def test_only_the_page_of_who_tapped_sits_down_by_itself_and_once(client):
    table = taps(client)
    assert "data-sit" not in Client().get(table).content.decode()
    assert sits(client, table).status_code == 200
    assert Game.objects.get().seats.get(number=0).sat_at is not None
    assert "data-sit" not in client.get(table).content.decode()


@pytest.mark.feature("Playing", "The tap on *Jugar ahora* is answered with the table itself")
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/tables/now/", {**LIKED, "robots": "on"}),
        ("/tables/practice/", {"preset": "argentino", "seats": "2"}),
        ("/gira/lujan/1/", {}),
    ],
)
def test_a_browser_that_shows_addresses_gets_the_table_without_a_redirect(path, form):
    browser = Client(enforce_csrf_checks=True)
    token = CSRF.search(browser.get("/").content.decode())[1]
    form = {**form, "csrfmiddlewaretoken": token, "shows_address": "yes"}
    answer = browser.post(path, form)
    game = Game.objects.get()
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert f'data-address="/tables/{game.pk}/"' in page
    assert f'href="/accounts/signup/?next=/tables/{game.pk}/"' in page, "its reader is a guest now"
    headers = {**HTMX, "x-csrftoken": CSRF.search(page)[1]}
    assert browser.post(f"/tables/{game.pk}/sit/", headers=headers).status_code == 200
    assert Game.objects.get().status == Game.Status.LIVE


def test_who_comes_to_a_robot_that_keeps_company_takes_its_seat(client):
    host = Client()
    table = taps(host, robots="on")
    sits(host, table)
    assert taps(client, robots="on") == table
    sits(client, table)
    assert all(seat.user for seat in Game.objects.get().seats.all())


@pytest.mark.feature("Playing", "Of two players led to one seat the later gets another table")
def test_of_two_who_are_led_to_one_seat_the_later_is_led_to_another_table(client):
    host, quick = Client(), Client()
    table = taps(host)
    sits(host, table)
    assert taps(quick) == taps(client) == table
    sits(quick, table)
    answer = client.post(f"{table}sit/", headers=HTMX)
    other = answer.headers["HX-Redirect"]
    assert other != table
    assert sits(client, other).status_code == 200
    assert Game.objects.count() == 2


def test_who_was_not_led_there_hears_that_no_seat_is_free(client):
    host, quick = Client(), Client()
    table = taps(host)
    sits(host, table)
    taps(quick)
    sits(quick, table)
    client.force_login(a_person())
    answer = client.post(f"{table}sit/", headers=HTMX)
    assert answer.status_code == 409
    assert "No hay lugar para vos" in answer.content.decode()


def test_who_was_invited_to_a_seat_that_is_taken_is_led_to_no_other_table(client, now):
    host, quick, ana, luis = Client(), Client(), a_person(), a_person()
    make_friends(now, ana, luis)
    host.force_login(ana)
    client.force_login(luis)
    taps(client)
    table = taps(host)
    sits(host, table)
    ask(Game.objects.get(host=ana), ana, luis, now)
    assert client.post(f"{table}asked/", headers=HTMX).headers["HX-Redirect"] == table
    assert taps(quick) == table
    sits(quick, table)
    answer = client.post(f"{table}sit/", headers=HTMX)
    assert answer.status_code == 409
    assert "No hay lugar para vos" in answer.content.decode()


def test_a_public_table_that_one_opens_is_sat_down_at_with_the_same_tap(client):
    client.force_login(a_person())
    form = {"preset": "argentino", "company": "people", "turn_seconds": "60"}
    table = client.post("/tables/practice/", form).headers["Location"]
    sits(client, table)
    assert Game.objects.get().seats.get(number=0).sat_at
