"""A record in a browser: what can be done with it stays while its reader goes back and forth."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.tables import a_person, a_table, play_to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_back_leads_to_the_whole_page_of_the_step_before(open_screen):
    game = a_table(timezone.now(), people=[a_person("Ana"), a_person("Luis")], target="5")
    play_to_the_end(game, timezone.now())
    page = open_screen(f"/tables/{game.pk}/record/").page
    for step in (1, 2):
        page.locator("#on").tap()
        expect(page.locator("#step")).to_have_text(re.compile(rf"^{step} /"))
    page.go_back()
    expect(page.locator("#step")).to_have_text(re.compile(r"^1 /"))
    for name in ("Reproducir", "Guardar para leer sin conexión"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
