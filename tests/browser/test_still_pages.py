"""Live pages stand still: a pulse moves nothing, and no page is wider than its screen."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Route, WebSocket, expect

from games.live import hub
from tests.browser.live_pages import LIVE_PAGES, Page
from tests.browser.moves import stands_still, watch
from tests.browser.screens import Screen
from tests.tournaments.league_factories import a_league

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]

SOON = 0.15  # seconds; the pulse, where a test waits for three
PULSES = 3
HTML = "text/html; charset=utf-8"

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", SOON)


@pytest.fixture(params=LIVE_PAGES.values(), ids=LIVE_PAGES)
def live_page(transactional_db, request) -> Page:
    """A page and its reader; laid out before the site's worker calls matches on its own."""
    return request.param()


@pytest.mark.sampled
def test_nothing_moves_while_the_line_is_alive(live_page, open_screen):
    path, person = live_page
    for is_desk in (True, False):
        screen = open_screen("/rules/", person, desk=is_desk)
        for line in lines_of(screen, path):
            hears_pulses(line)
        stands_still(screen.page)


def lines_of(screen: Screen, path: str) -> list[WebSocket]:
    """Go to a page that is watched for shifts; return its sockets."""
    lines: list[WebSocket] = []
    screen.page.on("websocket", lambda line: lines.append(line))
    watch(screen.page)
    with screen.page.expect_websocket():
        screen.open(path)
    return lines


def hears_pulses(line: WebSocket) -> None:
    """Wait until a number of pulses have come through a socket."""
    for _ in range(PULSES):
        line.wait_for_event("framereceived", lambda frame: 'id="pulse"' in frame)


def test_the_end_of_the_header_is_shown_once_it_has_come_whole(open_screen):
    page = open_screen("/rules/", routed=True).page
    expect(page.locator(".site-me")).to_be_visible()
    begun = page.content().partition("</details>")[0]
    page.route(re.compile("/rules/$"), lambda route: route.fulfill(body=begun, content_type=HTML))
    page.reload()
    expect(page.locator(".site-nav")).to_be_visible()
    expect(page.locator(".site-me")).to_be_hidden()


@pytest.mark.parametrize(
    ("name", "part", "beginning"),
    [("table", "#table", '<ul id="hand"'), ("score", ".score-shell", 'id="undo"')],
)
def test_a_page_that_fills_the_screen_is_shown_once_it_has_come_whole(
    open_screen, name, part, beginning, transactional_db
):
    """Its parts share one height, so each that arrives moves the others."""
    path, person = LIVE_PAGES[name]()
    screen = open_screen("/rules/", person, routed=True)
    page, address = screen.page, re.compile(f"{re.escape(path)}$")
    begun = page.request.get(path).text().partition(beginning)[0]

    def fulfill(route: Route) -> None:
        route.fulfill(body=begun, content_type=HTML)

    page.route("**/*.js", lambda route: route.abort())  # they look for what has not come
    page.route(address, fulfill)
    page.goto(path)
    expect(page.locator(part)).to_be_attached()
    expect(page.locator(part)).to_be_hidden()
    page.unroute(address, fulfill)
    page.reload()
    expect(page.locator(part)).to_be_visible()
    screen.faults.clear()  # of the scripts that were cut off


def test_a_long_league_is_no_wider_than_a_phone(open_screen):
    league = a_league(timezone.now(), entries=20, cycles=2, cap=32)
    screen = open_screen("/rules/")
    screen.open(f"/competitions/{league.pk}/")
    assert screen.page.locator(".round-tabs a").count() == 38
    for width in (320, 390):
        screen.page.set_viewport_size({"width": width, "height": 780})
        assert screen.page.evaluate(TOO_WIDE) == 0, width
