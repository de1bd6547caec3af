"""A form that was refused shows its first error and keeps what was typed, on a small phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.accounts.people import a_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DIFFERS = "Las dos veces tiene que ser la misma contraseña."
TAKEN = "Ya existe un usuario con ese nombre."
SECRET = "una-de-espadas-y-dos-de-oros"


def sign_up(screen, *, name="ana", again=SECRET):
    page = screen.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.get_by_label("Usuario").fill(name)
    page.get_by_label("Correo").fill("ana@example.org")
    page.get_by_label("Contraseña", exact=True).fill(SECRET)
    page.get_by_label("Contraseña (otra vez)").fill(again)
    page.get_by_role("button", name="Crear mi cuenta").tap()


def test_passwords_that_differ_stay_where_they_were_typed(open_screen):
    screen = open_screen("/accounts/signup/")
    second = screen.page.get_by_label("Contraseña (otra vez)")
    sign_up(screen, again="dos-de-oros")

    expect(second).to_be_focused()
    expect(second).to_be_in_viewport()
    assert second.evaluate("field => field.validationMessage") == DIFFERS
    expect(second).to_have_value("dos-de-oros")
    expect(screen.page.get_by_label("Contraseña", exact=True)).to_have_value(SECRET)

    second.fill(SECRET)
    assert second.evaluate("field => field.checkValidity()")


def test_what_the_site_refuses_is_seen_and_named(open_screen):
    a_person("ana")
    screen = open_screen("/accounts/signup/")
    sign_up(screen)

    name = screen.page.get_by_label("Usuario")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(re.compile(TAKEN))
    expect(screen.page.get_by_text(TAKEN)).to_be_in_viewport()
    expect(screen.page.get_by_label("Correo")).to_have_value("ana@example.org")


def test_a_sign_in_in_vain_says_so_where_it_is_seen(open_screen):
    screen = open_screen("/accounts/login/")
    screen.page.set_viewport_size({"width": 320, "height": 640})
    screen.page.get_by_label("Usuario o correo").fill("ana")
    screen.page.get_by_label("Contraseña").fill(SECRET)
    screen.page.get_by_role("main").get_by_role("button", name="Entrar", exact=True).tap()

    refusal = screen.page.get_by_role("alert")
    expect(refusal).to_be_focused()
    expect(refusal).to_be_in_viewport()
    expect(screen.page.get_by_label("Usuario o correo")).to_have_value("ana")
