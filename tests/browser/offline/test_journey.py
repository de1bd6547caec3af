"""Without a connection: a whole game against the browser, the lessons, a saved game."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.players import RECKLESS, Player, play_to_the_end
from tests.games.tables import a_person, a_table
from tests.live.processes import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const found = await Promise.all(["/offline/", "/offline/play/", "/offline/lessons/"].map(
    async (path) => (await caches.match(path, { ignoreVary: true }))?.url ?? ""));
  const names = ["engine", "play", "robot", "saved", "tables"];
  const files = await Promise.all(names.map(async (name) => {
    for (const cache of await caches.keys()) {
      const paths = (await (await caches.open(cache)).keys()).map((request) => request.url);
      if (paths.some((url) => url.includes(`offline/${name}.`))) return true;
    }
    return false;
  }));
  return found.every((url) => url.includes("language=")) && files.every(Boolean);
}"""
TURNS = 400


def wait_until_kept(page: Page) -> None:
    """Wait until the worker keeps the pages that need no connection."""
    until(lambda: page.evaluate(KEPT))


def play_alone(page: Page) -> None:
    """Play the first thing that can be done until the game is over."""
    ending = page.get_by_role("button", name="Otra partida")
    on = page.get_by_role("button", name="Otra mano")
    cards = page.locator("#hand button:enabled")
    answer = page.locator('#calls [data-token="quiero"]')
    for _ in range(TURNS):
        expect(ending.or_(on).or_(answer).or_(cards.first).first).to_be_visible()
        if ending.is_visible():
            return
        first = next(each for each in (on, answer, cards.first) if each.is_visible())
        first.click()
    pytest.fail("the game does not end")


@pytest.mark.feature("Playing", "A game against a robot in the browser, without a connection")
def test_a_game_is_played_and_counted_without_a_network(open_screen):
    screen = open_screen("/rules/")
    page = screen.page
    wait_until_kept(page)
    with screen.without_network():
        page.goto("/tables/")
        expect(page.get_by_role("heading", name="No hay conexión")).to_be_visible()
        expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
        page.get_by_role("link", name="Jugar contra un robot de este teléfono").click()
        page.get_by_role("button", name="Empezar la partida").click()
        expect(page.locator("#hand button")).to_have_count(3)
        page.reload()
        expect(page.locator("#hand button")).to_have_count(3)
        play_alone(page)
        expect(page.locator("#count")).to_contain_text("Ganadas")
        expect(page.get_by_text("No suma puntos")).to_be_visible()
        page.goto("/learn/argentino/")
        expect(page.get_by_role("heading", name="Las lecciones, para leer")).to_be_visible()


def test_a_double_tap_does_not_fold(open_screen):
    page = open_screen("/offline/play/").page
    page.get_by_role("button", name="Empezar la partida").click()
    fold = page.locator('#calls [data-token="mazo"]')
    fold.dblclick()
    expect(fold).to_have_text("¿Seguro?")


@pytest.mark.feature("Playing", "A finished game can be saved and read without a connection")
def test_a_saved_game_opens_without_a_network(open_screen):
    person = a_person("ana")
    game = a_table(timezone.now(), people=[person, None], turn_seconds=120, target="5")
    screen = open_screen("/rules/", person)
    page = screen.page
    wait_until_kept(page)
    screen.open(f"/tables/{game.pk}/")
    play_to_the_end(Player(screen, RECKLESS))
    screen.open(f"/tables/{game.pk}/record/")
    felt = page.locator("#record .tricks")
    felt.click(position={"x": felt.bounding_box()["width"] * 0.8, "y": 10})
    expect(page.locator("#step")).to_have_text(re.compile(r"^1 /"))
    felt.click(position={"x": 5, "y": 10})
    expect(page.locator("#step")).to_have_text(re.compile(r"^0 /"))
    keep = page.get_by_role("button", name="Guardar para leer sin conexión")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    with screen.without_network():
        page.goto("/offline/play/")
        page.locator("#saved").get_by_role("link").click()
        expect(page.get_by_role("heading", name="Mano 1")).to_be_visible()
    screen.open(f"/tables/{game.pk}/record/")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "false")
