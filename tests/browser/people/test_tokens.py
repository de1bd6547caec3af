"""A token is made on the profile, copied, and tried on the page of the API."""

import pytest
from playwright.sync_api import expect

from accounts.models import ApiToken
from tests.accounts.people import PASSWORD, a_person

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_a_token_is_made_and_tried_on_the_page_of_the_api(open_screen):
    ana = a_person()
    page = open_screen("/profile/", ana).page
    page.get_by_role("link", name="Tokens de la API").click()
    page.get_by_label("Nombre").fill("El bot")
    page.get_by_role("button", name="Crear el token").click()
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()
    secret = page.locator("code", has_text="truco_").inner_text()
    token = ApiToken.objects.get()
    assert (token.scopes, (token.expires_at - token.created_at).days) == (["read"], 90)
    expect(page.get_by_text("Sirve hasta el")).to_be_visible()

    page.get_by_role("link", name="Cómo se usa la API").click()
    page.get_by_role("button", name="Authorize").first.click()
    page.get_by_label("auth-bearer-value").fill(secret)
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close").click()
    page.locator("#operations-Clubs-list_clubs .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table tbody .response-col_status").first).to_contain_text(
        "200"
    )
