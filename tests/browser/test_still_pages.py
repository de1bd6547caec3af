"""Live pages stand still: a pulse moves nothing, and no page is wider than its screen."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import WebSocket

from accounts.models import User
from games.live import hub
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.events import an_event
from tests.tournaments.leagues import a_league
from tournaments.models import Competition, Match

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

Page = tuple[str, User | None]


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch):
    monkeypatch.setattr(hub, "PULSE", SOON)


def one_table_plays(event: Competition) -> None:
    """Call every match there is; at the first table everybody sits down."""
    now = timezone.now()
    matches = list(Match.objects.of(event.pk).callable(now))
    for match in matches:
        call(match, now)
    everybody_sits(matches[0], now)


def home() -> Page:
    """With its running tables, as somebody who plays next sees it."""
    cup = a_running_cup(an_organiser(), timezone.now())
    one_table_plays(cup)
    return "/", players_of(match_at(cup, 1, 2), 0)[0]


def of_format(format_: str, **choices: object) -> Callable[[], Page]:
    """The page of a competition of that format with a table at play."""

    def scene() -> Page:
        event = an_event(timezone.now(), format_, 8, **choices)
        one_table_plays(event)
        return f"/competitions/{event.pk}/", None

    return scene


def a_league_page() -> Page:
    return f"/competitions/{a_league(timezone.now(), entries=6).pk}/", None


def a_desk() -> Page:
    organiser = an_organiser()
    cup = a_running_cup(organiser, timezone.now())
    one_table_plays(cup)
    return f"/competitions/{cup.pk}/manage/", organiser


def with_cards(page: str) -> Callable[[], Page]:
    """A page of a match with real cards, for its organiser."""

    def scene() -> Page:
        organiser = an_organiser()
        match = match_at(a_running_cup(organiser, timezone.now(), with_cards=True), 1, 1)
        return f"/matches/{match.pk}/{page}", organiser

    return scene


def embedded() -> Page:
    return f"/embed/competitions/{a_running_cup(an_organiser(), timezone.now()).pk}/", None


def a_table_page(*, seated: bool) -> Callable[[], Page]:
    """A table, live or waiting, as one of its people sees it."""

    def scene() -> Page:
        person = a_person()
        people = [person, a_person()]
        game = a_table(timezone.now(), people=people, seated=seated, turn_seconds=120)
        return f"/tables/{game.pk}/", person

    return scene


def a_lobby() -> Page:
    """With a table of each kind, as somebody who is asked to another sees it."""
    now, person, host = timezone.now(), a_person(), a_person()
    a_table(now, turn_seconds=120)
    waiting = a_table(now, people=[host, a_person()], seated=False)
    waiting.seats.filter(number=1).update(user=None)
    waiting.invitations.create(by=host, to=person, at=now)
    return "/tables/", person


LIVE_PAGES = {
    "lobby": a_lobby,
    "home": home,
    "knockout": of_format("single"),
    "double knockout": of_format("double"),
    "groups": of_format("groups", group_count=2, qualifiers=2),
    "swiss": of_format("swiss"),
    "league": a_league_page,
    "desk": a_desk,
    "score": with_cards("score/"),
    "match": with_cards(""),
    "embed": embedded,
    "table": a_table_page(seated=True),
    "waiting table": a_table_page(seated=False),
}


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
