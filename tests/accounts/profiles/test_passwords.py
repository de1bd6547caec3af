"""Passwords: none of endless length is hashed, whatever form it is written into."""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.profiles.validators import LONGEST_PASSWORD
from tests.accounts.factors import with_app
from tests.accounts.people import PASSWORD, a_person

pytestmark = pytest.mark.django_db
ENDLESS = "x7" * (900 * 1024 // 2)
NEW = "another-good-one-7"


class CountingHasher(MD5PasswordHasher):
    """Counts the signs it is given."""

    hashed = 0

    def encode(self, password, salt):
        CountingHasher.hashed += len(password)
        return super().encode(password, salt)


@pytest.fixture
def hashed(settings):
    """Count what is hashed from now on."""

    def start():
        settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher", *settings.PASSWORD_HASHERS]
        CountingHasher.hashed = 0
        return lambda: CountingHasher.hashed

    return start


@pytest.fixture
def reset_page(settings):
    """Return where the link of a mail leads, opened by its browser."""

    def opened(browser):
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        browser.post("/accounts/password/reset/", {"email": "ana@example.org"})
        link = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)[1]
        return browser.get(link, follow=True).redirect_chain[-1][0]

    return opened


OUTSIDE = {
    "signing in": ("/accounts/login/", {"login": "ana", "password": ENDLESS}),
    "signing in as nobody": ("/accounts/login/", {"login": "eva", "password": ENDLESS}),
    "signing up": (
        "/accounts/signup/",
        {"username": "rosa", "email": "r@x.org", "password1": ENDLESS, "password2": ENDLESS},
    ),
}
INSIDE = {
    "the old one": (
        "/accounts/password/change/",
        {"oldpassword": ENDLESS, "password1": NEW, "password2": NEW},
    ),
    "confirming": ("/accounts/reauthenticate/", {"password": ENDLESS}),
    "leaving": ("/profile/goodbye/", {"password": ENDLESS}),
}


def refused(page):
    return f"a lo sumo {LONGEST_PASSWORD} caracteres" in page.content.decode()


@pytest.mark.parametrize(("path", "form"), OUTSIDE.values(), ids=OUTSIDE)
def test_a_stranger_has_no_endless_password_hashed(client, hashed, path, form):
    a_person()
    count = hashed()
    assert refused(client.post(path, form))
    assert count() == 0


@pytest.mark.parametrize(("path", "form"), INSIDE.values(), ids=INSIDE)
def test_nobody_has_an_endless_password_hashed(client, hashed, path, form):
    client.force_login(a_person())
    count = hashed()
    assert refused(client.post(path, form))
    assert count() == 0


def test_a_new_password_is_not_endless(client, hashed):
    ana = a_person()
    client.force_login(ana)
    form = {"oldpassword": PASSWORD, "password1": ENDLESS, "password2": ENDLESS}
    count = hashed()
    assert refused(client.post("/accounts/password/change/", form))
    assert count() < LONGEST_PASSWORD
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_forgotten_password_is_not_replaced_by_an_endless_one(client, hashed, reset_page):
    a_person()
    page = reset_page(client)
    count = hashed()
    assert refused(client.post(page, {"password1": ENDLESS, "password2": ENDLESS}))
    assert count() == 0


def test_somebody_without_a_password_gets_no_endless_one(client, hashed):
    ana = a_person()
    ana.set_unusable_password()
    ana.save()
    client.force_login(ana)
    count = hashed()
    assert refused(
        client.post("/accounts/password/set/", {"password1": ENDLESS, "password2": ENDLESS})
    )
    assert count() == 0


def test_a_new_password_undoes_no_suspension(client, monkeypatch):
    ana, store = a_person(), User.set_password
    client.force_login(ana)

    def take_long(user, password):
        User.objects.filter(pk=ana.pk).update(is_active=False)
        store(user, password)

    monkeypatch.setattr(User, "set_password", take_long)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post("/accounts/password/change/", form)
    ana.refresh_from_db()
    assert ana.check_password(NEW)
    assert not ana.is_active


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/password_change/"])
def test_administrators_write_passwords_into_the_sites_own_forms(client, path):
    if "change" in path:
        client.force_login(with_app(a_person("raiz", is_staff=True, is_superuser=True)))
    answer = client.post(path, {"username": "raiz", "password": ENDLESS, "old_password": ENDLESS})
    assert answer.headers["Location"].startswith("/accounts/")


def test_the_longest_password_there_is_signs_in():
    ana = a_person()
    ana.set_password("ñ" * LONGEST_PASSWORD)
    ana.save()
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "ana", "password": "ñ" * LONGEST_PASSWORD})
    assert answer.status_code == 302


@pytest.mark.parametrize("backend", ["locmem.EmailBackend", "dummy.EmailBackend"])
def test_whoever_asked_for_another_password_is_led_back_to_sign_in(client, settings, backend):
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}"
    asked = {"email": "nobody@example.org"}
    page = client.post("/accounts/password/reset/", asked, follow=True).text
    main = page.partition("<main")[2]
    assert 'href="/accounts/login/">Volver a entrar</a>' in main


def test_who_signs_in_is_greeted_in_the_language_of_the_page_that_greets(db):
    a_person("ana", language="es-ar")
    browser = Client(headers={"accept-language": "en"})
    sent = {"login": "ana", "password": PASSWORD}
    page = browser.post("/accounts/login/", sent, follow=True).content.decode()
    assert 'lang="es-ar"' in page
    assert "Successfully" not in page
    assert "ana" in page.partition('role="status"')[2][:400]


def test_a_refused_sign_up_says_that_the_passwords_differ_too():
    """allauth compares good passwords only, and a common one is refused first."""
    form = {"username": "admin", "email": "x", "password1": "password", "password2": "passwort"}
    page = Client().post("/accounts/signup/", form).text
    assert (
        page.count("Las dos veces tiene que ser la misma contraseña.") == 2
    )  # for the script, too
