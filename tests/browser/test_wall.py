"""The screen in the hall, as a projector shows it: large enough, whole, and turning by itself."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import an_event
from tournaments.models import Competition, Entry, RosterPlayer

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


@pytest.fixture
def cup(transactional_db) -> Competition:
    """Of sixty-four, so that two leaves turn; one has the longest name."""
    cup = a_running_cup(an_organiser(), timezone.now(), entries=64, cap=64, name="W" * 80)
    longest = cup.entries.earliest("pk")
    Entry.objects.filter(pk=longest.pk).update(name="W" * 40)
    RosterPlayer.objects.filter(entry=longest).update(name="W" * 40)
    return cup


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
