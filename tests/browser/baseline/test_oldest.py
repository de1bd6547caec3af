"""A table and a record in the oldest supported browsers (docs/architecture.md).

Features are switched off by their names: what is sent to the browser is rewritten so that pages,
styles and scripts speak of things no browser has heard of.
"""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browser.players import Player
from tests.games.tables import a_person, a_table, may_fold, play_to_the_end, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OFF = {
    r"popover": "popunder",
    r"Popover": "Popunder",
    r"container-type": "unheard-of-type",
    r"@container": "@unheard-of",
    r"(\d)cq([wh])\b": r"\1uq\2",
    r"requestSubmit": "requestUnheardOf",
    r"text-wrap": "unheard-of-wrap",
    r"light-dark\(": "unheard-of(",
    r"(content: [^;{}]+) / \"\"": r'\1 / unheard-of("")',
}
LOCAL = re.compile(r"^http://127\.0\.0\.1")


def switch_off(page: Page) -> None:
    def rewrite(route: Route) -> None:
        if route.request.resource_type == "image":
            return route.continue_()
        answer = route.fetch()
        kind = answer.headers.get("content-type", "")
        if not re.search(r"html|css|javascript", kind):
            return route.fulfill(response=answer)
        text = answer.text()
        for name, unknown in OFF.items():
            text = re.sub(name, unknown, text)
        return route.fulfill(response=answer, body=text)

    page.context.grant_permissions(["local-network-access"])  # of a page that was rewritten
    page.route(LOCAL, rewrite)


def outside(page: Page, parts: str, whole: str) -> list[str]:
    """What is seen of some parts beyond the edges of another, or without any extent."""
    return page.evaluate(
        """([parts, whole]) => {
          const edge = document.querySelector(whole).getBoundingClientRect();
          return [...document.querySelectorAll(parts)].filter((part) => {
            const box = part.getBoundingClientRect();
            return !box.width || box.left < edge.left - 1 || box.right > edge.right + 1
              || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
          }).map((part) => part.outerHTML.slice(0, 120));
        }""",
        [parts, whole],
    )


@pytest.mark.feature("Playing", "A table in the oldest browsers")
def test_a_hand_is_played_and_sheets_open_in_an_old_browser(open_screen):
    game = a_table(timezone.now(), turn_seconds=120, dealt=may_fold)
    screen = open_screen("about:blank", whoever_acts(game).user, routed=True)
    switch_off(screen.page)
    screen.open(f"/tables/{game.pk}/")
    page = screen.page
    expect(page.locator("#menu")).to_be_hidden()
    page.wait_for_function("() => 'showPopunder' in HTMLElement.prototype")  # has come
    page.get_by_role("button", name="Reglas y opciones").tap()
    expect(page.locator("#menu")).to_be_visible()
    page.get_by_role("button", name="Cerrar").tap()
    expect(page.locator("#menu")).to_be_hidden()
    player = Player(screen)
    player.tap_until_it_moves(player.read_glance().offers[0])
    assert outside(page, ".trick svg, .held", "#table") == []
    assert page.locator(".held").first.bounding_box()["width"] >= 44


def test_sheets_that_scripts_open_stay_open_in_an_old_browser(open_screen):
    game = a_table(timezone.now(), turn_seconds=120)
    screen = open_screen("about:blank", whoever_acts(game).user, routed=True)
    page = screen.page
    switch_off(page)
    screen.open(f"/tables/{game.pk}/")
    page.wait_for_function("() => 'showPopunder' in HTMLElement.prototype")  # has come
    page.locator(".av[data-seat]").first.tap()
    expect(page.locator("#card-of > *").first).to_be_visible()
    page.get_by_role("button", name="Cerrar").tap()
    expect(page.locator("#card")).to_be_hidden()
    page.get_by_role("button", name="Hablar").tap()
    page.get_by_role("button", name="Charla").tap()
    expect(page.locator("#chat")).to_be_visible()
    expect(page.locator("#lines ol")).to_be_attached()  # the list is fetched when the sheet opens


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.sampled
def test_a_page_has_its_colours_in_an_old_browser(open_screen, scheme):
    game = a_table(timezone.now(), people=[a_person("Ana"), a_person("Luis")], target="5")
    play_to_the_end(game, timezone.now())
    screen = open_screen("about:blank", routed=True)
    screen.page.emulate_media(color_scheme=scheme)
    switch_off(screen.page)
    screen.open(f"/tables/{game.pk}/record/")
    ground, text = screen.page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor, "
        "getComputedStyle(document.body).color]"
    )
    assert (ground, text) == {
        "light": ("rgb(241, 229, 200)", "rgb(42, 33, 48)"),
        "dark": ("rgb(13, 43, 34)", "rgb(245, 239, 224)"),
    }[scheme]
    screen.page.locator("#on").tap()
    expect(screen.page.locator("#step")).to_have_text(re.compile(r"^1 /"))
