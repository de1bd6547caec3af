"""A draft on a phone: draw, swap with two taps, publish; the round is secret until then."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.drafts import announced, the_draft
from tests.tournaments.events import organiser_of
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.feature(
    "Competitions", "Two entries of a draft are swapped, or made to meet, with two taps"
)
def test_an_organiser_swaps_two_of_the_first_round_and_publishes_it(open_screen):
    event = announced(timezone.now(), "swiss", 6, with_cards=True)
    desk = open_screen(f"/competitions/{event.pk}/manage/", organiser_of(event))
    follower = open_screen(f"/competitions/{event.pk}/")
    page = desk.page

    desk.follow(page.get_by_role("button", name="Sortear con 6"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Borrador del sorteo")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    (one, mate), (other, _), _ = the_draft(event).as_it_stands
    page.locator(f"#side-{one}").tap()
    expect(page.locator(".chosen-bar.on")).to_contain_text("tocá con quién cambian")
    expect(page.locator(f"#side-{one}")).to_be_focused()
    page.locator(f"#side-{other}").tap()
    expect(page.locator(".pool.by-hand")).to_have_count(2)
    assert {other, mate} in [{*pool} for pool in the_draft(event).as_it_stands]

    follower.open(follower.page.url)
    expect(follower.page.locator("body")).not_to_contain_text("Ronda 1")
    desk.follow(page.get_by_role("button", name="Publicar el sorteo"))
    expect(page.get_by_role("button", name="Dar comienzo")).to_be_visible()
    follower.open(follower.page.url)
    expect(follower.page.locator("body")).to_contain_text("Ronda 1")
    event.refresh_from_db()
    assert event.state == Competition.State.DRAWN
    assert Match.objects.of(event.pk).filter(by_hand=True).count() == 2
    assert desk.faults == follower.faults == []
