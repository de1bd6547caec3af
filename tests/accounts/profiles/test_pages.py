"""The pages of people: who sees what, what a form changes, in both languages."""

import re

import pytest
from django.db import connection, transaction
from django.http import Http404
from django.test import Client, RequestFactory

from accounts.clubs import services as clubs
from accounts.models import User
from accounts.profiles import forms
from accounts.profiles import services as profiles
from accounts.profiles.views import profile
from accounts.sanctions import services as sanctions
from tests.accounts.browsers import WRITES, browser_of, text_of
from tests.accounts.factors import with_app
from tests.accounts.people import NOW, PASSWORD, a_member, a_person
from tests.games.races import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.both]
ANYBODYS = [
    "/clubs/",
    "/clubs/?q=yunta",
    "/clubs/?page=9999&q=%00",
    "/clubs/la-yunta/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-x/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nothing/",
    "/accounts/inactive/",
]
MEMBERS = [
    "/profile/",
    "/profile/goodbye/",
    "/clubs/new/",
    "/clubs/la-yunta/edit/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/",
    "/accounts/sessions/",
]


# ---- every page ----
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
@pytest.mark.parametrize("path", ANYBODYS + MEMBERS)
def test_every_page_is_shown_in_the_readers_language(club, owner, path, language):
    clubs.edit_club(club_id=club.pk, by=owner, name=club.name, zone=club.zone, about="Jueves")
    User.objects.update(language=language)
    browser = Client(headers={"accept-language": language})
    if path in MEMBERS:
        browser.force_login(owner)
    page = browser.get(path)
    assert page.status_code == 200
    assert page.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in text_of(page)


@pytest.mark.parametrize("path", [*ANYBODYS, *MEMBERS, "/nowhere/"])
def test_every_page_is_bound_by_the_strict_policy(club, owner, path):
    page = browser_of(owner).get(path)
    policy = page.headers["Content-Security-Policy"]
    for rule in (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ):
        assert rule in policy
    assert "unsafe" not in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert {"Cookie", "Accept-Language"} <= set(page.headers.get("Vary", "").split(", "))


@pytest.mark.parametrize("path", ANYBODYS + MEMBERS)
def test_no_page_needs_what_the_policy_forbids(club, owner, path):
    html = text_of(browser_of(owner).get(path))
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)(?! type=.application/ld\+json)", html), (
        "data runs not"
    )


@pytest.mark.parametrize("path", MEMBERS)
def test_pages_of_ones_own_ask_strangers_to_sign_in(client, club, path):
    if path != "/accounts/logout/":
        assert client.get(path).headers["Location"].startswith("/accounts/login/?next=/")


@pytest.mark.parametrize("path", WRITES)
def test_looking_at_an_address_changes_nothing(club, owner, path):
    assert browser_of(owner).get(path).status_code == 405


@pytest.mark.parametrize("path", WRITES)
def test_writing_takes_a_token(club, owner, path):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    assert browser.post(path).status_code == 403


# ---- language and zone ----
@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "es-ar"),
        ("", "en-US", "en"),
        ("", "de, fr", "es-ar"),
        ("", "es", "es-ar"),
        ("", "es-MX,es;q=0.9,en;q=0.8", "es-ar"),
        ("", "es-419", "es-ar"),
        ("", "es-ES,es;q=0.9", "es-es"),
        ("", "ca", "ca-valencia"),
        ("", "ca-ES-valencia,es;q=0.5", "ca-valencia"),
        ("es", "en", "es-ar"),  # of a time when there was one Spanish
        ("ca-valencia", "en", "ca-valencia"),
        ("xx", "", "es-ar"),
    ],
)
def test_strangers_read_by_cookie_then_browser_then_spanish(client, cookie, accepted, language):
    client.cookies["language"] = cookie
    page = client.get("/clubs/", headers={"accept-language": accepted})
    assert page.headers["Content-Language"] == language


@pytest.mark.feature("Accounts and clubs", "Language and zone are chosen")
def test_the_switch_works_for_the_browser_and_for_the_account(client):
    ana = a_person()
    client.force_login(ana)
    answer = client.post("/language/", {"language": "en", "next": "/clubs/?q=x"})
    assert answer.headers["Location"] == "/clubs/?q=x"
    assert client.get("/clubs/").headers["Content-Language"] == "en"
    client.post("/accounts/logout/")
    assert client.get("/clubs/").headers["Content-Language"] == "en"
    assert client.post("/language/", {"language": "tlh"}).status_code == 400


@pytest.mark.parametrize(
    ("cookie", "city"),
    [
        ("America/Montevideo", "Montevideo"),
        ("Europe%2FMadrid", "Madrid"),
        ("America%2FArgentina%2FBuenos_Aires", "Buenos Aires"),
    ],
)
def test_hours_are_those_of_the_browsers_zone(client, cookie, city):
    client.cookies["zone"] = cookie
    assert f"Hora de {city}" in text_of(client.get("/clubs/"))


@pytest.mark.parametrize("cookie", ["../../etc/passwd", "Mars/Olympus", ""])
def test_no_page_claims_to_know_the_zone_of_a_browser_that_told_none(client, cookie):
    client.cookies["zone"] = cookie
    assert "Hora de" not in text_of(client.get("/clubs/"))


# ---- the profile ----
PROFILE = {
    "display_name": "Ana Sosa",
    "language": "en",
    "zone": "Europe/Madrid",
    "motion": "none",
    "deck": "classic",
    "felt": "wine",
    "tap_twice": "on",
    "sings_flor": "on",
    "named_in_exports": "on",
}


def test_the_profile_is_changed(client):
    client.force_login(a_person())
    assert client.post("/profile/", PROFILE).status_code == 302
    ana = User.objects.get()
    kept = (ana.display_name, ana.language, ana.zone, ana.motion, ana.tap_twice, ana.sings_flor)
    assert kept == ("Ana Sosa", "en", "Europe/Madrid", "none", True, True)


@pytest.mark.parametrize("zone", ["UTC", "America/Argentina/Buenos_Aires", "Asia/Tokyo"])
def test_the_profile_shows_the_zone_in_force(client, zone):
    client.force_login(a_person(zone=zone))
    page = text_of(client.get("/profile/"))
    assert f'<option value="{zone}" selected>' in page


def test_the_profile_leads_to_what_one_has_played(client):
    ana = a_person()
    client.force_login(ana)
    assert f'href="/players/{ana.username}/"' in text_of(client.get("/profile/"))


def test_the_profile_changes_nothing_else(client):
    ana = a_person()
    client.force_login(ana)
    before = User.objects.values().get()
    everything = {field.name: "1" for field in User._meta.get_fields()}
    client.post("/profile/", {**everything, **PROFILE})
    after = User.objects.values().get()
    assert {key for key in before if before[key] != after[key]} == set(PROFILE)


@pytest.mark.skipif(not connection.features.has_select_for_update, reason="one lock for all")
@pytest.mark.django_db(transaction=True)
def test_a_suspension_waits_for_a_profile_that_is_being_saved(monkeypatch):
    ana, operator = a_person(), with_app(a_person("raiz", is_staff=True))
    outcomes = []

    def suspend():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
            terms = {"reason": "insultos", "until": None, "now": NOW}
            sanctions.suspend_on_site(by=operator, user_id=ana.pk, **terms)

    monkeypatch.setattr(forms, "validate_new_name", lambda *name: outcomes.extend(at_once(suspend)))
    assert browser_of(ana).post("/profile/", PROFILE).status_code == 302
    assert "lock timeout" in str(outcomes)


def test_a_profile_that_comes_too_late_gives_a_deleted_account_no_name():
    ana = a_person()
    late = RequestFactory().post("/profile/", PROFILE)
    late.user, late.session = User.objects.get(pk=ana.pk), {}
    profiles.anonymise(user_id=ana.pk, now=NOW)
    with pytest.raises(Http404):
        profile(late)
    assert User.objects.get(pk=ana.pk).display_name == ""


@pytest.mark.parametrize(
    "change",
    [
        {"display_name": "a\u202eb"},
        {"display_name": "x" * 41},
        {"display_name": "🂡"},
        {"display_name": "a\x00b"},
        {"zone": "Mars/Olympus"},
        {"zone": "America/Buenos_Aires\x00"},
        {"language": "xx"},
        {"motion": "wild"},
    ],
)
def test_a_bad_profile_is_refused_in_words(client, change):
    ana = a_person()
    client.force_login(ana)
    response = client.post("/profile/", {**PROFILE, **change})
    assert response.status_code == 422
    assert "errorlist" in text_of(response)
    assert User.objects.get().motion == "normal"


def test_a_name_is_shown_apart_from_the_text_around_it(client):
    client.force_login(a_person(display_name="<b>Ana</b>"))
    html = text_of(client.get("/profile/"))
    assert "<bdi>&lt;b&gt;Ana&lt;/b&gt;</bdi>" in html
    assert "<b>Ana" not in html


def test_saying_goodbye_takes_the_password(client):
    client.force_login(a_person())
    refused = client.post("/profile/goodbye/", {"password": "nope"})
    assert refused.status_code == 422
    assert User.objects.get().is_active
    client.post("/profile/goodbye/", {"password": PASSWORD})
    assert not User.objects.get().is_active
    assert "_auth_user_id" not in client.session


def test_an_owner_with_members_is_told_why_not(client, club, owner):
    a_member(club, "mia")
    client.force_login(owner)
    answer = client.post("/profile/goodbye/", {"password": PASSWORD})
    assert answer.status_code == 409
    assert 'data-code="owner-stays"' in text_of(answer)
