"""A podium that arrives while a reader is further down: offered, without a layout shift."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.moves import MOST_SHIFT, shift_of, watch
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.halls import write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize("is_desk", [True, False])
def test_a_podium_that_comes_meanwhile_is_shown_when_asked_for(open_screen, is_desk):
    cup = a_running_cup(an_organiser(), timezone.now(), entries=2, with_cards=True)
    screen = open_screen("/rules/", desk=is_desk)
    page = screen.page
    watch(page)
    with page.expect_websocket() as line:
        screen.open(f"/competitions/{cup.pk}/")
    line.value.wait_for_event("framereceived")
    write(match_at(cup, 1, 1), timezone.now())
    offer = page.get_by_role("button", name="Terminó: ver el podio")
    expect(offer).to_be_visible()
    expect(page.locator("#podium")).to_be_hidden()
    assert shift_of(page) <= MOST_SHIFT  # its mark says that it is over
    offer.click()
    expect(page.locator("#podium")).to_be_in_viewport()
    expect(page.locator("#podium .place1")).to_be_visible()
    expect(offer).to_be_hidden()
