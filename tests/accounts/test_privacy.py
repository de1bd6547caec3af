"""Privacy: retention limits, no shared caches, and rate limits of sign-ups."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.common import sessions
from accounts.models import User
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.people import PASSWORD, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def sign_up(name: str, **more: str):
    form = {"username": name, "email": f"{name}@example.org", **more}
    return Client().post(
        "/accounts/signup/", {**form, "password1": PASSWORD, "password2": PASSWORD}
    )


@pytest.mark.parametrize(
    "path", ["/profile/", "/profile/goodbye/", "/accounts/email/", "/accounts/sessions/"]
)
def test_pages_of_ones_own_are_kept_by_nobody(path):
    page = browser_of(a_person()).get(path)
    assert page.status_code == 200
    assert {"no-store", "private"} <= set(page.headers["Cache-Control"].split(", "))
    assert "no-store" in Client().get("/accounts/login/").headers["Cache-Control"]
    assert "no-store" not in Client().get("/privacy/").headers.get("Cache-Control", "")


def test_an_address_makes_so_many_accounts_an_hour(settings):
    settings.ACCOUNTS_PER_ADDRESS = 5
    for name in ("ana", "beto", "caro", "dani", "emi"):
        assert sign_up(name).status_code == 302
    refused = sign_up("feli")
    assert refused.status_code == 429
    assert "podés jugar como invitado" in text_of(refused)
    assert not User.objects.filter(username="feli").exists()


def test_a_whole_bar_signs_up_on_its_own_network():
    """As the site is set up: twelve at a time, four times an hour (row 16.3)."""
    answers = [sign_up(f"socia{number}").status_code for number in range(48)]
    assert answers == [302] * 48


def test_a_mistake_is_not_counted(settings):
    settings.ACCOUNTS_PER_ADDRESS = 1
    for _ in range(3):
        assert sign_up("admin").status_code == 200
    assert sign_up("ana").status_code == 302


def test_who_fills_what_nobody_sees_gets_no_account_and_hears_nothing_of_it():
    page = Client().get("/accounts/signup/").text
    assert 'name="homepage" class="visually-hidden" tabindex="-1" aria-hidden="true"' in page
    assert " style=" not in page
    assert sign_up("bot", homepage="https://spam.test").status_code == 302
    assert not User.objects.exists()


def test_the_most_common_passwords_are_refused():
    form = {"username": "ana", "email": "ana@example.org"}
    weak = {"password1": "iloveyou1", "password2": "iloveyou1"}
    assert Client().post("/accounts/signup/", {**form, **weak}).status_code == 200
    assert not User.objects.exists()


def test_sessions_that_ended_are_forgotten():
    browser = Client()
    a_person()
    browser.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    assert UserSession.objects.count() == 1
    sessions.forget_ended(now=timezone.now())
    assert (Session.objects.count(), UserSession.objects.count()) == (1, 1)
    sessions.forget_ended(now=timezone.now() + timedelta(days=60))
    assert (Session.objects.count(), UserSession.objects.count()) == (0, 0)


@pytest.mark.feature("Accounts and clubs", "Privacy in words")
@pytest.mark.parametrize(
    ("language", "words"), [("es-ar", "Quién lo ve"), ("en", "Who sees it"), ("ca", "Qui ho veu")]
)
def test_what_is_kept_is_said_to_everybody(language, words):
    reader = Client(headers={"accept-language": language})
    page = reader.get("/privacy/")
    assert page.text.count(words) == 12
    assert 'href="/privacy/"' in text_of(reader.get("/clubs/"))


def test_security_txt_names_a_contact_or_is_not_there(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "seguridad@truco.test"
    told = client.get("/.well-known/security.txt")
    assert told.headers["Content-Type"].startswith("text/plain")
    assert "Contact: mailto:seguridad@truco.test\n" in told.text
    assert "\nExpires: 20" in told.text
    settings.SECURITY_CONTACT = "https://truco.test/security"
    assert "Contact: https://truco.test/security\n" in client.get(told.request["PATH_INFO"]).text
