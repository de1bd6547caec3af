"""The scorer's page in a browser: taps, and who hears the page."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.matches import services as matches

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_taps_are_said_and_nothing_is_amiss(open_screen):
    """Each tap is answered, and hinted at through the line; in whatever order those come."""
    organiser, now = an_organiser(), timezone.now()
    match = match_at(a_running_cup(organiser, now, with_cards=True), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    first, second = (str(slot.entry) for slot in match.slots.order_by("side"))
    page = open_screen(f"/matches/{match.pk}/score/", organiser).page
    for points in range(1, 6):
        page.locator("#plus-01").tap()
        expect(page.locator("#said")).to_have_text(f"{first} {points}, {second} 0")
    page.locator("#close").tap()
    expect(page.get_by_text("su resultado está anotado")).to_be_visible()
    expect(page.locator("#said")).to_have_text(f"{first} 5, {second} 0")
