"""The end of a game, its animations, and the automatic replay of its record."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.players import Player, play_to_the_end
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table
from tests.games.tables import play_to_the_end as played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]

LONGEST = 250  # milliseconds
SMALLEST = 44  # pixels of a target
MOVES = {"deal", "lay", "take", "win"}
NOTE_MOVES = """
  window.moves = [];
  addEventListener("animationstart", ({ animationName, target }) => {
    const style = getComputedStyle(target);
    const names = style.animationName.split(", "), spans = style.animationDuration.split(", ");
    const waits = style.animationDelay.split(", "), at = names.indexOf(animationName);
    const seconds = (each) => parseFloat(each[at % each.length]);
    window.moves.push([animationName, 1000 * (seconds(spans) + seconds(waits))]);
  }, true);
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def moves_on(page: Page) -> dict[str, float]:
    """Return the animated elements, and their longest duration in milliseconds."""
    spans: dict[str, float] = {}
    for name, span in page.evaluate("window.moves"):
        spans[name] = max(span, spans.get(name, 0))
    return spans


@pytest.mark.feature(
    "Playing",
    "Deals, tricks and wins are animated briefly, unless the player asked for reduced motion",
)
def test_deal_trick_and_win_move_shortly_and_not_for_who_asked_for_rest(open_screen):
    people = [a_person(), a_person()]
    game = a_table(timezone.now(), people=people, turn_seconds=120, target="5")
    players = []
    for person, motion in zip(people, ("no-preference", "reduce"), strict=True):
        screen = open_screen("about:blank", person)
        screen.page.context.add_init_script(NOTE_MOVES)
        screen.page.emulate_media(reduced_motion=motion)
        screen.open(f"/tables/{game.pk}/")
        players.append(Player(screen, ("truco", "quiero")))
    play_to_the_end(*players)
    moved = moves_on(players[0].screen.page)
    assert moved.keys() >= MOVES
    assert {name: span for name, span in moved.items() if name in MOVES and span > LONGEST} == {}
    assert moves_on(players[1].screen.page) == {}
    game.refresh_from_db()
    assert_the_end_is_told(players[game.winner], game)


def assert_the_end_is_told(winner: Player, game: Game) -> None:
    page = winner.screen.page
    expect(page.get_by_role("heading", name="¡Ganaste!")).to_be_visible()
    expect(page.locator("#finale .last svg").first).to_be_visible()
    page.locator("#finale .again a").first.tap()
    page.wait_for_url(re.compile(rf"/tables/{game.pk}/record/\?hand=\d+&step=\d+$"))
    page.go_back()
    page.get_by_role("link", name="Compartir").tap()
    expect(page.locator("#share img")).to_be_visible()


def a_record(open_screen, query: str = "") -> Screen:
    game = a_table(timezone.now(), people=[a_person("Ana"), a_person("Luis")], target="5")
    played(game, timezone.now())
    return open_screen(f"/tables/{game.pk}/record/{query}")


@pytest.mark.feature("Records", "The record plays by itself")
def test_a_record_plays_by_itself_until_nobody_looks(open_screen):
    page = a_record(open_screen).page
    visited = page.evaluate("history.length")
    page.get_by_label("Velocidad").select_option("rápido")
    page.get_by_role("button", name="Reproducir").tap()
    page.wait_for_url(re.compile(r"\?hand=1&step=3$"))
    assert page.evaluate("history.length") == visited
    page.evaluate(HIDE, True)
    expect(page.get_by_role("button", name="Reproducir")).to_be_visible()
    page.evaluate(HIDE, False)
    page.locator("#record").press("Space")
    expect(page.get_by_role("button", name="Pausar")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Reproducir")).to_be_visible()
    page.wait_for_url(re.compile(r"\?hand=1&step=\d+$"))


def test_a_record_stops_at_the_end_and_begins_again(open_screen):
    page = a_record(open_screen, "?hand=1&step=0&seat=1").page
    page.locator(".hands ol .row").last.tap()
    page.wait_for_url(re.compile(r"hand=(?!1&)\d+&step=0&seat=1$"))
    page.locator("#last").tap()
    expect(page.locator("#on")).to_have_count(0)
    page.get_by_label("Velocidad").select_option("rápido")
    page.get_by_role("button", name="Reproducir").tap()
    page.wait_for_url(re.compile(r"hand=1&step=1&seat=1$"))


def test_a_record_is_plain_links_without_scripts(open_screen, site, new_context):
    address = a_record(open_screen).page.url
    page = new_context(java_script_enabled=False, base_url=site.url, locale="es-AR").new_page()
    page.goto(address)
    expect(page.locator("#autoplay")).to_be_hidden()
    page.locator("#on").click()
    assert page.url.endswith("?hand=1&step=1")
    page.get_by_role("link", name="Luis", exact=True).click()
    assert page.url.endswith("?hand=1&step=1&seat=1")
    expect(page.locator(".places svg use[href$='#back']").first).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_a_finger_hits_what_opens_on_a_record(open_screen, width):
    page = a_record(open_screen).page
    page.set_viewport_size({"width": width, "height": 780})
    for words in ("Compartir", "Los números"):
        assert page.locator("summary", has_text=words).bounding_box()["height"] >= SMALLEST


@pytest.mark.parametrize("size", [(320, 640), (1280, 800)])
def test_the_steps_of_a_record_cover_no_card_and_stay_under_the_finger(open_screen, size):
    page = a_record(open_screen, "?hand=1&step=0").page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps, cards = page.locator(".steps"), page.locator(".record svg[role=img]")
    for card in cards.all():
        card.evaluate("card => card.scrollIntoView({ block: 'center' })")
        bar, box = steps.bounding_box(), card.bounding_box()
        is_above = bar["y"] + bar["height"] <= box["y"]
        assert is_above or box["y"] + box["height"] <= bar["y"]  # on a phone it stays at the foot
    steps.scroll_into_view_if_needed()
    where = steps.bounding_box()
    page.locator("#on").tap()
    page.wait_for_url(re.compile(r"\?hand=1&step=1$"))
    assert steps.bounding_box() == where


def test_a_replay_begins_with_its_board_on_a_phone(open_screen):
    page = a_record(open_screen, "?hand=1&step=2").page
    last = page.locator("#record .tricks").bounding_box()
    assert last["y"] + last["height"] <= page.viewport_size["height"]
