"""Sessions: listing, ending, and the notification of a sign-in from a new browser."""

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from accounts.common.hooks import signed_in_on_new_device
from accounts.models import User
from accounts.sign_in import services as sign_in_services
from accounts.sign_in.user_agents import browser_and_system
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.people import NOW, PASSWORD, a_guest, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


@pytest.fixture
def sign_in_alerts(settings, django_capture_on_commit_callbacks):
    """Collect whom the site notifies of which browser."""
    settings.SENDS_MAIL = True
    heard = []

    def hear(user: User, agent: str, **named: object) -> None:
        heard.append((user, agent))

    signed_in_on_new_device.connect(hear)

    def so_far(sign_in):
        with django_capture_on_commit_callbacks(execute=True):
            sign_in()
        return heard

    yield so_far
    signed_in_on_new_device.disconnect(hear)


def sign_in(browser: Client, name: str = "ana") -> None:
    answer = browser.post(
        "/accounts/login/",
        {"login": name, "password": PASSWORD},
        headers={"user-agent": PHONE},
    )
    assert "_auth_user_id" in browser.session, answer


@pytest.mark.feature("Accounts and clubs", "A sign-in from a new browser is announced by e-mail")
def test_the_first_browser_is_noted_and_the_second_is_told(sign_in_alerts):
    ana = a_person()
    first, second = Client(), Client()
    assert sign_in_alerts(lambda: sign_in(first)) == []
    first.post("/accounts/logout/")
    assert sign_in_alerts(lambda: sign_in(first)) == []
    assert sign_in_alerts(lambda: sign_in(second)) == [(ana, PHONE)]
    second.post("/accounts/logout/")
    assert sign_in_alerts(lambda: sign_in(second)) == [(ana, PHONE)]


def test_who_was_signed_in_all_along_is_not_told(sign_in_alerts):
    ana = a_person(devices_noted=True)
    browser = browser_of(ana)
    browser.get("/clubs/")
    browser.post("/accounts/logout/")
    assert sign_in_alerts(lambda: sign_in(browser)) == []


def test_a_cookie_that_the_site_did_not_sign_is_worth_nothing(sign_in_alerts):
    ana = a_person(devices_noted=True)
    browser = Client()
    browser.cookies["device"] = f"{ana.pk}:forged"
    assert sign_in_alerts(lambda: sign_in(browser)) == [(ana, PHONE)]


def test_people_of_one_browser_are_known_apart(sign_in_alerts):
    beto = a_person("beto", devices_noted=True)
    a_person()
    browser = Client()
    sign_in_alerts(lambda: sign_in(browser))
    browser.post("/accounts/logout/")
    assert sign_in_alerts(lambda: sign_in(browser, "beto")) == [(beto, PHONE)]


def test_guests_have_no_devices():
    browser = browser_of(a_guest())
    browser.get("/profile/")
    assert "device" not in browser.cookies


def test_the_mail_says_which_browser_and_when_and_nothing_of_the_address(settings):
    settings.SITE_URL = "https://truco.test"
    ana = a_person(language="en", zone="Europe/Madrid")
    ana.emailaddress_set.create(email="ana@example.org", primary=True, verified=True)
    sign_in_services.email_new_device(user_id=ana.pk, agent=PHONE, at=NOW)
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert "Firefox" in letter.body
    assert "22:30" in letter.body
    assert "https://truco.test/accounts/sessions/" in letter.body


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "Firefox en Android"),
        ("Mozilla/5.0 (iPhone; CPU) AppleWebKit (KHTML) Version/17 Safari/604", "Safari en iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/120 Safari/537 Edg/120", "Edge en Windows"),
        ("curl/8", "un navegador que no se reconoce"),
        ("", "un navegador que no se reconoce"),
    ],
)
def test_browsers_in_words(agent, words):
    assert browser_and_system(agent) == words


def test_a_session_is_seen_without_its_address_and_ended():
    ana = a_person()
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"0.0.0.0"}
    page = text_of(here.get("/accounts/sessions/"))
    assert page.count("Firefox en Android") == 2
    assert page.count(">esta<") == 1
    row = UserSession.objects.get(session_key=there.session.session_key)
    assert here.post("/accounts/sessions/", {"end": row.pk}).status_code == 302
    assert there.get("/profile/").status_code == 302
    assert here.get("/profile/").status_code == 200
    assert UserSession.objects.get().user == ana


@pytest.mark.feature("Accounts and clubs", "Sessions are listed and ended")
def test_all_others_end_at_once():
    a_person()
    browsers = [Client() for _ in range(3)]
    for browser in browsers:
        sign_in(browser)
    browsers[0].post("/accounts/sessions/", {"end": "others"})
    assert [browser.get("/profile/").status_code for browser in browsers] == [200, 302, 302]


@pytest.mark.parametrize("named", ["", "0", "x", "9" * 30, "²"])
def test_no_session_of_anybody_else_is_ended(named):
    ana, beto = a_person(), a_person("beto")
    browser, other = browser_of(ana), Client()
    sign_in(other, "beto")
    theirs = str(UserSession.objects.get(user=beto).pk)
    for asked in (named, theirs):
        assert browser.post("/accounts/sessions/", {"end": asked}).status_code == 404
    assert other.get("/profile/").status_code == 200
