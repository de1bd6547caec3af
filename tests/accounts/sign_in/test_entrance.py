"""Signing up, in and out; passwords; the administrators' door."""

import re
from typing import ClassVar

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.profiles.forms import NewAccountForm
from tests.accounts.factors import with_app
from tests.accounts.people import PASSWORD, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
EVIL_ADDRESSES = [
    "//evil.example",
    "///evil.example",
    "https://evil.example/",
    "https:evil.example",
    "http:///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "ftp://testserver/",
    "//testserver@evil.example/",
    "https://testserver.evil.example/",
    " //evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "%2f%2fevil.example",
    "/x\r\nLocation: https://evil.example",
    "//evil.example%0d%0aX: y",
    "\x00//evil.example",
    "",
]


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture(autouse=True)
def _mail_in_memory(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def sign_up(browser, name="ana", **changes):
    form = {
        "username": name,
        "email": f"{name}@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    return browser.post("/accounts/signup/", {**form, **changes})


def sign_in(browser, login, password=PASSWORD, **extra):
    return browser.post("/accounts/login/", {"login": login, "password": password, **extra})


def signed_in(browser):
    return "_auth_user_id" in browser.session


# ---- signing up ----
@pytest.mark.feature("Accounts and clubs", "Signing up in the reader's language and zone")
def test_a_new_account_starts_in_the_readers_language_and_zone(client):
    client.cookies["zone"] = "America%2FMontevideo"
    client.post(
        "/accounts/signup/",
        {"username": "Ana", "email": "a@example.org", "password1": PASSWORD, "password2": PASSWORD},
        headers={"accept-language": "en-GB,en;q=0.8"},
    )
    ana = User.objects.get()
    assert (ana.username, ana.language, ana.zone) == ("ana", "en", "America/Montevideo")
    assert signed_in(client)


@pytest.mark.parametrize(
    "name", ["аna", "admin", "marta", "rnarta", "ab", "a" * 31, "a\x00na", "ana@x", "ana\u202e", ""]
)
def test_bad_and_taken_names_are_refused_in_words(client, name):
    a_person("marta")
    response = sign_up(client, name, email="new@example.org")
    assert "errorlist" in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("domain", ["gmail.com\u200e", f"{'ñ' * 63}.com"])
def test_an_address_that_no_mail_can_reach_is_refused(client, domain):
    response = sign_up(client, email=f"ana@{domain}")
    assert "errorlist" in response.content.decode()
    assert not User.objects.exists()
    sign_up(client, email="ana@peña.example")
    assert User.objects.exists()


def test_signing_up_cannot_set_anything_else(client):
    sign_up(client, is_staff="1", is_superuser="on", role="owner", is_robot="1", groups="1")
    ana = User.objects.get()
    assert (ana.is_staff, ana.is_superuser, ana.is_robot) == (False, False, False)


def test_a_known_address_signs_up_like_any_other(client):
    sign_up(Client(), "marta", email="same@example.org")
    known = sign_up(client, "ana", email="same@example.org")
    fresh = sign_up(Client(), "rosa", email="fresh@example.org")
    assert (known.status_code, known.headers["Location"]) == (302, fresh.headers["Location"])


def test_of_two_people_who_choose_one_name_at_once_the_second_chooses_again(rf):
    form = NewAccountForm(
        {"username": "ana", "email": "a@example.org", "password1": PASSWORD, "password2": PASSWORD}
    )
    request = rf.post("/accounts/signup/")
    request._messages = CookieStorage(request)
    with allauth_context.request_context(request):
        assert form.is_valid()
        a_person("ana")
        user, answer = form.try_save(request)
    assert (user, answer.headers["Location"]) == (None, "/accounts/signup/")
    assert "otra persona" in str(next(iter(request._messages)))


# ---- signing in ----
@pytest.mark.parametrize("login", ["ana", "ANA", "ana@example.org"])
def test_people_sign_in_by_name_or_address(client, login):
    sign_up(Client())
    sign_in(client, login)
    assert signed_in(client)


def test_the_session_gets_a_new_key_at_signing_in(client):
    a_person()
    client.get("/clubs/")
    before = client.session
    before["seen"] = 1
    before.save()
    sign_in(client, "ana")
    assert signed_in(client)
    assert client.session.session_key != before.session_key


def test_a_wrong_password_and_an_unknown_name_read_the_same(client):
    a_person()
    texts = [
        re.sub(r'value="[^"]*"|X-CSRFToken": "\w+', "", page.content.decode())
        for page in (sign_in(client, "ana", "nope"), sign_in(client, "eva", "nope"))
    ]
    assert texts[0] == texts[1]


class CountingHasher(MD5PasswordHasher):
    """Counts its work, which is what makes a sign-in take its time."""

    hashed = 0

    def encode(self, password, salt):
        CountingHasher.hashed += 1
        return super().encode(password, salt)


@pytest.mark.parametrize("login", ["ana", "eva", "ana@example.org", "eva@example.org"])
def test_a_refusal_costs_the_same_whoever_is_known(client, settings, login):
    sign_up(Client())
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    CountingHasher.hashed = 0
    sign_in(client, login, "nope")
    assert CountingHasher.hashed == 1


class PatientHasher(MD5PasswordHasher):
    """Notes whether a transaction was open each time it was used."""

    in_transaction: ClassVar[list[bool]] = []

    def encode(self, password, salt):
        self.in_transaction.append(connection.in_atomic_block)
        return super().encode(password, salt)


@pytest.mark.django_db(transaction=True)
def test_tables_do_not_wait_while_a_new_password_is_hashed(settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.PatientHasher"]
    PatientHasher.in_transaction.clear()
    sign_up(Client())
    assert User.objects.get(username="ana").check_password(PASSWORD)
    sign_up(Client(), "rosa", email="ana@example.org")  # a known address takes the same time
    assert PatientHasher.in_transaction == [False] * 3


@pytest.mark.feature("Accounts and clubs", "Guessing passwords is limited")
def test_five_failures_stop_one_address_and_leave_the_person_alone(client):
    a_person()
    for _ in range(5):
        sign_in(client, "ana", "nope")
    sign_in(client, "ana")
    assert not signed_in(client)
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    sign_in(elsewhere, "ana")
    assert signed_in(elsewhere)


@pytest.fixture
def few_tries(settings):
    """An address that may try 30 times a minute, so that a test reaches the limit."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login": "30/m/ip"}


def test_a_whole_hall_signs_in_within_a_minute(client):
    statuses = [sign_in(client, f"somebody{n}", "nope").status_code for n in range(60)]
    assert set(statuses) == {200}


def test_many_tries_from_one_address_are_answered_429_in_words(client, few_tries):
    statuses = [sign_in(client, f"somebody{n}", "nope").status_code for n in range(31)]
    assert statuses[-1] == 429
    assert "Esperá un minuto" in sign_in(client, "ana").content.decode()


def test_a_forged_forwarding_header_does_not_reset_the_count(few_tries):
    browser = Client()
    for n in range(31):
        response = browser.post(
            "/accounts/login/",
            {"login": f"somebody{n}", "password": "nope"},
            headers={"x-forwarded-for": f"198.51.100.{n}"},
        )
    assert response.status_code == 429


@pytest.mark.parametrize("address", EVIL_ADDRESSES)
@pytest.mark.parametrize("door", ["login", "signup", "logout", "language"])
def test_nobody_is_sent_to_another_site(client, door, address):
    if door == "login":
        a_person()
        response = sign_in(client, "ana", next=address)
    elif door == "signup":
        response = sign_up(client, next=address)
    elif door == "logout":
        client.force_login(a_person())
        response = client.post("/accounts/logout/", {"next": address})
    else:
        response = client.post("/language/", {"language": "en", "next": address})
    assert response.status_code == 302
    assert re.match(r"/(?![/\\])", response.headers["Location"])


def test_the_way_back_is_kept(client):
    a_person()
    assert sign_in(client, "ana", next="/clubs/new/").headers["Location"] == "/clubs/new/"


def test_signing_out_takes_a_click(client):
    client.force_login(a_person())
    client.get("/accounts/logout/")
    assert signed_in(client)
    client.post("/accounts/logout/")
    assert not signed_in(client)


# ---- passwords ----
def reset_link():
    return re.search(r"http://testserver(\S+)", mail.outbox[-1].body).group(1)


@pytest.mark.feature("Accounts and clubs", "Forgotten passwords")
def test_a_forgotten_password_is_reset_by_a_link_that_works_once(client):
    sign_up(Client())
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = reset_link()
    form = client.get(link, follow=True)
    new = "another-good-one-7"
    where = form.redirect_chain[-1][0]
    client.post(where, {"password1": new, "password2": new})
    assert Client().login(username="ana", password=new)
    again = Client().get(link, follow=True).content.decode()
    assert "ya se usó o venció" in again


def test_asking_for_an_unknown_address_looks_the_same(client):
    sign_up(Client())
    answers = [
        client.post("/accounts/password/reset/", {"email": email})
        for email in ("ana@example.org", "eva@example.org")
    ]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]


def test_a_foreign_host_gets_no_link_into_a_mail(client):
    sign_up(Client())
    sent = len(mail.outbox)
    response = client.post(
        "/accounts/password/reset/",
        {"email": "ana@example.org"},
        headers={"host": "evil.example"},
    )
    assert response.status_code == 400
    assert len(mail.outbox) == sent


def test_a_changed_password_ends_the_other_sessions(client):
    ana = a_person()
    client.force_login(ana)
    other = Client()
    other.force_login(ana)
    new = "another-good-one-7"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    client.post("/accounts/password/change/", form)
    assert other.get("/profile/").status_code == 302


def test_addresses_are_kept_apart_by_person(client):
    sign_up(Client(), "marta")
    sign_up(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "marta@example.org", "action_remove": ""})
    assert EmailAddress.objects.filter(email="marta@example.org").exists()


def test_an_address_is_added_by_who_knows_the_password(client):
    ana = a_person()
    sign_in(client, "ana")
    new = {"email": "otra@example.org", "action_add": ""}
    asked = client.post("/accounts/email/", new)
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not ana.emailaddress_set.filter(email=new["email"]).exists()
    client.post("/accounts/reauthenticate/", {"password": "nope"})
    assert not ana.emailaddress_set.filter(email=new["email"]).exists()
    client.post(asked.headers["Location"], {"password": PASSWORD})
    assert ana.emailaddress_set.filter(email=new["email"]).exists()


# ---- administrators ----
def test_administrators_sign_in_at_the_same_door(client):
    response = client.get("/admin/login/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")


def test_people_without_the_right_find_no_way_to_the_admin(client):
    client.force_login(a_person())
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/login/").status_code == 403


def test_administrators_delete_nobody_and_appoint_no_superuser(client):
    root = with_app(a_person("raiz", is_staff=True, is_superuser=True))
    client.force_login(root)
    ana = a_person()
    assert client.post(f"/admin/accounts/user/{ana.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"/admin/accounts/user/{ana.pk}/change/", {"is_superuser": "on", "is_active": "on"})
    assert not User.objects.get(pk=ana.pk).is_superuser


def test_forms_without_a_token_are_refused_with_a_way_back():
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    fragment = strict.post("/accounts/login/", {}, headers={"hx-request": "true"})
    assert (page.status_code, fragment.status_code) == (403, 403)
    assert "La página se quedó vieja" in page.content.decode()
    assert "<html" not in fragment.content.decode()
