"""Signing in with a code by e-mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.accounts.factors import with_app
from tests.accounts.people import a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
ASK, CONFIRM = "/accounts/login/code/", "/accounts/login/code/confirm/"


@pytest.fixture(autouse=True)
def _with_mail(settings):
    cache.clear()
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def ana():
    ana = a_person()
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    return ana


def asked_code(browser, address="ana@example.org"):
    browser.post(ASK, {"email": address})
    (found,) = re.findall(r"^[0-9A-Z]{3,}-?[0-9A-Z]{3,}$", mail.outbox[-1].body, re.MULTILINE)
    return found


def who(browser):
    return browser.session.get("_auth_user_id")


@pytest.mark.feature("Accounts and clubs", "Signing in with a code by e-mail")
def test_the_code_of_the_mail_signs_in_once(client, ana):
    assert ASK in client.get("/accounts/login/").content.decode()
    code = asked_code(client)
    client.post(CONFIRM, {"code": code})
    assert who(client) == str(ana.pk)
    client.post("/accounts/logout/")
    client.post(CONFIRM, {"code": code})
    assert who(client) is None


def test_another_code_can_be_asked_for(client, ana):
    asked_code(client)
    assert client.get(ASK).status_code == 200
    client.post(CONFIRM, {"code": asked_code(client)})
    assert who(client) == str(ana.pk)


def test_three_wrong_codes_end_the_attempt(client, ana):
    code = asked_code(client)
    for _ in range(3):
        client.post(CONFIRM, {"code": "AAA-AAA"})
    client.post(CONFIRM, {"code": code})
    assert who(client) is None


def test_a_code_is_of_the_browser_that_asked(client, ana):
    other = Client()
    other.post(CONFIRM, {"code": asked_code(client)})
    assert who(other) is None


def test_an_unknown_address_is_answered_alike(client, ana):
    known = client.post(ASK, {"email": "ana@example.org"})
    unknown = client.post(ASK, {"email": "nobody@example.org"})
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )
    assert client.get(CONFIRM).status_code == 200
    client.post(CONFIRM, {"code": ""})
    assert who(client) is None


def test_one_address_gets_five_codes_a_minute(ana):
    for _ in range(7):
        Client().post(ASK, {"email": "ana@example.org"})
    assert len(mail.outbox) == 5


def test_a_second_factor_is_asked_for_after_the_code(client, ana):
    with_app(ana)
    client.post(CONFIRM, {"code": asked_code(client)})
    assert who(client) is None


def test_a_guest_keeps_their_table_in_the_account(client, ana):
    client.post("/tables/practice/", {"level": "1"})
    client.post(CONFIRM, {"code": asked_code(client)})
    assert who(client) == str(ana.pk)
    assert not User.objects.filter(is_guest=True).exists()


def test_a_site_without_mail_offers_no_code(client, ana, settings):
    settings.SENDS_MAIL = False
    assert ASK not in client.get("/accounts/login/").content.decode()
    assert client.get(ASK).headers["Location"] == "/accounts/login/"
    assert client.post(ASK, {"email": "ana@example.org"}).headers["Location"] == "/accounts/login/"
    assert mail.outbox == []
