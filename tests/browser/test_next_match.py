"""Called to the table: the card comes to whoever waits, on the home page or at another table."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.players import Player
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tournaments.models import Competition, Match
from tournaments.services.draw import drawing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEFT = re.compile(r"^\d+:\d\d$")
HAS_LESS = """(before) => {
  const now = document.querySelector("#next .countdown").textContent;
  return now.length < before.length || (now.length === before.length && now < before);
}"""


@pytest.fixture
def organiser():
    return an_organiser()


@pytest.fixture
def cup(organiser) -> Competition:
    """Two players, drawn, not begun: to begin it is to call its only match."""
    now = timezone.now()
    cup = a_cup(organiser, now, presencial=True)
    for name in ("ana", "beto"):
        enter(cup, organiser, now, a_person(name))
    drawing.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
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
    """The card stands there with its button and its time, which goes down; nothing was reloaded."""
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


def test_the_card_takes_the_place_of_the_welcome(open_screen, organiser):
    """Somebody with nothing to play is entered, drawn and called while they look on."""
    person, now = a_person("carla"), timezone.now()
    page = stays(open_screen("/", person, desk=True))
    doors = page.get_by_role("heading", name="¿Qué hacemos?")
    expect(doors).to_be_visible()
    cup = a_cup(organiser, now, presencial=True)
    for one in (person, a_person("dani")):
        enter(cup, organiser, now, one)
    drawing.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    expect(doors).to_be_hidden()
    the_organiser_begins(open_screen, cup, organiser)
    is_called_on(page)
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Inicio"]


def test_who_sits_at_a_waiting_table_is_called_to_the_cup(open_screen, organiser, cup, player):
    casual = a_table(timezone.now(), people=[player, a_person()], seated=False)
    screen = open_screen(f"/tables/{casual.pk}/", player)
    page = stays(screen)
    Player(screen).sit_down()
    expect(page.locator("#next")).to_be_hidden()  # what is far away disturbs nobody here
    the_organiser_begins(open_screen, cup, organiser)
    is_called_on(page)
    screen.follow(page.locator("#next").get_by_role("link", name="Sentarme"))
    table = Match.objects.of(cup.pk).get().games.get().game
    assert (
        f"/tables/{table.pk}/" in page.url
    )  # and from there to the seat: the page sits down by itself
    expect(page.locator("#next")).to_have_count(0)


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
    """Let the page believe that its tab was put away, or taken up again."""
    page.evaluate(
        """(state) => {
          const value = state === "hidden";
          Object.defineProperty(document, "hidden", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )
