"""The pages of people and clubs: who sees what, what a form changes, in both languages."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.access.guesses import A_MINUTE
from accounts.models import Club, Invitation, User
from accounts.services import clubs
from tests.accounts.people import PASSWORD, a_club, a_member, a_person

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
]
WRITES = [
    "/language/",
    "/clubs/la-yunta/invite/",
    "/clubs/la-yunta/withdraw/",
    "/clubs/la-yunta/leave/",
    "/clubs/la-yunta/members/1/role/",
    "/clubs/la-yunta/members/1/remove/",
    "/clubs/la-yunta/members/1/owner/",
]


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture
def owner():
    return a_person("owen")


@pytest.fixture
def club(owner):
    return a_club(owner)


def browser_of(person):
    browser = Client()
    browser.force_login(person)
    return browser


def text_of(response):
    return response.content.decode()


# ---- every page ----


@pytest.mark.parametrize("language", ["es", "en"])
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
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)


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
        ("", "", "es"),
        ("", "en-US", "en"),
        ("", "de, fr", "es"),
        ("es", "en", "es"),
        ("xx", "", "es"),
    ],
)
def test_strangers_read_by_cookie_then_browser_then_spanish(client, cookie, accepted, language):
    client.cookies["language"] = cookie
    page = client.get("/clubs/", headers={"accept-language": accepted})
    assert page.headers["Content-Language"] == language


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
        ("../../etc/passwd", "Buenos Aires"),
        ("Mars/Olympus", "Buenos Aires"),
        ("", "Buenos Aires"),
    ],
)
def test_hours_are_those_of_the_browsers_zone_if_it_exists(client, cookie, city):
    client.cookies["zone"] = cookie
    assert f"Hora de {city}" in text_of(client.get("/clubs/"))


# ---- the profile ----


PROFILE = {
    "display_name": "Ana Sosa",
    "language": "en",
    "zone": "Europe/Madrid",
    "motion": "none",
    "tap_twice": "on",
}


def test_the_profile_is_changed(client):
    client.force_login(a_person())
    assert client.post("/profile/", PROFILE).status_code == 302
    ana = User.objects.get()
    kept = (ana.display_name, ana.language, ana.zone, ana.motion, ana.tap_twice)
    assert kept == ("Ana Sosa", "en", "Europe/Madrid", "none", True)


def test_the_profile_changes_nothing_else(client):
    ana = a_person()
    client.force_login(ana)
    before = User.objects.values().get()
    everything = {field.name: "1" for field in User._meta.get_fields()}
    client.post("/profile/", {**everything, **PROFILE})
    after = User.objects.values().get()
    assert {key for key in before if before[key] != after[key]} == set(PROFILE)


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


# ---- clubs ----

CLUB = {"name": "El Rejunte", "about": "Los jueves.", "zone": "America/Montevideo"}


def test_anybody_with_an_account_opens_a_club(client):
    client.force_login(a_person())
    assert client.post("/clubs/new/", CLUB).headers["Location"] == "/clubs/el-rejunte/"
    assert "Los jueves." in text_of(client.get("/clubs/el-rejunte/"))


@pytest.mark.parametrize(
    "change",
    [
        {"name": "   "},
        {"name": "La Yunta"},
        {"name": "1a yunta"},
        {"name": "admin"},
        {"name": "x" * 61},
        {"name": "a\u200bb"},
        {"name": "a\x00b"},
        {"name": "Lа Peña"},
        {"about": "x" * 401},
        {"zone": "Mars/Olympus"},
    ],
)
def test_a_bad_club_is_refused_in_words(client, club, change):
    client.force_login(a_person())
    response = client.post("/clubs/new/", {**CLUB, **change})
    assert response.status_code == 422
    assert "errorlist" in text_of(response)
    assert Club.objects.count() == 1


def test_editing_changes_what_the_form_shows_and_nothing_else(club, owner):
    browser = browser_of(owner)
    before = Club.objects.values().get()
    everything = {field.name: "1" for field in Club._meta.get_fields()}
    browser.post("/clubs/la-yunta/edit/", {**everything, **CLUB})
    after = Club.objects.values().get()
    assert {key for key in before if before[key] != after[key]} == {*CLUB, "skeleton"}


def test_editing_into_anothers_name_is_refused_in_words(club, owner):
    a_club(a_person("otto"), "El Rejunte")
    response = browser_of(owner).post("/clubs/la-yunta/edit/", CLUB)
    assert response.status_code == 422
    assert "muy parecido" in text_of(response)


@pytest.mark.parametrize("path", [path for path in WRITES if "clubs" in path])
def test_organisers_of_other_clubs_are_refused_in_words(club, path):
    stranger = a_person("otto")
    a_club(stranger, "Otro club")
    answer = browser_of(stranger).post(path, {"role": "organiser"})
    assert answer.status_code in {403, 404}
    assert "data-code" in text_of(answer)
    assert club.memberships.count() == 1


def test_the_page_of_a_club_offers_what_one_may_do(club, owner):
    mia = a_member(club, "mia")
    offers = {
        person: set(
            re.findall(r'action="/clubs/la-yunta/(\w+)', text_of(browser.get("/clubs/la-yunta/")))
        )
        for person, browser in (
            ("owner", browser_of(owner)),
            ("member", browser_of(mia)),
            ("stranger", Client()),
        )
    }
    assert offers == {"owner": {"invite", "members"}, "member": {"leave"}, "stranger": set()}


def test_roles_change_by_click(club, owner):
    mia, browser = a_member(club, "mia"), browser_of(owner)
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/role/", {"role": "organiser"})
    assert club.can_organise(mia)
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/role/", {"role": "owner"})
    assert club.role_of(mia) == "member"
    browser.post(f"/clubs/la-yunta/members/{mia.pk}/owner/")
    assert (club.role_of(mia), club.role_of(owner)) == ("owner", "organiser")
    browser_of(mia).post(f"/clubs/la-yunta/members/{owner.pk}/remove/")
    assert club.role_of(owner) is None


def test_a_member_leaves_by_click(club):
    mia = a_member(club, "mia")
    browser_of(mia).post("/clubs/la-yunta/leave/")
    assert club.role_of(mia) is None


def test_clubs_are_listed_by_name(client):
    for name in ("Los Mentirosos", "Ancho Falso", "La Yunta"):
        a_club(a_person(f"owner-{name.split()[0].lower()}"), name)
    page = text_of(client.get("/clubs/"))
    assert page.index("Ancho Falso") < page.index("La Yunta") < page.index("Los Mentirosos")


def test_clubs_are_found_by_part_of_their_name(client, club):
    a_club(a_person("otto"), "El Rejunte")
    html = text_of(client.get("/clubs/", {"q": "yunt"}))
    assert "La Yunta" in html
    assert "El Rejunte" not in html


# ---- invitations ----


def link_from(page):
    return re.search(r"/clubs/join/[\w-]+/", text_of(page)).group()


def test_a_stranger_joins_by_link_after_signing_up(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    browser = Client()
    assert f"/accounts/signup/?next={link}" in text_of(browser.get(link))
    form = {"username": "mia", "email": "m@example.org", "password1": PASSWORD}
    form |= {"password2": PASSWORD, "next": link}
    assert browser.post("/accounts/signup/", form).headers["Location"] == link
    assert "Unirme" in text_of(browser.get(link))
    assert browser.post(link).headers["Location"] == "/clubs/la-yunta/"
    assert club.role_of(User.objects.get(username="mia")) == "member"


def test_the_link_is_shown_once_and_kept_by_nobody(club, owner):
    page = browser_of(owner).post("/clubs/la-yunta/invite/")
    assert "no-store" in page.headers["Cache-Control"]
    assert "<svg" in text_of(page)


def test_a_dead_link_says_so(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for address in (link, "/clubs/join/never-was/"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert 'data-code="invitation-unknown"' in text_of(answer)


def test_guessing_links_is_stopped_and_good_links_from_elsewhere_work(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    guesser = Client()
    tries = [guesser.get(f"/clubs/join/guess-{n}/").status_code for n in range(A_MINUTE + 1)]
    assert tries == [404] * A_MINUTE + [429]
    assert guesser.get(link).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.9").get(link).status_code == 200


def test_good_links_are_not_counted(club, owner):
    link = link_from(browser_of(owner).post("/clubs/la-yunta/invite/"))
    assert {Client().get(link).status_code for _ in range(A_MINUTE + 2)} == {200}


# ---- how much a page asks of the database ----


def test_a_clubs_page_asks_the_same_of_a_large_club(club, owner, django_assert_max_num_queries):
    for number in range(8):
        a_member(club, f"member-{number}")
    browser = browser_of(owner)
    with django_assert_max_num_queries(8):
        browser.get("/clubs/la-yunta/")
