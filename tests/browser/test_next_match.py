"""Called to the table: the card comes to whoever waits, on the home page or at another table."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.players import Player
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    match_at,
    play_match,
    players_of,
    table_of,
)
from tournaments.draw import services as draw
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEFT = re.compile(r"^\d+:\d\d$")
HAS_LESS = """(before) => {
  const now = document.querySelector("#next .countdown").textContent;
  return now.length < before.length || (now.length === before.length && now < before);
}"""

PLACES = """() => [...document.querySelectorAll("#table :not(.left *, .clock)")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}).join(" ")"""
LETTERS = "(each) => getComputedStyle(each).fontFamily"

SECONDS = (5, 5_999, 6_000, 23_579, 86_399, 190_800)
COUNTED = """async (seconds) => {
  const { countdown } = await import("/static/js/connection.js");
  return seconds.map((each) => countdown(each * 1000));
}"""


SET_CLOCK = """async (step) => {
  const { ServerClock } = await import("/static/js/connection.js");
  const clock = new ServerClock(), now = Date.now, server = now();
  try {
    Date.now = () => server;
    clock.set(server);
    Date.now = () => server + step;
    clock.set(server);
    clock.set(server - 500);  // a late one
    return clock.left(server + 60_000);
  } finally {
    Date.now = now;
  }
}"""


@pytest.fixture
def organiser():
    return an_organiser()


@pytest.fixture
def cup(organiser) -> Competition:
    """Create a drawn cup of two players that has not started; its start calls its only match."""
    now = timezone.now()
    cup = a_cup(organiser, now, presencial=True)
    for name in ("ana", "beto"):
        enter(cup, organiser, now, a_person(name))
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    return cup


@pytest.fixture
def player(cup):
    return players_of(Match.objects.of(cup.pk).get(), 0)[0]


def stays(screen: Screen) -> Page:
    """Mark the page, so that a reload would be noticed."""
    screen.page.evaluate("window.isTheSamePage = true")
    return screen.page


def the_organiser_begins(open_screen, cup: Competition, organiser) -> None:
    desk = open_screen(f"/competitions/{cup.pk}/manage/", organiser, desk=True)
    desk.follow(desk.page.get_by_role("button", name="Dar comienzo", exact=True))


def is_called_on(page: Page) -> None:
    """Check that the card appears with its button and a running countdown, without a reload."""
    expect(page.locator("#next").get_by_role("link", name="Sentarme")).to_be_in_viewport(ratio=1)
    expect(page.locator("#next .countdown")).to_be_in_viewport(ratio=1)
    expect(page.locator("#next .countdown")).to_have_text(LEFT)
    page.wait_for_function(HAS_LESS, arg=page.locator("#next .countdown").inner_text())
    assert page.evaluate("window.isTheSamePage")


def test_who_waits_on_the_home_page_is_called_there(open_screen, organiser, cup, player):
    screen = open_screen("/", player)
    page = stays(screen)
    expect(page.locator("#next")).to_contain_text("Te avisamos acá cuando empiece.")
    the_organiser_begins(open_screen, cup, organiser)
    is_called_on(page)
    screen.follow(page.get_by_role("link", name="Sentarme"))
    expect(page.get_by_role("button", name="Sentarme")).to_be_hidden()
    expect(page.locator("#table")).to_contain_text("Ya te sentaste")


def test_nothing_stands_empty_below_the_card_where_nobody_can_be_told(open_screen, player):
    page = stays(open_screen("/", player))
    page.evaluate("document.querySelector('[data-can-be-told]').dataset.cannot = ''")
    card = page.locator("#next .next-match").bounding_box()
    below = page.locator(".day > .card").first.bounding_box()
    assert 0 < below["y"] - card["y"] - card["height"] < 64


def test_a_draw_brings_all_that_is_said_of_ones_cups_up_to_date(open_screen, organiser):
    person, now = a_person("carla"), timezone.now()
    a_running_cup(organiser, now)  # it stands first: the other one among the cards
    cup = a_cup(organiser, now, name="Relámpago", cap=2)
    for one in (person, a_person("dani")):
        enter(cup, organiser, now, one)
    page = stays(open_screen("/", person))
    expect(page.locator("#besides")).to_contain_text("Estás anotado en Relámpago (2 de 2)")
    expect(page.locator("#also")).to_contain_text("inscripción abierta")
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    expect(page.locator("#next")).to_contain_text("Relámpago")
    expect(page.locator("#also")).to_contain_text("sorteada")
    expect(page.locator("#besides")).not_to_contain_text("Estás anotado")
    assert page.evaluate("window.isTheSamePage")


def test_the_card_takes_the_place_of_the_welcome(open_screen, organiser):
    """Somebody with nothing to play is entered, drawn and called while they look on."""
    person, now = a_person("carla"), timezone.now()
    page = stays(open_screen("/", person, desk=True))
    doors = page.get_by_role("heading", name="¿Qué hacemos?")
    expect(doors).to_be_visible()
    cup = a_cup(organiser, now, presencial=True)
    for one in (person, a_person("dani")):
        enter(cup, organiser, now, one)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    expect(doors).to_be_hidden()
    the_organiser_begins(open_screen, cup, organiser)
    is_called_on(page)
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Inicio"]


def test_who_sits_at_a_waiting_table_is_called_to_the_cup(open_screen, organiser, cup, player):
    casual = a_table(timezone.now(), people=[player, a_person()], seated=False)
    screen = open_screen(f"/tables/{casual.pk}/", player)
    page = stays(screen)
    Player(screen).sit_down()
    expect(page.locator("#next")).to_be_hidden()  # distant events disturb no reader here
    the_organiser_begins(open_screen, cup, organiser)
    is_called_on(page)
    screen.follow(page.locator("#next").get_by_role("link", name="Sentarme"))
    table = Match.objects.of(cup.pk).get().games.get().game
    assert (
        f"/tables/{table.pk}/" in page.url
    )  # and from there to the seat: the page sits down by itself
    expect(page.locator("#next")).to_be_hidden()


@pytest.mark.feature("Competitions", "A call appears at any table, and where the last match ended")
def test_finalists_are_called_where_they_won_and_where_they_play(open_screen, organiser):
    now = timezone.now()
    cup = a_running_cup(organiser, now, presencial=True)
    semis = [match_at(cup, 1, position) for position in (1, 2)]
    for semi in semis:
        call(semi, now)
        now = play_match(semi, 0, now)
    stayed, plays = (players_of(semi, 0)[0] for semi in semis)
    casual = a_table(timezone.now(), people=[plays, a_person()], turn_seconds=120)
    ended = stays(open_screen(f"/tables/{table_of(semis[0]).pk}/", stayed))
    live = stays(open_screen(f"/tables/{casual.pk}/", plays))
    expect(ended.get_by_role("heading", name="¡Ganaste!")).to_be_visible()
    expect(live.locator("#table.live .felt")).to_be_visible()
    before = live.evaluate(PLACES)
    final = call(match_at(cup, 2, 1), timezone.now())
    for page in (ended, live):
        is_called_on(page)
        expect(page.locator("#next")).to_contain_text("Te esperan: Final")
        link = page.locator("#next").get_by_role("link", name="Sentarme")
        assert link.get_attribute("href") == f"/tables/{final.pk}/#sit"
    hides_nothing_of_the_game(live, before)
    expect(ended.get_by_role("heading", name="¡Ganaste!")).to_be_in_viewport(ratio=1)
    on, below = (ended.locator(f"#act {one}") for one in (".big", "div"))
    assert on.bounding_box()["width"] == below.bounding_box()["width"]
    assert on.evaluate(LETTERS) == below.get_by_role("link").first.evaluate(LETTERS)


def hides_nothing_of_the_game(page: Page, before: str) -> None:
    """The card lies over the score alone, between its buttons, and has moved nothing."""
    assert page.evaluate(PLACES) == before
    card, head = page.locator("#next").bounding_box(), page.locator("#table .score").bounding_box()
    assert card["y"] + card["height"] <= head["y"] + head["height"]
    page.get_by_role("link", name="Salir de la mesa").click(trial=True)
    page.get_by_role("button", name="Reglas y opciones").click(trial=True)


def test_a_tab_that_nobody_looks_at_holds_no_line(open_screen, player):
    page = open_screen("/rules/", player).page
    with page.expect_websocket(lambda line: "next-match" in line.url) as opened:
        page.goto("/")
    opened.value.wait_for_event("framereceived")
    with opened.value.expect_event("close"):
        turn(page, "hidden")
    with page.expect_websocket(lambda line: "next-match" in line.url):
        turn(page, "visible")


def turn(page: Page, state: str) -> None:
    """Make the page believe that its tab was hidden or shown."""
    page.evaluate(
        """(state) => {
          const value = state === "hidden";
          Object.defineProperty(document, "hidden", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_a_long_wait_is_told_in_hours_and_days(open_screen):
    counted = open_screen("/").page.evaluate(COUNTED, list(SECONDS))
    assert counted == ["0:05", "99:59", "1 h 40", "6 h 32", "23 h 59", "2 d 5 h"]


def test_a_device_whose_clock_is_set_forward_counts_on_with_the_next_message(open_screen):
    page = open_screen("/").page
    assert page.evaluate(SET_CLOCK, 3_600_000) == 60_000
    assert page.evaluate(SET_CLOCK, -3_600_000) == 60_000
