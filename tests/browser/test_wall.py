"""The screen in the hall on a projector: large, complete, and turning automatically."""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Entry, Match, RosterPlayer
from tournaments.round_clock.services import start_clock
from tournaments.tasks import call_ready_matches
from tournaments.venues.services import use_tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTORS = ((1920, 1080), (1280, 720))
TURN = 13_000  # milliseconds: longer than a leaf stands
READABLE = 0.04  # of the height, for a name
MEASURED = """() => ({
  names: [...document.querySelectorAll("main bdi")]
    .map(name => parseFloat(getComputedStyle(name).fontSize)),
  cut: [...document.querySelectorAll(".wall *")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  }).map(one => one.outerHTML.slice(0, 80)),
})"""

LINES_OF_RANKS = """() => [...document.querySelectorAll(".standings i")].map((rank) => {
  const range = document.createRange();
  range.selectNodeContents(rank);
  return range.getClientRects().length;
})"""


CUT = """() => [...document.querySelectorAll("main bdi, main small, main i")]
  .filter(one => one.scrollWidth > one.clientWidth + 1
    || one.tagName !== "I" && one.scrollHeight > one.clientHeight + 3)
  .map(one => one.outerHTML)"""
OVER = """() => [...document.querySelectorAll("main li")].filter(row => [...row.children].some(
  child => child.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1
)).map(row => row.outerHTML)"""
FILLED = """() => {
  const rows = [...document.querySelectorAll("main li")].map(row => row.getBoundingClientRect());
  const main = document.querySelector("main").getBoundingClientRect();
  return Math.max(...rows.map(row => row.right)) / main.right;
}"""
NAMES = (
    "Ana y Beto",
    "Graciela y Hector",
    "Juan Pérez y Pedro Gómez",
    "La Negra y El Turco",
    "Los Pibes: Nico y Fede",
    "Sole y Pili",
)
LONGEST = "Ramón Díaz y José María Paz"


@pytest.fixture
def cup(transactional_db) -> Competition:
    """Of sixty-four, so that two leaves turn; one has the longest name."""
    cup = a_running_cup(an_organiser(), timezone.now(), entries=64, cap=64, name="W" * 80)
    longest = cup.entries.earliest("pk")
    Entry.objects.filter(pk=longest.pk).update(name="W" * 40)
    RosterPlayer.objects.filter(entry=longest).update(name="W" * 40)
    return cup


@pytest.mark.feature("Competitions", "The hall screen is readable from afar and turns by itself")
def test_a_projector_shows_names_from_afar_and_turns_by_itself(cup, open_screen):
    organiser = cup.club.members.get()
    screen = open_screen(f"/competitions/{cup.pk}/wall/", organiser, desk=True)
    page = screen.page
    address = page.url
    page.clock.install()
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        measured = page.evaluate(MEASURED)
        assert measured["cut"] == []
        assert min(measured["names"]) >= READABLE * height
    first = page.locator("h1").inner_text()
    page.clock.run_for(TURN)
    expect(page.locator("#wall")).to_have_attribute("data-next", "2")
    assert page.locator("h1").inner_text() != first
    page.clock.run_for(TURN)
    expect(page.locator("#wall")).not_to_have_attribute("data-next", "2")


def test_a_rank_of_two_figures_stands_on_one_line(transactional_db, open_screen):
    event = an_event(timezone.now(), "swiss", 12, swiss_rounds=3)
    award(ready(event)[0], 0, timezone.now())
    page = open_screen(f"/competitions/{event.pk}/wall/", event.club.members.get(), desk=True).page
    address = page.url
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{address}?leaf=0")
        while not page.locator(".standings").count():
            page.goto(f"{address}?leaf={page.locator('#wall').get_attribute('data-next')}")
        expect(page.locator(".standings i")).to_have_count(12)
        assert page.evaluate(LINES_OF_RANKS) == [1] * 12


@pytest.mark.feature("Competitions", "The hall screen survives a lost connection")
def test_a_lost_line_leaves_the_leaf_and_it_goes_on_by_itself(transactional_db, open_screen):
    event = an_event(timezone.now(), "swiss", 8, swiss_rounds=3)
    screen = open_screen(f"/competitions/{event.pk}/wall/", event.club.members.get(), desk=True)
    page = screen.page
    page.clock.install()
    page.goto(page.url)
    with screen.without_network():
        page.clock.run_for(TURN)
        expect(page.locator(".lost")).to_be_visible()
        expect(page.locator("main bdi").first).to_be_visible()
    page.clock.run_for(TURN)
    expect(page.locator(".lost")).to_be_hidden()
    expect(page.locator("main bdi").first).to_be_visible()


def test_a_leaf_that_does_not_come_is_a_lost_line(transactional_db, open_screen):
    event = an_event(timezone.now(), "swiss", 8, swiss_rounds=3)
    path, organiser = f"/competitions/{event.pk}/wall/", event.club.members.get()
    page = open_screen(path, organiser, desk=True, routed=True).page
    page.clock.install()
    page.goto(page.url)
    hanging = re.compile(r"\?leaf=")
    page.route(hanging, lambda route: None)  # no answer, and no failure
    with page.expect_request(hanging):
        page.clock.run_for(TURN)
    page.clock.run_for(TURN)
    expect(page.locator(".lost")).to_be_visible()
    page.unroute(hanging)
    page.clock.run_for(TURN)
    expect(page.locator(".lost")).to_be_hidden()


def an_evening(pairs: int) -> Competition:
    """Create a Swiss of pairs with real cards and names, in a hall without a number of tables."""
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    event = a_running_cup(
        an_organiser(), timezone.now(), entries=pairs, per_side=2, with_cards=True, shape=shape
    )
    for number, entry in enumerate(_by_match(event)):
        name = LONGEST if number % 2 else NAMES[number // 2 % len(NAMES)]
        Entry.objects.filter(pk=entry.pk).update(name=name)
        for player, own in zip(entry.roster.order_by("number"), name.split(" y "), strict=True):
            RosterPlayer.objects.filter(pk=player.pk).update(name=own)
    return event


def _by_match(event: Competition) -> Iterator[Entry]:
    """Return the opponents, match by match; then the entries that rest."""
    matches = Match.objects.of(event.pk).order_by("pk")
    playing = [slot.entry for match in matches for slot in match.slots.all() if slot.entry]
    yield from playing
    yield from event.entries.exclude(pk__in=[entry.pk for entry in playing])


@pytest.mark.parametrize("pairs", [4, 7, 12])
@pytest.mark.sampled
def test_real_names_are_whole_and_fill_the_screen(pairs, transactional_db, open_screen):
    event = an_evening(pairs)
    going = Match.objects.of(event.pk).filter(state__in=Match.PLAYABLE)
    award(going[0], 0, timezone.now())
    Competition.objects.filter(pk=event.pk).update(round_minutes=40)
    screen = open_screen(f"/competitions/{event.pk}/wall/", event.club.members.get(), desk=True)
    page, address = screen.page, screen.page.url
    for width, height in (*PROJECTORS, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for leaf in (0, 1):
            page.goto(f"{address}?leaf={leaf}")
            assert page.evaluate(CUT) == []
            assert page.evaluate(OVER) == []
            assert page.evaluate(FILLED) > 0.9
            assert page.locator("main li:not(:has(b))").count() == 0
            measured = page.evaluate(MEASURED)
            assert measured["cut"] == []
            assert min(measured["names"]) >= READABLE * min(height, width * 9 / 16)


@pytest.mark.parametrize("pairs", [12, 32])
@pytest.mark.sampled
def test_names_of_tables_and_of_pairs_stay_in_their_rows(pairs, transactional_db, open_screen):
    event, now = an_evening(pairs), timezone.now()
    organiser = event.club.members.get()
    use_tables(competition_id=event.pk, count=5, actor=organiser, now=now)
    event.club.hall_tables.filter(number__lte=3).update(name="La del fondo")
    call_ready_matches()
    page = open_screen(f"/competitions/{event.pk}/wall/", organiser, desk=True).page
    address = page.url
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        for leaf in (0, 1):
            page.goto(f"{address}?leaf={leaf}")
            assert page.locator("main .waits").count()
            assert page.evaluate(CUT) == []
            assert page.evaluate(OVER) == []
            assert page.evaluate(MEASURED)["cut"] == []


@pytest.mark.feature("Competitions", "At the end the podium fills the projector")
def test_the_podium_fills_the_screen(transactional_db, open_screen):
    event = an_evening(4)
    award_all(event, timezone.now())
    page = open_screen(f"/competitions/{event.pk}/wall/", organiser_of(event), desk=True).page
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url)
        assert page.evaluate(FILLED) > 0.99
        assert page.evaluate(MEASURED)["cut"] == []
        assert page.evaluate(CUT) == []
        winner = page.locator(".podium li").first.bounding_box()
        assert winner["width"] > 0.9 * width


def test_the_bell_rings_while_a_leaf_stands(transactional_db, open_screen):
    event = a_running_cup(
        an_organiser(), timezone.now(), entries=4, with_cards=True, round_minutes=45
    )
    organiser = event.club.members.get()
    start_clock(round_id=match_at(event, 1, 1).round_id, actor=organiser, now=timezone.now())
    page = open_screen(f"/competitions/{event.pk}/wall/", organiser, desk=True).page
    expect(page.locator(".clock")).to_contain_text("quedan")
    expect(page.locator(".clock")).not_to_contain_text("campana", use_inner_text=True)
    page.evaluate("document.querySelector('.clock b').dataset.until = 1")
    expect(page.locator(".clock")).to_have_text(
        re.compile(r"campana\s+terminen la mano"), use_inner_text=True
    )
