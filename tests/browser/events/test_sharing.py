"""The podium is shared from the desk by one tap: its picture and its words."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.tournaments import desks
from tests.tournaments.events import organiser_of
from tournaments.models import Competition

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHARES = """navigator.canShare = ({ files }) => files.every((file) => file.size > 0);
navigator.share = async ({ text, url, files }) => {
  if (!navigator.userActivation.isActive) throw new DOMException("", "NotAllowedError");
  window.shared = { text, url, types: (files ?? []).map((file) => file.type) };
};"""
REFUSES = """navigator.canShare = () => true;
navigator.share = async () => { throw new DOMException("", "NotAllowedError"); };"""
CLOSES = REFUSES.replace("NotAllowedError", "AbortError")


@pytest.fixture
def event(transactional_db) -> Competition:
    return desks.finished(timezone.now(), "single")


def desk(event: Competition, open_screen, browser_can: str = "", section: str = "") -> Page:
    screen = open_screen("/", organiser_of(event))
    screen.page.add_init_script(browser_can)
    screen.open(f"/competitions/{event.pk}/manage/{section}")
    screen.look_until(screen.page.get_by_role("link", name="Compartir el podio"))
    return screen.page


@pytest.mark.parametrize("section", ["", "?s=log"])
def test_one_tap_shares_the_podium_with_its_picture(open_screen, event, section):
    page = desk(event, open_screen, SHARES, section)
    page.get_by_role("link", name="Compartir el podio").tap()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    event.refresh_from_db()
    assert shared["text"].startswith(f"Podio de {event.name}\n1. {event.champion}\n2. ")
    assert shared["url"].endswith(f"/c/{event.code}/")
    assert shared["types"] == ["image/png"]
    assert "s=notices" not in page.url


def test_who_closes_the_sheet_stays_where_they_were(open_screen, event):
    page = desk(event, open_screen, CLOSES)
    with page.expect_response("**/picture.png*"):
        page.get_by_role("link", name="Compartir el podio").tap()
    expect(page.get_by_role("link", name="Compartir el podio")).to_be_visible()
    assert "s=notices" not in page.url


@pytest.mark.parametrize("browser_can", ["", REFUSES])
def test_where_the_browser_cannot_share_the_ways_to_do_it_open(open_screen, event, browser_can):
    page = desk(event, open_screen, browser_can)
    page.get_by_role("link", name="Compartir el podio").tap()
    page.wait_for_url("**/manage/?s=notices#sharing")
    ways = page.locator(".sharing")
    expect(ways.get_by_role("link", name="WhatsApp")).to_be_visible()
    with page.expect_download() as download:
        ways.get_by_role("link", name="Guardar la imagen").tap()
    assert download.value.suggested_filename == f"truco-{event.code}.png"
