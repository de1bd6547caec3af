"""The site as an application: what its worker keeps, shows without a network, and tells."""

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.accounts.subscribed import Subscribed, subscribe
from tests.browser.conftest import WITH_WINDOWS, first_of
from tests.browser.players import RECKLESS, Player, play_to_the_end
from tests.games.tables import a_person, a_table
from tests.live.processes import until
from tests.live.visitors import session_of
from tests.runner.icons import FOLDER, ICONS, picture
from truco_site import pwa

PUSHES = 6
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_CHARGE = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const all = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const kind = answer.headers.get("Content-Type");
      all[new URL(request.url).pathname] = [name, kind, await answer.text()];
    }
  }
  return all;
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""


@pytest.fixture(scope="module")
def browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A Chromium with windows: the one without them, which others use, shows no notices."""
    chromium = {"executable_path": first_of(*WITH_WINDOWS)}
    with browser_type.launch(**browser_type_launch_args | chromium) as browser:
        yield browser


@pytest.fixture
def person():
    return a_person("zulemita")


def in_charge(page: Page) -> None:
    """Wait until the page's worker is at work."""
    page.wait_for_function(IN_CHARGE)


OFFLINE = {"/offline/", "/offline/play/", "/offline/lessons/"}


@pytest.mark.feature("Notifications", "The service worker stores no table and no hand")
def test_after_a_game_only_files_and_pages_for_everybody_are_kept(collected, open_screen, person):
    """Their addresses are of static files, and no text of theirs holds a card or the name."""
    game = a_table(timezone.now(), people=[person, None], turn_seconds=120, target="5")
    screen = open_screen("/", person)
    in_charge(screen.page)
    screen.open(f"/tables/{game.pk}/")
    player = Player(screen, RECKLESS)
    hands = set(player.hand())
    play_to_the_end(player)
    screen.open("/profile/")
    kept = screen.page.evaluate(KEPT)
    names = {name for name, _, _ in kept.values()}
    assert len(names) == 1
    assert {path for path in kept if not path.startswith("/static/")} <= OFFLINE
    assert any(path.startswith("/static/js/table.") for path in kept)
    pages = [path for path, (_, kind, _) in kept.items() if "html" in kind]
    assert "/offline/" in pages
    said = "".join(text for path, (_, _, text) in kept.items() if path.startswith("/static/"))
    assert hands
    assert not [card for card in hands if f'"{card}' in said]
    assert not [path for path in pages if person.username in kept[path][2]]


@pytest.mark.feature("Notifications", "A page for when there is no network")
def test_without_a_network_a_page_says_so_and_later_comes_back(open_screen, person):
    screen = open_screen("/rules/", person)
    page = screen.page
    in_charge(page)
    with screen.without_network():
        page.goto("/")
        expect(page.get_by_role("heading", name="No hay conexión")).to_be_visible()
        assert person.username not in page.locator("h1 + p").first.inner_text()
    page.get_by_role("link", name="Probar otra vez").tap()
    expect(page.get_by_role("link", name=person.username)).to_be_visible()


@pytest.mark.feature("Notifications", "A new release replaces the service worker")
def test_a_new_release_takes_the_place_of_the_old_one_and_drops_what_it_kept(
    open_screen, monkeypatch
):
    monkeypatch.setattr(pwa, "FRESH", 0)
    page = open_screen("/rules/").page
    in_charge(page)
    (old,) = page.evaluate("caches.keys()")
    monkeypatch.setattr(pwa, "FILES", (*pwa.FILES, "img/tally.svg"))
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    until(lambda: len(names := page.evaluate("caches.keys()")) == 1 and names != [old])
    assert "/static/img/tally.svg" in page.evaluate(KEPT)


@pytest.mark.feature("Notifications", "Over plain HTTP the page says what replaces notifications")
def test_on_plain_http_nothing_is_registered_and_the_page_says_what_tells_instead(
    site, new_context, person, settings
):
    """The address of the room is not secure; here its name stands for it."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "hall.test"]
    context = new_context(base_url=f"http://hall.test:{site.port}")
    cookie = {
        "name": "session",
        "value": session_of(person),
        "url": f"http://hall.test:{site.port}",
    }
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto("/profile/notices/")
    assert not page.evaluate("window.isSecureContext")
    expect(page.get_by_text("Acá no se pueden recibir avisos.")).to_be_visible()
    expect(
        page.get_by_text("Tu próximo partido está siempre en la página de inicio")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Avisarme acá")).to_be_hidden()
    assert page.evaluate("navigator.serviceWorker === undefined")


@pytest.mark.feature("Notifications", "The permission to notify is requested only after a tap")
def test_leave_is_asked_for_only_after_a_tap(open_screen, person):
    screen = open_screen("/profile/notices/", person)
    page = screen.page
    page.evaluate("() => { Notification.requestPermission = async () => { window.asked = true; } }")
    button = page.get_by_role("button", name="Avisarme acá")
    expect(button).to_be_visible()
    assert not page.evaluate("Boolean(window.asked)")
    button.tap()
    page.wait_for_function("() => window.asked")


def test_what_is_pushed_is_shown_and_leads_to_its_page(open_screen, person):
    """Chromium hands over what a push service would have brought: decrypted, as it was sent."""
    screen = open_screen("/rules/", person)
    page, context = screen.page, screen.page.context
    context.grant_permissions(["notifications"])
    in_charge(page)
    told = {"title": "Copa: tu partido", "body": "Mesa 4", "tag": "called-7", "url": "/matches/7/"}
    assert is_shown(page, told)
    assert is_shown(page, told | {"body": "Mesa 5"})  # in the place of the first


def is_shown(page: Page, told: dict[str, str]) -> bool:
    """Push a message, until it is all that is shown: the browser may drop one of its worker's."""
    for _ in range(PUSHES):
        push(page, told)
        with suppress(AssertionError):
            until(lambda: page.evaluate(SHOWN) == [told], seconds=5)
            return True
    return False


def push(page: Page, told: dict[str, str]) -> None:
    """Deliver a message to the page's worker, as the browser's own push service does."""
    line = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"]))
    line.send("ServiceWorker.enable")
    while not found:
        page.evaluate("null")  # lets pending messages arrive
    origin = page.evaluate("location.origin")
    registration = {"origin": origin, "registrationId": found[-1]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**registration, "data": json.dumps(told)})
    line.detach()


def test_a_browser_that_is_told_is_told_no_more_after_a_tap(open_screen, person, client):
    screen = open_screen("/profile/notices/", person)
    page = screen.page
    page.context.grant_permissions(["notifications"])
    form = Subscribed().form("https://push.example/abc")
    client.cookies["session"] = screen_session(page)
    assert subscribe(client, form["endpoint"]).status_code == 204
    screen.open("/profile/notices/")
    expect(page.get_by_text("Te avisamos acá hasta que cierres la sesión.")).to_be_visible()
    screen.follow(page.get_by_role("button", name="No avisarme más acá"))
    expect(page.get_by_role("button", name="Avisarme acá")).to_be_visible()
    assert not person.push_subscriptions.exists()


def screen_session(page: Page) -> str:
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return str(cookies["session"])


@pytest.mark.parametrize("name", ICONS)
def test_the_icons_are_what_the_deck_draws(page, name):
    drawn = Image.open(io.BytesIO(picture(page, name))).convert("RGB")
    with Image.open(FOLDER / name) as kept:
        difference = ImageChops.difference(drawn, kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 1
