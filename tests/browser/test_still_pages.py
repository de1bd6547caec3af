"""Live pages stand still: a pulse moves nothing, and no page is wider than its screen."""

import pytest
from django.utils import timezone
from playwright.sync_api import WebSocket

from games.live import hub
from tests.browser.live_pages import LIVE_PAGES, Page
from tests.browser.screens import Screen
from tests.tournaments.leagues import a_league

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 0.15  # seconds; the pulse, where a test waits for three
PULSES = 3

WATCH_SHIFTS = """
window.shifts = [];
const note = (list) => list.getEntries().forEach((entry) => shifts.push([
  entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? "gone")]));
window.observer = new PerformanceObserver(note);
observer.observe({ type: "layout-shift", buffered: true });
"""
SHIFTS = """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  window.observer.takeRecords().forEach((entry) => window.shifts.push([entry.value]));
  resolve(window.shifts);
})))"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch):
    monkeypatch.setattr(hub, "PULSE", SOON)


@pytest.fixture(params=LIVE_PAGES.values(), ids=LIVE_PAGES)
def live_page(transactional_db, request) -> Page:
    """A page and its reader; laid out before the site's worker calls matches on its own."""
    return request.param()


def test_nothing_moves_while_the_line_is_alive(live_page, open_screen):
    path, person = live_page
    for is_desk in (True, False):
        screen = open_screen("/rules/", person, desk=is_desk)
        for line in lines_of(screen, path):
            hears_pulses(line)
        assert screen.page.evaluate(SHIFTS) == []


def lines_of(screen: Screen, path: str) -> list[WebSocket]:
    """Go to a page that is watched for shifts; return its sockets."""
    lines: list[WebSocket] = []
    screen.page.on("websocket", lambda line: lines.append(line))
    screen.page.add_init_script(WATCH_SHIFTS)
    with screen.page.expect_websocket():
        screen.open(path)
    return lines


def hears_pulses(line: WebSocket) -> None:
    """Wait until so many have come through a socket."""
    for _ in range(PULSES):
        line.wait_for_event("framereceived", lambda frame: 'id="pulse"' in frame)


@pytest.mark.parametrize("width", [320, 390])
def test_a_long_league_is_no_wider_than_a_phone(width, open_screen):
    league = a_league(timezone.now(), entries=20, cycles=2, cap=32)
    screen = open_screen("/rules/")
    screen.page.set_viewport_size({"width": width, "height": 780})
    screen.open(f"/competitions/{league.pk}/")
    assert screen.page.locator(".round-tabs a").count() == 38
    assert screen.page.evaluate(TOO_WIDE) == 0
