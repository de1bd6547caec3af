"""Passkeys in a real Chromium with an authenticator of its own; over the hall's plain HTTP none."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from tests.accounts.people import PASSWORD, a_person
from tests.browser.conftest import HALL

pytestmark = [pytest.mark.django_db(transaction=True)]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> None:
    """Give the browser a virtual authenticator that confirms every request."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


@pytest.mark.parametrize("alone", [True, False])
def test_a_passkey_is_made_and_signs_in(open_screen, alone):
    ana = a_person()
    page = open_screen("/accounts/2fa/", ana, host="localhost").page
    with_authenticator(page)
    expect(page.get_by_text("Las llaves de acceso piden")).to_be_hidden()
    page.get_by_role("link", name="Agregar una llave").click()
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()
    page.get_by_label("Nombre de la llave").fill("Mi teléfono")
    page.get_by_label("Entrar solo con ella").set_checked(alone)
    page.get_by_role("button", name="Agregar").click()
    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()
    assert Authenticator.objects.filter(user=ana, type="webauthn").count() == 1

    page.goto("/profile/")
    page.get_by_role("button", name="Salir").click()
    page.goto("/accounts/login/?next=/profile/")
    if alone:
        page.get_by_role("button", name="Entrar con una llave de acceso").click()
    else:
        page.get_by_label("Usuario o correo").fill("ana")
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Entrar", exact=True).click()
        page.get_by_role("button", name="Usar una llave de acceso").click()
    page.wait_for_url("**/profile/")


def test_over_plain_http_no_passkey_is_offered_and_the_app_is(open_screen, settings):
    settings.ALLOWED_HOSTS = [HALL, "127.0.0.1"]
    page = open_screen("/accounts/2fa/", a_person(), host=HALL).page
    expect(page.get_by_text("Las llaves de acceso piden")).to_be_visible()
    expect(page.get_by_role("link", name="Agregar una llave")).to_be_hidden()
    expect(page.get_by_role("link", name="Activar la app")).to_be_visible()
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Salir").click()
    page.goto("/accounts/login/")
    expect(page.get_by_role("button", name="Entrar con una llave de acceso")).to_be_hidden()
