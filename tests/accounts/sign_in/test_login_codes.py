"""Signing in with a code by e-mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.common.rate_limit import MINUTE, RateLimit
from accounts.models import User
from accounts.sign_in import attempts
from tests.accounts.factors import with_app
from tests.accounts.people import PASSWORD, a_person

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


RESET = "/accounts/password/reset/"
IN_HALL, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.mark.parametrize("page", [ASK, RESET])
def test_nothing_is_sent_to_an_address_without_an_account(ana, page):
    Client().post(page, {"email": "nobody@example.org"})
    assert mail.outbox == []
    Client().post(page, {"email": "ana@example.org"})
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("page", [ASK, RESET])
def test_who_asks_for_a_persons_mails_all_the_time_is_refused_for_an_hour(ana, page, monkeypatch):
    monkeypatch.setattr(attempts, "ASKED", RateLimit("no-minutes", 1000, MINUTE))
    for _ in range(attempts.ASKED_AN_HOUR.limit + 5):
        answer = Client().post(page, {"email": "ana@example.org"})
    assert len(mail.outbox) == attempts.ASKED_AN_HOUR.limit
    assert "demasiados pedidos" in answer.content.decode()


def test_a_stranger_does_not_keep_a_persons_codes_from_them(ana):
    phone = Client(REMOTE_ADDR=IN_HALL)
    phone.force_login(ana)
    phone.get("/")  # which gives the cookie of devices
    phone.post("/accounts/logout/")
    for _ in range(20):
        Client(REMOTE_ADDR=IN_HALL).post(ASK, {"email": "ANA@example.org"})
    phone.post(CONFIRM, {"code": asked_code(phone)})
    assert who(phone) == str(ana.pk)
    other = Client(REMOTE_ADDR=ELSEWHERE)
    other.post(CONFIRM, {"code": asked_code(other)})
    assert who(other) == str(ana.pk)


def test_many_strangers_together_fill_nobodys_mailbox(ana):
    for each in range(attempts.RECEIVED.limit + 5):
        Client(REMOTE_ADDR=f"198.51.100.{each}").post(RESET, {"email": "ana@example.org"})
    assert len(mail.outbox) == attempts.RECEIVED.limit


def test_who_writes_down_a_persons_address_stays_a_stranger_to_it(ana):
    eva = a_person("eva")
    EmailAddress.objects.create(user=eva, email=ana.email, verified=False)
    browser = Client(REMOTE_ADDR=IN_HALL)
    browser.force_login(eva)
    browser.get("/")
    browser.post("/accounts/logout/")
    for each in range(attempts.RECEIVED.limit):
        Client(REMOTE_ADDR=f"203.0.113.{each}").post(RESET, {"email": ana.email})
    browser.post(RESET, {"email": ana.email})
    assert len(mail.outbox) == attempts.RECEIVED.limit


def test_an_account_has_mails_sent_to_few_new_addresses(ana, settings):
    limits = settings.ACCOUNT_RATE_LIMITS
    hourly = limits["manage_email"].replace("10/m/user,", "")  # as if minutes had passed
    settings.ACCOUNT_RATE_LIMITS = {**limits, "manage_email": hourly}
    browser = Client()
    browser.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for each in range(25):
        browser.post("/accounts/email/", {"action_add": "", "email": f"x{each}@example.net"})
        ana.emailaddress_set.exclude(email=ana.email).delete()
    assert 0 < len(mail.outbox) <= 20
