"""The form of a new table, as its rules are chosen."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# As extensions do to fields, and a reader who drags a text's corner.
RESIZE = "for (const field of document.querySelectorAll('main input')) field.style.width = '5rem'"


def test_another_truco_brings_its_options_and_the_policy_of_styles_is_kept(open_screen):
    screen = open_screen("/tables/new/")
    page = screen.page
    page.evaluate(RESIZE)
    page.get_by_label("Reglamento", exact=True).select_option("argentino-flor")
    expect(page.locator("#choices")).to_contain_text("La flor es obligatoria")
    page.get_by_label("parejas (2 contra 2)").check()
    expect(page.get_by_text("Señas", exact=True)).to_be_visible()
    assert screen.faults == []
