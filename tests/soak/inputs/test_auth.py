"""Attacks on sign-in: rate limits, lockouts, and the information they reveal."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site_settings
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.factors import code_now, with_app
from tests.accounts.people import PASSWORD, a_person
from tests.accounts.sign_in.test_entrance import (
    CountingHasher,
    reset_link,
    sign_in,
    sign_up,
    signed_in,
)
from tests.soak.inputs.listed import LARGE, check
from tests.truco_site.test_environment import start

pytestmark = [pytest.mark.both, pytest.mark.django_db]

ELSEWHERE, HALL = "203.0.113.9", "198.51.100.7"
NEW = "another-good-one-7"
A_MINUTE, MINUTE = 30, 60  # tries that one address has


@pytest.fixture(autouse=True)
def _mail_in_memory(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def plain(page) -> str:
    """A page without what is new in each."""
    return re.sub(r'value="[^"]*"|X-CSRFToken": "\w+', "", page.content.decode())


@check("B084")
def test_a_hundred_tries_stop_the_address_and_leave_the_person_alone():
    a_person()
    tries = [sign_in(Client(), "ana", f"nope {n}") for n in range(100)]
    assert {page.status_code for page in tries} <= {200, 429}
    browser = Client()
    sign_in(browser, "ana")
    assert not signed_in(browser)  # with the right password, from there
    own = Client(REMOTE_ADDR=ELSEWHERE)
    sign_in(own, "ana")
    assert signed_in(own)


def a_browser_of_ana(address: str) -> Client:
    """A browser at an address in which Ana signed in before."""
    browser = Client(REMOTE_ADDR=address)
    sign_in(browser, "ana")
    browser.post("/accounts/logout/")
    return browser


def test_tries_in_a_hall_leave_a_persons_own_browser_alone():
    """A hall is one address: a guest's tries there do not keep the organiser out."""
    a_person()
    own, strange = a_browser_of_ana(ELSEWHERE), Client(REMOTE_ADDR=HALL)
    for login in ("ana", "ana@example.org", "ANA"):
        for number in range(20):
            sign_in(Client(REMOTE_ADDR=HALL), login, f"nope {number}")
    sign_in(strange, "ana")
    assert not signed_in(strange)
    for login in ("ana", "ana@example.org", "ANA"):
        own.defaults["REMOTE_ADDR"] = HALL
        sign_in(own, login)
        assert signed_in(own)
        own.post("/accounts/logout/")


def test_a_browser_that_knows_one_account_has_five_tries_at_it_and_none_more_at_others():
    a_person()
    a_person("eva")
    own = a_browser_of_ana(HALL)
    for number in range(20):
        sign_in(own, "ana", f"nope {number}")
        sign_in(Client(REMOTE_ADDR=HALL), "eva", f"nope {number}")
    for login in ("ana", "eva"):
        sign_in(own, login)
        assert not signed_in(own)


def test_an_unconfirmed_address_of_a_stranger_gives_their_browsers_no_tries():
    """Anybody may write down Ana's address; two of their cookies would be ten tries at it."""
    ana, eva, _leo = a_person(), a_person("eva"), a_person("leo")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    EmailAddress.objects.create(user=eva, email=ana.email, verified=False)
    one, other = Client(REMOTE_ADDR=HALL), Client(REMOTE_ADDR=HALL)
    for browser, name in ((one, "eva"), (other, "eva"), (other, "leo")):
        sign_in(browser, name)
        browser.post("/accounts/logout/")
    for number in range(5):
        sign_in(Client(REMOTE_ADDR=HALL), "ana@example.org", f"nope {number}")
    for browser in (one, other):
        sign_in(browser, "ana@example.org")
        assert not signed_in(browser)


def test_accounts_that_a_browser_knows_later_give_no_more_tries():
    a_person()
    a_person("eva")
    own = a_browser_of_ana(HALL)
    for number in range(5):
        sign_in(own, "ana", f"nope {number}")
    sign_in(own, "eva")
    own.post("/accounts/logout/")
    sign_in(own, "ana")
    assert not signed_in(own)


def test_addresses_of_one_ipv6_network_share_their_tries():
    a_person()
    for number in range(20):
        sign_in(Client(REMOTE_ADDR=f"2001:db8::{number:x}"), "ana", f"nope {number}")
    near, far = Client(REMOTE_ADDR="2001:db8::ffff"), Client(REMOTE_ADDR="2001:db8:0:1::1")
    for browser in (near, far):
        sign_in(browser, "ana")
    assert (signed_in(near), signed_in(far)) == (False, True)


@check("B085")
def test_one_try_each_for_many_names_is_stopped_by_the_address(settings):
    """No alarm of the whole site: a limit for each address, and log-in failures in the log."""
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        "login": f"{A_MINUTE}/m/ip",
    }
    number, start = 10_000 if LARGE else 40, time.monotonic()
    statuses = [sign_in(Client(), f"somebody{n}", "nope").status_code for n in range(number)]
    minutes = 1 + int((time.monotonic() - start) / MINUTE)
    assert statuses.count(429) >= number - A_MINUTE * minutes - 1
    forged = Client().post(
        "/accounts/login/",
        {"login": "ana", "password": "nope"},
        headers={"x-forwarded-for": ELSEWHERE},
    )
    assert forged.status_code == 429


@check("B086")
def test_nobody_learns_who_has_an_account(settings):
    sign_up(Client())
    wrong, unknown = (plain(sign_in(Client(), name, "nope")) for name in ("ana", "eva"))
    assert wrong == unknown
    reset = [
        Client().post("/accounts/password/reset/", {"email": f"{name}@example.org"})
        for name in ("ana", "eva")
    ]
    assert len({(answer.status_code, answer.headers["Location"]) for answer in reset}) == 1
    known = sign_up(Client(), "rosa", email="ana@example.org")
    fresh = sign_up(Client(), "olga", email="olga@example.org")
    assert (known.status_code, known.headers["Location"]) == (302, fresh.headers["Location"])
    # The same time by the same work: a password is hashed once, whoever is known.
    settings.PASSWORD_HASHERS = [f"{CountingHasher.__module__}.CountingHasher"]
    for login in ("ana", "eva"):
        CountingHasher.hashed = 0
        sign_in(Client(), login, "nope")
        assert CountingHasher.hashed == 1


@check("B088")
def test_a_session_planted_before_is_not_the_one_signed_in(client):
    a_person()
    client.cookies[site_settings.SESSION_COOKIE_NAME] = "a" * 32
    client.get("/clubs/")
    session = client.session
    session["seen"] = 1
    session.save()
    planted = session.session_key
    sign_in(client, "ana")
    assert signed_in(client)
    assert client.session.session_key not in {planted, "a" * 32}
    before = client.session.session_key
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post("/accounts/password/change/", form)
    assert client.session.session_key != before


FLAGS = """
from truco_site import settings as s
names = [value for name, value in vars(s).items() if name.endswith("COOKIE_NAME")]
print(all(name.startswith("__Host-") for name in [*names, *s.ZONE_COOKIE_NAMES]), len(names),
      s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT,
      s.SECURE_HSTS_SECONDS > 0)
"""


@check("B089")
def test_cookies_are_bound_to_the_site_and_to_https(client, settings, tmp_path):
    """Over plain HTTP, in a hall, browsers would take no `Secure` cookie at all."""
    told = start(tmp_path, FLAGS, HTTPS="1").stdout.split()
    assert told == ["True", "5", *["True"] * 4]
    settings.SESSION_COOKIE_SECURE = True
    a_person()
    sign_in(client, "ana")
    cookie = client.cookies[site_settings.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert (cookie["secure"], cookie["domain"]) == (True, "")


@check("B090")
@pytest.mark.parametrize("ending", ["used", "password changed", "old"])
def test_a_reset_link_works_once_and_not_after_a_change(client, settings, ending):
    sign_up(Client())
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = reset_link()
    if ending == "used":
        form = client.get(link, follow=True).redirect_chain[-1][0]
        client.post(form, {"password1": NEW, "password2": NEW})
    elif ending == "password changed":
        ana = User.objects.get()
        ana.set_password(NEW)
        ana.save()
    else:
        settings.PASSWORD_RESET_TIMEOUT = -1
    page = Client().get(link, follow=True).content.decode()
    assert "ya se usó o venció" in page
    assert len(mail.outbox) >= 1


@check("B092")
def test_administrators_come_in_by_the_one_door_and_its_limits(client):
    a_person("raiz", is_staff=True, is_superuser=True)
    page = client.get("/admin/login/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/accounts/login/")
    for n in range(6):
        client.post("/admin/login/", {"username": "raiz", "password": f"nope {n}"})
    assert not signed_in(client)
    for n in range(6):
        sign_in(client, "raiz", f"nope {n}")
    sign_in(client, "raiz")
    assert not signed_in(client)
    assert client.get("/admin/").status_code == 302


@check("B092")
def test_the_password_of_an_administrator_alone_opens_nothing(client):
    root = a_person("raiz", is_staff=True, is_superuser=True)
    sign_in(client, "raiz")
    led = client.get("/admin/", follow=True)
    assert led.redirect_chain[-1][0] == "/accounts/2fa/"
    with_app(root)
    fresh = Client()
    assert sign_in(fresh, "raiz").headers["Location"].startswith("/accounts/2fa/authenticate/")
    codes = {f"{int(code_now()) ^ bit:06}" for bit in (1, 2, 4)}
    for code in codes:
        fresh.post("/accounts/2fa/authenticate/", {"code": code})
        assert fresh.get("/admin/").status_code == 302
        assert not signed_in(fresh)
    other = Client(REMOTE_ADDR=ELSEWHERE)
    sign_in(other, "raiz")
    other.post("/accounts/2fa/authenticate/", {"code": code_now()})
    assert other.get("/admin/").status_code == 200
