"""Invitation links: each lets its reader sit down, and offers an alternative when too late."""

import re
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from games.models import Game
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
FRIENDS = {"preset": "argentino", "company": "friends", "watched": "nobody", "turn_seconds": "60"}


def opens(browser: Client, **more: str) -> str:
    """Open a table for friends and sit down at it; return its address."""
    table = browser.post("/tables/practice/", {**FRIENDS, **more}).headers["Location"]
    assert sits(browser, table).status_code == 200
    return table


def sits(browser: Client, table: str, **more: str):
    return browser.post(f"{table}sit/", more, headers=HTMX)


def link_of(browser: Client, table: str) -> str:
    """The address that the host's page shows, without its origin."""
    page = browser.get(table).content.decode()
    return re.search(r'value="http://testserver(/tables/join/[^"]+)"', page)[1]


@pytest.mark.feature("Playing", "A private table, found only by its link")
def test_with_the_link_a_stranger_sits_down_in_two_taps():
    host, stranger = Client(), Client()
    table = opens(host)
    led = stranger.get(link_of(host, table))
    assert (led.status_code, led.headers["Location"]) == (302, table)
    assert "Sentarme" in stranger.get(table).content.decode()
    assert sits(stranger, table, seat="1").status_code == 200
    assert Game.objects.get().status == Game.Status.LIVE


def test_with_the_link_one_takes_the_seat_that_a_robot_keeps():
    host, stranger, other = Client(), Client(), Client()
    table = opens(host)
    link = link_of(host, table)
    host.post(f"{table}robot/", {"seat": "1"}, headers=HTMX)
    assert Game.objects.get().status != Game.Status.WAITING
    assert other.get(table).status_code == 404
    stranger.get(link)
    assert "Sentarme acá" in stranger.get(table).content.decode()
    assert sits(stranger, table).status_code == 200
    assert all(seat.user for seat in Game.objects.get().seats.all())


def test_without_it_a_game_with_a_robot_may_be_watched_but_offers_no_seat():
    host, stranger = Client(), Client()
    table = opens(host, watched="anybody")
    host.post(f"{table}robot/", {"seat": "1"}, headers=HTMX)
    assert Game.objects.get().status != Game.Status.WAITING
    assert "Sentarme" not in stranger.get(table).content.decode()
    assert sits(stranger, table).status_code == 409


def test_without_it_a_private_table_is_nowhere_to_be_found():
    host, stranger = Client(), Client()
    table = opens(host)
    assert stranger.get(table).status_code == 404
    assert sits(stranger, table).status_code == 404
    assert table not in stranger.get("/tables/").content.decode()


def test_without_it_a_private_table_may_be_watched_but_offers_no_seat():
    host, stranger = Client(), Client()
    table = opens(host, watched="anybody")
    page = stranger.get(table).content.decode()
    assert "Es una mesa privada" in page
    assert "Pedile el enlace a quien la abrió" in page
    assert 'class="big" href="/tables/"' in page
    assert f"{table}sit/" not in page
    assert sits(stranger, table).status_code == 409

    stranger.get(link_of(host, table))
    page = stranger.get(table).content.decode()
    assert f"{table}sit/" in page
    assert "Es una mesa privada" not in page


def test_a_link_of_another_table_or_a_made_up_one_opens_nothing():
    host, stranger = Client(), Client()
    table, other = opens(host), opens(host)
    link = link_of(host, other)
    stranger.get(link)
    assert stranger.get(table).status_code == 404
    assert stranger.get(link[:-3] + "AA/").status_code == 404
    pk = int(table.strip("/").split("/")[-1])
    forged = re.sub(r"join/\d+", f"join/{pk}", link)
    assert Client().get(forged).status_code == 404


@pytest.mark.parametrize("ended", [False, True])
def test_whoever_comes_too_late_is_told_so_and_shown_other_tables(ended):
    host, quick, late = Client(), Client(), Client()
    table = opens(host)
    link = link_of(host, table)
    quick.get(link)
    sits(quick, table)
    if ended:
        Game.objects.update(status=Game.Status.ANNULLED)
    answer = late.get(link)
    page = answer.content.decode()
    assert answer.status_code == 410
    assert ("Esta mesa ya terminó" if ended else "ya están todos los lugares ocupados") in page
    assert 'href="/tables/"' in page
    assert late.session.get("_auth_user_id") is None, "no GET makes a guest"


def test_the_link_to_a_private_table_is_not_among_what_spectators_see():
    host, stranger = Client(), Client()
    host.force_login(a_person("ana"))
    table = opens(host, watched="anybody")
    assert "/tables/join/" not in stranger.get(table).content.decode()


def repeats(browser: Client, cookies: dict[str, str], table: str, action_id: str):
    """Sit down with the cookies of a browser that has not read the answer before."""
    browser.cookies = SimpleCookie(cookies)
    return sits(browser, table, action_id=action_id)


def cookies_of(browser: Client) -> dict[str, str]:
    return {name: cookie.value for name, cookie in browser.cookies.items()}


@pytest.mark.parametrize("is_private", [True, False])
def test_a_stranger_whose_answer_is_lost_gets_the_same_seat_again(is_private):
    host, stranger = Client(), Client()
    table = opens(host, seats="4")
    if is_private:
        stranger.get(link_of(host, table))
    else:
        Game.objects.update(private=False, public=True)
    stranger.get(table)
    before = cookies_of(stranger)
    for _ in range(3):
        answer = repeats(stranger, before, table, "tap-1")
        assert (answer.status_code, answer.headers.get("HX-Refresh")) == (200, "true")
    assert Game.objects.get().seats.filter(user__isnull=False).count() == 2
    seat = re.search(r'id="table"[^>]*', stranger.get(table).content.decode())[0]
    assert "watch" not in seat


def test_another_browser_or_tap_does_not_get_that_seat():
    host, stranger = Client(), Client()
    table = opens(host, seats="4")
    Game.objects.update(private=False, public=True)
    stranger.get(table)
    before = cookies_of(stranger)
    repeats(stranger, before, table, "tap-1")
    repeats(Client(), before, table, "tap-2")
    other = Client()
    other.get(table)
    sits(other, table, action_id="tap-1")
    assert Game.objects.get().seats.filter(user__isnull=False).count() == 4
