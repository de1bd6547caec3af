"""The page of a competition while it is followed: newer pieces take the place of older ones."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import players_of
from tests.tournaments.events import an_event, award
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEEP = "id => { document.getElementById(id).kept = true }"
IS_KEPT = "id => document.getElementById(id).kept === true"


@pytest.fixture
def event(site):
    return an_event(timezone.now(), "groups", 8, group_count=2)


def test_a_result_changes_its_pieces_alone_and_keeps_the_focus(open_screen, event):
    match, other = Match.objects.of(event.pk)[:2]
    player = players_of(match, 0)[0]
    page = open_screen(f"/competitions/{event.pk}/", player).page
    own = page.locator(f"#m{match.pk}")
    expect(own.locator("[data-mine]")).to_be_visible()
    page.wait_for_selector("#pulse[data-version]", state="attached")  # all pieces came before
    page.evaluate(KEEP, f"m{other.pk}")
    own.locator("a").focus()
    award(match, 0, timezone.now())
    expect(own).to_have_class("match walkover")
    expect(own.locator("a")).to_be_focused()
    expect(own.locator("[data-mine]")).to_be_visible()
    assert page.evaluate(IS_KEPT, f"m{other.pk}")
    expect(page.locator("table.standings tbody tr:first-child[data-mine]")).to_be_visible()


def test_an_open_crosstable_stays_open(open_screen, event):
    page = open_screen(f"/competitions/{event.pk}/").page
    page.wait_for_selector("#pulse[data-version]", state="attached")
    cross = page.locator("details.cross").first
    cross.locator("summary").tap()
    match = Match.objects.of(event.pk)[0]
    award(match, 0, timezone.now())
    expect(page.locator(f"#m{match.pk}")).to_have_class("match walkover")
    expect(cross).to_have_attribute("open", "")
    expect(cross.locator("tbody a.won").first).to_be_visible()
