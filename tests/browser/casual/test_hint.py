"""A hint takes the place of the menu, and goes with the turn that it is about."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.reviews import action_values
from tests.games.tables import a_card_to_play, a_person, a_table, act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRICES = [
    {"token": "mazo", "mean": -0.01, "error": 0.1, "share": 0.8, "advised": True},
    {"token": "truco", "mean": 1.7, "error": 0.1, "share": 0.2, "advised": True},
]


def asks_for_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Reglas y opciones").tap()
    page.get_by_role("button", name="Pedir un consejo").tap()
    expect(page.get_by_text("Lo que más rinde: Truco (+1,7).")).to_be_visible()
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#advice").get_by_role("timer")).to_have_text(re.compile(r"^\d:\d\d$"))


def test_it_closes_with_the_menu_and_as_soon_as_the_table_has_moved_on(open_screen, monkeypatch):
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: PRICES)
    ana, now = a_person("Ana"), timezone.now()
    game = a_table(now, people=[ana, None], turn_seconds=120, dealt=lambda state: 0 in state.to_act)
    page = open_screen(f"/tables/{game.pk}/", ana).page
    advice = page.locator("#advice")
    asks_for_a_hint(page)
    assert advice.locator("tbody th").all_inner_texts() == ["Truco", "Me voy al mazo"]
    advice.get_by_role("button", name="Cerrar").tap()
    expect(advice).to_be_hidden()
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.get_by_role("button", name="Reglas y opciones")).to_be_focused()
    asks_for_a_hint(page)
    act(game, a_card_to_play(game), timezone.now())  # as the clock does for who lets it run out
    expect(advice).to_be_hidden()
    expect(page.locator("#menu")).to_be_hidden()


def test_a_hint_whose_file_comes_after_the_next_move_is_not_left_open(
    open_screen, monkeypatch, settings
):
    settings.ROBOT_PAUSE = 3600  # no second move closes the hint
    monkeypatch.setattr(action_values, "evaluate_in_subprocess", lambda *question: PRICES)
    ana, now = a_person("Ana"), timezone.now()
    game = a_table(now, people=[ana, None], turn_seconds=120, dealt=lambda state: 0 in state.to_act)
    page, held = open_screen(f"/tables/{game.pk}/", ana, routed=True).page, []
    page.route("**/hint.js", lambda route: held.append(route))
    shown = page.locator("#say").get_attribute("data-version")
    page.get_by_role("button", name="Reglas y opciones").tap()
    with page.expect_request("**/hint.js"):
        page.get_by_role("button", name="Pedir un consejo").tap()
    expect(page.get_by_text("Lo que más rinde: Truco (+1,7).")).to_be_visible()
    act(game, a_card_to_play(game), timezone.now())
    expect(page.locator("#say")).not_to_have_attribute("data-version", shown)
    for file in held:
        file.continue_()
    expect(page.locator("#menu")).to_be_hidden()
    expect(page.locator("#advice")).to_be_hidden()
