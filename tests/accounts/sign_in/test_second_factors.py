"""Second factors: setup, challenge, and the requirement for operators and strict clubs."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.profiles.services import anonymise
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.factors import SECRET, app_of, code_now, with_app
from tests.accounts.people import NOW, PASSWORD, a_member, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OWN = [
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/sessions/",
]


def signed_in(person: User) -> Client:
    """Return a browser that signed in, and has just given the password once more."""
    browser = Client()
    browser.post("/accounts/login/", {"login": person.username, "password": PASSWORD})
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return browser


def activate(browser: Client) -> str:
    secret = re.search(r"<code>(\w+)</code>", text_of(browser.get("/accounts/2fa/totp/activate/")))
    assert secret
    code = code_now(secret[1])
    return str(browser.post("/accounts/2fa/totp/activate/", {"code": code}).headers["Location"])


@pytest.mark.parametrize("path", OWN)
def test_pages_are_the_sites_own_and_need_no_inline_script(path):
    page = signed_in(a_person()).get(path)
    html = text_of(page)
    assert page.status_code == 200
    assert 'class="site-header"' in html
    assert not re.search(r"<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|data:image", html)
    assert Client().get(path).headers["Location"].startswith("/accounts/login/")


def test_an_app_is_set_up_and_then_asked_for():
    ana = a_person()
    browser = signed_in(ana)
    assert activate(browser) == "/accounts/2fa/recovery-codes/"
    shown = re.findall(
        r"<code>(\d{8})</code>", text_of(browser.get("/accounts/2fa/recovery-codes/"))
    )
    assert len(shown) == 10
    assert "JBSW" not in str(app_of(ana).instance.data)

    other = Client()
    asked = other.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert asked.headers["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in other.session
    assert "llave" not in text_of(other.get("/accounts/2fa/authenticate/"))  # she has none
    wrong = other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "Ese código no es" in text_of(wrong)
    assert other.post("/accounts/2fa/authenticate/", {"code": shown[0]}).status_code == 302
    assert other.session["_auth_user_id"] == str(ana.pk)


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_a_code_works_once(kind):
    ana = with_app(a_person())
    code = code_now() if kind == "app" else RecoveryCodes.activate(ana).get_unused_codes()[0]
    came = []
    for _ in range(2):
        browser = Client()
        browser.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
        browser.post("/accounts/2fa/authenticate/", {"code": code})
        came.append("_auth_user_id" in browser.session)
    assert came == [True, False]


def test_a_grave_change_asks_who_it_is_first():
    browser = browser_of(a_person())
    asked = browser.get("/accounts/2fa/totp/activate/").headers["Location"]
    assert asked.startswith("/accounts/reauthenticate/?next=")


def test_secrets_are_stored_encrypted():
    ana = with_app(a_person())
    assert SECRET not in str(app_of(ana).instance.data)
    assert app_of(ana).validate_code(code_now())


def test_a_first_factor_ends_the_sessions_that_were_begun_without(
    django_capture_on_commit_callbacks,
):
    ana = a_person()
    old, browser = signed_in(ana), signed_in(ana)
    with django_capture_on_commit_callbacks(execute=True):
        activate(browser)
    assert old.get("/profile/").status_code == 302
    assert browser.get("/profile/").status_code == 200


def test_staff_without_a_factor_are_led_to_set_one_up():
    root = a_person("raiz", is_staff=True, is_superuser=True)
    browser = browser_of(root)
    led = browser.get("/admin/", follow=True)
    assert led.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "Quien lleva el sitio necesita uno" in text_of(led)
    assert browser.get("/admin/accounts/user/").status_code == 302
    with_app(root)
    assert browser.get("/admin/").status_code == 200


def test_a_factor_is_no_key_to_the_admin(client):
    client.force_login(with_app(a_person()))
    assert client.get("/admin/login/").status_code == 403


@pytest.mark.feature("Accounts and clubs", "Second factors for everybody, required of staff")
def test_a_club_may_ask_its_organisers_for_one(club, owner):
    mia = a_member(club, "mia", organiser=True)
    terms = {"name": club.name, "zone": club.zone, "about": "", "is_guarded": "on"}
    assert browser_of(owner).post("/clubs/la-yunta/edit/", terms).status_code == 302
    club.refresh_from_db()
    assert club.is_guarded
    for person in (owner, mia):
        page = browser_of(person).get("/clubs/la-yunta/")
        assert "pide un segundo factor a quienes lo organizan" in text_of(page)
        assert "/clubs/la-yunta/edit/" not in text_of(page)
        refused = browser_of(person).get("/clubs/la-yunta/edit/")
        assert (refused.status_code, 'href="/accounts/2fa/"' in text_of(refused)) == (403, True)
        with pytest.raises(RefusedError, match="second-factor"):
            clubs.invite(club_id=club.pk, by=person, now=NOW)
        assert not club.can_organise(person)
    with_app(mia)
    assert club.can_organise(mia)
    assert browser_of(mia).get("/clubs/la-yunta/edit/").status_code == 200


def test_only_the_owner_sets_that_term(club):
    mia = with_app(a_member(club, "mia", organiser=True))
    terms = {"name": club.name, "zone": club.zone, "about": "", "is_guarded": "on"}
    browser_of(mia).post("/clubs/la-yunta/edit/", terms)
    club.refresh_from_db()
    assert not club.is_guarded
    with pytest.raises(RefusedError, match="not-owner"):
        clubs.edit_club(
            club_id=club.pk, by=mia, name=club.name, zone=club.zone, about="", is_guarded=True
        )


def test_lists_of_clubs_to_run_leave_such_a_club_out(club, owner):
    type(club).objects.update(is_guarded=True)
    assert not type(club).objects.organised_by(owner).exists()
    assert type(club).objects.holding_back(owner).get() == club
    with_app(owner)
    assert type(club).objects.organised_by(owner).get() == club
    assert not type(club).objects.holding_back(owner).exists()


def test_factors_and_sessions_go_with_the_account():
    ana = with_app(a_person())
    browser_of(ana)
    anonymise(user_id=ana.pk, now=NOW)
    assert not Authenticator.objects.exists()
    assert not ana.usersession_set.exists()


def test_a_passkey_that_nobody_made_is_refused():
    browser = signed_in(a_person())
    browser.get("/accounts/2fa/webauthn/add/")
    for credential in ('{"id": "x"}', "[]", "x", '{"rawId": 1, "response": {}}'):
        told = {"name": "", "credential": credential}
        assert browser.post("/accounts/2fa/webauthn/add/", told).status_code == 200
        entered = Client().post("/accounts/2fa/webauthn/login/", {"credential": credential})
        assert entered.status_code == 302
    assert not Authenticator.objects.exists()
    assert Session.objects.exists()
