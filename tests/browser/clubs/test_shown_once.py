"""Going on from a page that shows a secret once, and back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.tournaments.cups import a_cup, an_organiser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_who_goes_on_from_a_link_and_back_reads_a_page_without_the_secret(open_screen, now):
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    address = f"/competitions/{cup.pk}/links/"
    screen: Screen = open_screen(address, organiser)
    page = screen.page
    page.locator("input[name=label]").fill("Patio")
    page.locator("main form button[type=submit]").last.click()
    secret = page.locator("main code")
    expect(secret).to_have_text(re.compile("/link/"))
    screen.open("/")
    page.go_back()
    expect(page).to_have_url(re.compile(f"{address}$"))
    expect(page.locator("main")).to_contain_text("Patio")
    expect(secret).to_have_count(0)
    assert cup.links.count() == 1
