"""Actions requested before the sign-in: they are done after it."""

import html
import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.clubs import services as clubs
from accounts.common.requests import KEPT, LONGEST
from accounts.models import Club
from tests.accounts.addresses import every_path
from tests.accounts.people import NOW, PASSWORD, a_club, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
# What strangers may write, or what is refused to whoever has not begun it.
OPEN_TO_ALL = {"/language/", "/tables/now/", "/tables/practice/"}
OPEN_TO_ALL |= {f"/tables/quick/{act}" for act in ("", "company/", "sit/", "stop/")}
OPEN_TO_ALL |= {"/friends/with/x/"}
FOR_NEWCOMERS = "/competitions/setup/"  # leads to sign up, as whoever sees it is likely new
CLUB = {"name": "La Yunta", "zone": "America/Montevideo"}
HTMX = {"hx-request": "true", "referer": "http://testserver/tables/7/"}
# Programs write to the API with a token: it sends nobody to a page. The consent page of OAuth 2 is
# opened again after signing in: its address holds all that the application asks for.
ELSEWHERE = ("/accounts/", "/admin/", "/api/v1/", "/oauth/")
PATHS = sorted(path for path in every_path() if not path.startswith(ELSEWHERE))


def form_on(page):
    """Return where the form of a page leads and what it holds."""
    text = page.content.decode()
    section = re.search(r"<main.*</main>", text, re.DOTALL)[0]
    action = re.search(r'<form method="post" action="([^"]*)"', section)
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', section)
    held = {html.unescape(name): html.unescape(value) for name, value in fields}
    return html.unescape(action[1]), held


def sign_in(browser, where, name="ana"):
    """Sign in on the page of an address that a redirect named; return what is shown then."""
    page = _entrance(browser, where, "login")
    action = re.search(r'action="(/accounts/login/[^"]*)"', page)[1]
    form = {"login": name, "password": PASSWORD}
    return browser.post(html.unescape(action), form, follow=True)


def sign_up(browser, where, name="ana"):
    """Make an account on the sign-up page, or one link from there; return what is shown then."""
    page = _entrance(browser, where, "signup")
    action = re.search(r'action="(/accounts/signup/[^"]*)"', page)[1]
    form = {
        "username": name,
        "email": f"{name}@x.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    return browser.post(html.unescape(action), form, follow=True)


def _entrance(browser, where, name):
    """Return the sign-in or sign-up page; each links to the other and keeps what was asked for."""
    page = browser.get(where).content.decode()
    if f"/accounts/{name}/" in where:
        return page
    link = re.findall(rf'href="(/accounts/{name}/[^"]*)"', page)[-1]  # the first is the menu's
    return browser.get(html.unescape(link)).content.decode()


def ask(browser, path, form=(), **headers):
    """Post as a stranger; return where that leads."""
    return browser.post(path, dict(form), headers=headers).headers["Location"]


def test_a_stranger_sent_to_sign_in_is_offered_an_account_before_the_form(client):
    page = client.get("/accounts/login/?next=/competitions/new/").content.decode()

    offer = page.index('href="/accounts/signup/?next=')
    assert offer < page.index('name="login"')
    assert page.count("Crear una cuenta") == 1
    assert 'class="button primary wide"' in page[offer - 60 : offer]


def test_at_the_door_itself_the_form_comes_first(client):
    page = client.get("/accounts/login/").content.decode()

    assert page.index('name="login"') < page.index('href="/accounts/signup/"')


# ---- every view ----
def test_the_walk_finds_the_views_that_only_take_posts(client):
    assert len([path for path in PATHS if client.get(path).status_code == 405]) > 40


@pytest.mark.feature("Accounts and clubs", "A write that needs an account is done after signing in")
@pytest.mark.parametrize("path", PATHS)
def test_a_write_that_demands_an_account_is_done_after_signing_in(client, path):
    answer = client.post(path, {"typed": "a&b <é>", "token": "x"})
    if path in OPEN_TO_ALL or answer.status_code in (404, 405):
        assert "/accounts/" not in answer.headers.get("Location", "")
        return
    page = "signup" if path == FOR_NEWCOMERS else "login"
    assert answer.headers["Location"] == f"/accounts/{page}/?next=/asked/"
    a_person()
    page = sign_in(client, answer.headers["Location"])
    assert page.status_code == 200
    where, held = form_on(page)
    assert where == path
    assert {**held, "csrfmiddlewaretoken": ""} == {
        "typed": "a&b <é>",
        "token": "x",
        "csrfmiddlewaretoken": "",
    }


# ---- the first form ----
@pytest.mark.parametrize("enter", [sign_in, sign_up])
def test_what_a_stranger_asks_for_first_is_done(enter):
    browser = Client(enforce_csrf_checks=True)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)', browser.get("/").content.decode())[1]
    where = ask(browser, "/clubs/new/", {**CLUB, "csrfmiddlewaretoken": token})
    assert "seguimos con lo que pediste" in browser.get(where).content.decode()
    browser.handler.enforce_csrf_checks = False
    if enter is sign_in:
        a_person()
    path, held = form_on(enter(browser, where))
    browser.handler.enforce_csrf_checks = True
    club = browser.post(path, held, follow=True)
    assert club.status_code == 200
    assert Club.objects.get().members.get().username == "ana"


def test_what_was_asked_for_is_done_once(client):
    a_person()
    path, held = form_on(sign_in(client, ask(client, "/clubs/new/", CLUB)))
    client.post(path, held)
    again = client.get("/asked/")
    assert "no queda nada por hacer" in again.content.decode()
    assert "<button" not in re.search(r"<main.*</main>", again.content.decode(), re.DOTALL)[0]


def test_reading_the_page_does_nothing(client):
    a_person()
    where = ask(client, "/clubs/new/", CLUB)
    sign_in(client, where)
    assert "no-store" in client.get("/asked/").headers["Cache-Control"]
    assert form_on(client.get("/asked/"))[0] == "/clubs/new/"
    assert not Club.objects.exists()


def test_a_confirmed_address_leads_on_too(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_up(client, ask(client, "/clubs/new/", CLUB))
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.outbox[-1].body)[1]
    page = client.post(link, follow=True)
    assert form_on(page)[0] == "/clubs/new/"


def test_the_way_on_survives_a_wrong_password_and_another_language(client):
    a_person()
    where = ask(client, "/clubs/new/", CLUB)
    form = {"login": "ana", "password": "nope", "next": "/asked/"}
    page = client.post(where, form).content.decode()
    back = html.unescape(re.search(r'name="next" value="([^"]*)"', page)[1])
    switched = client.post("/language/", {"language": "en", "next": back})
    assert form_on(sign_in(client, switched.headers["Location"]))[0] == "/clubs/new/"


def test_a_taken_name_does_not_lose_the_way(client):
    a_person("rosa")
    where = ask(client, "/clubs/new/", CLUB)
    page = sign_up(client, where, "rosa")
    assert "errorlist" in page.content.decode()
    assert page.context["redirect_field_value"] == "/asked/"


# ---- when a session ends ----
def test_a_session_that_ended_loses_nothing_that_was_typed(client):
    ana = a_person()
    client.force_login(ana)
    client.session.flush()
    about = "Nos juntamos los jueves: traé yerba & «ganas»."
    form = {"name": "La Yunta", "about": about, "zone": "America/Montevideo"}
    path, held = form_on(sign_in(client, ask(client, "/clubs/new/", form)))
    client.post(path, held)
    assert Club.objects.get().about == about


def test_a_part_of_a_page_leads_the_whole_page_to_the_sign_in(client):
    write = client.post("/tables/7/back/", {}, headers=HTMX)
    read = client.get("/judging/", headers=HTMX)
    assert write.headers["HX-Redirect"] == "/accounts/login/?next=/asked/"
    assert read.headers["HX-Redirect"] == "/accounts/login/?next=/tables/7/"


def test_in_a_private_game_whose_session_ended_a_tap_leads_to_the_sign_in(client):
    client.force_login(a_person())
    table = client.post("/tables/practice/", {"seats": "2"}).headers["Location"]
    client.session.flush()
    answer = client.post(f"{table}play/", {"token": "truco"}, headers=HTMX)
    assert answer.headers["HX-Redirect"] == "/accounts/login/?next=/asked/"


def test_an_invitation_is_accepted_after_signing_in(client):
    owner = a_person("marta")
    club = a_club(owner)
    token = clubs.invite(club_id=club.pk, by=owner, now=timezone.now())
    a_person()
    path, held = form_on(sign_in(client, ask(client, f"/clubs/join/{token}/")))
    client.post(path, held)
    assert club.memberships.filter(user__username="ana").exists()


# ---- what is not kept ----
@pytest.mark.parametrize(
    "form", [{"password": PASSWORD}, {"about": "x" * LONGEST}], ids=["a secret", "too long"]
)
def test_secrets_and_long_texts_are_not_kept(client, form):
    referer = "http://testserver/profile/goodbye/?step=1"
    where = ask(client, "/profile/goodbye/", form, referer=referer)
    assert where == "/accounts/login/?next=/profile/goodbye/%3Fstep%3D1"
    assert KEPT not in client.session


def test_a_foreign_page_is_no_way_back(client):
    where = ask(client, "/profile/goodbye/", {"password": "x"}, referer="https://evil.example/x")
    assert where == "/accounts/login/?next=/"


def test_after_half_an_hour_nothing_is_done(client):
    a_person()
    where = ask(client, "/clubs/new/", CLUB)
    session = client.session
    session[KEPT] = {**session[KEPT], "until": NOW.timestamp()}
    session.save()
    page = sign_in(client, where)
    assert "no queda nada por hacer" in page.content.decode()


def test_without_its_token_a_post_leaves_nothing_behind():
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/clubs/new/", CLUB).status_code == 403
    assert KEPT not in browser.session
