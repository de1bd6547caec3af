"""From an empty site to a competition: what a stranger taps, and that nothing typed is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.browser.taps import Taps
from tournaments.models import Competition

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECRET = "una-de-espadas-y-dos-de-oros"
BEFORE_SIGNING_UP, AFTER = 2, 0  # taps; the goal for 16 pairs pasted and drawn is ten after


def signs_up(screen: Screen) -> None:
    page = screen.page
    page.get_by_label("Usuario").fill("olga")
    page.get_by_label("Correo", exact=True).fill("olga@example.org")
    page.get_by_label("Contraseña", exact=True).fill(SECRET)
    page.get_by_label("Contraseña (otra vez)").fill(SECRET)
    page.get_by_role("button", name="Crear mi cuenta").tap()


@pytest.mark.feature("Competitions", "A stranger creates a competition and signs up on the way")
def test_a_stranger_creates_in_two_taps_and_signs_up_on_the_way(open_screen):
    screen = open_screen("/")
    page, taps = screen.page, Taps(screen)
    taps.follow(page.get_by_role("link", name="Armar mi torneo"))
    taps.follow(page.get_by_role("button", name="Crear y anotar gente"))
    assert taps.number == BEFORE_SIGNING_UP
    signs_up(screen)
    expect(page.get_by_label("La lista, una pareja por renglón")).to_be_visible()
    assert taps.number == BEFORE_SIGNING_UP + AFTER
    cup = Competition.objects.get()
    assert (cup.state, cup.cap, cup.club.name) == ("registration", 16, "Club de olga")


def test_what_is_chosen_changes_the_plans_in_place_and_keeps_the_focus(open_screen):
    screen = open_screen("/competitions/setup/")
    page = screen.page
    page.get_by_label("Nombre").fill("Copa de la Yunta")
    page.get_by_role("button", name="Uno menos").tap()
    expect(page.get_by_label("¿Cuántos anotás?")).to_have_value("15")
    expect(page.locator("#plans")).to_contain_text("Con 15 parejas y 4 h entra")
    page.get_by_role("radio", name="2 h").check()
    expect(page.locator("#plans")).to_contain_text("Con 15 parejas y 2 h entra")
    expect(page.get_by_role("radio", name="2 h")).to_be_focused()
    expect(page.get_by_label("Nombre")).to_have_value("Copa de la Yunta")


def test_enter_in_a_field_creates_and_takes_nobody_away(open_screen):
    screen = open_screen("/competitions/setup/")
    with screen.page.expect_navigation():
        screen.page.get_by_label("Nombre").press("Enter")
    expect(screen.page.get_by_text("Apenas entres seguimos con lo que pediste.")).to_be_visible()


def test_a_plan_that_is_chosen_stays_whatever_was_asked_before(open_screen):
    page = open_screen("/competitions/setup/").page
    page.get_by_label("¿Cuántos anotás?").fill("14")
    plan = page.locator(".plan").last
    way = plan.locator("input").get_attribute("value")
    with page.expect_response(lambda answer: f"plan={way}" in answer.url):
        plan.tap()  # leaving the field asks for plans, too
    expect(page.locator("#plans legend")).to_contain_text("14")
    expect(page.locator("input[name=plan]:checked")).to_have_value(str(way))
