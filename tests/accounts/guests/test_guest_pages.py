"""Pages of guests: one tap, permissions, and the upgrade to an account."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.models import User
from games.casual import services as casual
from games.casual.services import open_table
from games.engine import make_rules
from games.models import Game
from games.urls import table_urls
from tests.accounts.addresses import every_path
from tests.accounts.people import PASSWORD, a_person
from tests.games.tables import a_table
from tests.tournaments.cups import a_cup, an_organiser, enter

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PATHS = sorted(set(every_path()))
OPEN = {
    "/",
    "/accounts/logout/",
    "/c/x/",
    "/c/x/here/",
    "/c/x/x/",
    "/cast/",
    "/cast/x/",
    "/code/",
    "/competitions/1/",
    "/competitions/1/check-in/",
    "/competitions/1/entries/1/",
    "/competitions/1/entries/1/absent/",
    "/competitions/1/entries/1/pause/",
    "/competitions/1/entries/1/withdraw/",
    "/competitions/1/export/brackets.json",
    "/competitions/1/export/competition.json",
    "/competitions/1/export/competition.trf",
    "/competitions/1/export/crosstable.html",
    "/competitions/1/export/x.csv",
    "/competitions/1/fixture/",
    "/competitions/1/invite/",
    "/competitions/1/ladder/",
    "/competitions/1/ladder/1/x/",
    "/competitions/1/ladder/challenge/",
    "/competitions/1/leave/",
    "/competitions/1/names/",
    "/competitions/1/names/1/",
    "/competitions/1/names/go/",
    "/competitions/1/names/partner/",
    "/competitions/1/own/",
    "/competitions/1/partner/1/",
    "/competitions/1/register/",
    "/competitions/1/register/guest/",
    "/competitions/1/reserves/",
    "/competitions/1/reserves/drop/",
    "/competitions/1/substitute/",
    "/competitions/1/transfer/",
    "/competitions/1/why/",
    "/friends/",
    "/gira/",
    "/gira/x/",
    "/gira/x/1/",
    "/invitation/x/",
    "/language/",
    "/learn/",
    "/learn/x/",
    "/learn/x/1/",
    "/matches/1/",
    "/matches/1/appeal/",
    "/matches/1/boards/1/change/1/",
    "/matches/1/judge/",
    "/matches/1/line-up/1/",
    "/matches/1/times/",
    "/matches/1/times/accept/",
    "/matches/1/times/decline/",
    "/people/1/",
    "/practice/",
    "/profile/",
    "/profile/notices/",
    "/profile/notices/subscribe/",
    "/profile/notices/unsubscribe/",
    "/puzzle/",
    "/puzzle/1/",
    "/puzzle/next/x/",
    "/puzzle/x/",
    "/puzzle/x/archive/",
    "/puzzle/x/x/",
    "/tables/",
    "/tables/1/",
    "/tables/1/again/",
    "/tables/1/agreed/",
    "/tables/1/back/",
    "/tables/1/end/",
    "/tables/1/go-on/",
    "/tables/1/hand/",
    "/tables/1/hint/",
    "/tables/1/leave/",
    "/tables/1/next/",
    "/tables/1/no-robot/",
    "/tables/1/open/",
    "/tables/1/people/",
    "/tables/1/play/",
    "/tables/1/record.json",
    "/tables/1/record.tgn",
    "/tables/1/record/",
    "/tables/1/record/picture.png",
    "/tables/1/record/review/",
    "/tables/1/record/whole/",
    "/tables/1/robot/",
    "/tables/1/rules/",
    "/tables/1/save/",
    "/tables/1/seat/",
    "/tables/1/seats/1/",
    "/tables/1/sign/",
    "/tables/1/sit/",
    "/tables/1/start/",
    "/tables/1/talk/",
    "/tables/1/talk/report/",
    "/tables/1/watch/",
    "/tables/join/x/",
    "/tables/new/",
    "/tables/now/",
    "/tables/practice/",
    "/tables/quick/",
    "/tables/quick/company/",
    "/tables/quick/sit/",
    "/tables/quick/stop/",
    "/tables/seal/",
}
NOW_FORM = {"preset": "argentino", "seats": "2", "length": "short", "robots": "on"}
ACCOUNT = {
    "username": "marta",
    "email": "marta@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
LOGIN = {"login": "ana", "password": PASSWORD}


def a_guest_at(browser: Client) -> User:
    """Seat a stranger's browser at a table with a robot; return the guest."""
    answer = browser.post("/tables/now/", NOW_FORM)
    assert answer.status_code == 302, answer.content.decode()
    browser.post(f"{answer.headers['Location']}sit/")
    return User.objects.get(pk=browser.session["_auth_user_id"], is_guest=True)


def key_of(browser: Client) -> str:
    return browser.cookies[site.SESSION_COOKIE_NAME].value


def answer_to(browser: Client, method: str, path: str) -> tuple[int, str | None]:
    answer = getattr(browser, method)(path)
    return answer.status_code, answer.headers.get("Location")


# ---- what is open to them ----
def test_the_walk_finds_more_than_a_hundred_views_and_those_open_to_guests_are_listed():
    assert len(PATHS) > 100
    assert {path for path in PATHS if resolve(path).view_name in site.OPEN_TO_GUESTS} == OPEN


def test_at_a_table_a_guest_does_all_that_needs_no_friends():
    names = {each.name for each in table_urls if "<int:pk>" in str(each.pattern)}
    closed = {name for name in names if f"tables:{name}" not in site.OPEN_TO_GUESTS}
    assert closed == {"invite", "asked", "decline"}


def test_only_accounts_are_offered_to_report_a_table(client, now):
    guest, ana = a_guest_at(client), a_person()
    page = f"/tables/{a_table(now, people=[guest, ana]).pk}/"
    account = Client()
    account.force_login(ana)
    assert "Denunciar la mesa" in account.get(page).content.decode()
    assert "Denunciar la mesa" not in client.get(page).content.decode()


@pytest.mark.feature("Accounts and clubs", "Views not open to guests treat them as strangers")
@pytest.mark.sampled
@pytest.mark.parametrize("method", ["get", "post"])
def test_to_any_other_view_a_guest_is_a_stranger(client, method):
    guest = a_guest_at(client)
    for path in (path for path in PATHS if path not in OPEN):
        asked = answer_to(client, method, path)
        assert asked == answer_to(Client(), method, path), path
        assert User.objects.get() == guest, path
    assert User.objects.get().has_usable_password() is False


@pytest.mark.sampled
def test_no_get_makes_a_guest(client):
    for path in PATHS:
        client.get(path)
    assert not User.objects.exists()


# ---- one tap ----
def test_one_tap_on_the_front_page_and_a_stranger_plays():
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/").content.decode()
    form = re.search(r'<form method="post" action="/tables/now/".*?</form>', page, re.DOTALL)[0]
    held = dict(re.findall(r'name="(csrfmiddlewaretoken)" value="([^"]*)"', form))
    table = browser.post("/tables/now/", {**NOW_FORM, **held}, follow=True).content.decode()
    assert Game.objects.get().status == Game.Status.WAITING
    sit = re.search(r'data-sit="([^"]*)"', table)[1]
    token = re.search(r'"X-CSRFToken": "([^"]*)"', table)[1]
    sent = {"csrfmiddlewaretoken": token}
    table = browser.post(sit, sent, headers={"hx-request": "true"}).content.decode()
    assert 'class="held"' in table
    game = Game.objects.get()
    assert game.status == Game.Status.LIVE
    assert game.seats.get(number=0).user.is_guest


def test_becoming_a_guest_changes_the_key_of_the_session(client):
    client.post("/clubs/new/", {"name": "x"})  # a session before
    before = key_of(client)
    a_guest_at(client)
    assert key_of(client) != before


def test_the_same_guest_taps_again(client):
    guest = a_guest_at(client)
    client.post("/tables/practice/", {"seats": "2"})
    client.post("/tables/now/", NOW_FORM)
    assert User.objects.get() == guest
    assert Game.objects.count() == 2


def test_a_bad_form_and_a_full_table_leave_no_guest_behind(client, now):
    full = a_table(now)
    people = User.objects.count()
    wrong = client.post("/tables/now/", {**NOW_FORM, "preset": "mus"})
    assert wrong.status_code == 422
    assert client.post(f"/tables/{full.pk}/sit/").status_code == 409
    assert (User.objects.count(), Game.objects.count()) == (people, 1)
    assert "_auth_user_id" not in client.session


def test_a_visit_after_a_day_is_noted_and_the_session_goes_on_for_a_month(client):
    guest = a_guest_at(client)
    User.objects.update(visited_at=guest.visited_at - timedelta(days=2))
    client.get("/ranking/")
    guest.refresh_from_db()
    assert timezone.now() - guest.visited_at < timedelta(minutes=5)
    age = client.cookies[site.SESSION_COOKIE_NAME]["max-age"]
    assert timedelta(days=29.9) < timedelta(seconds=age) <= timedelta(days=30)


def test_the_front_page_and_the_lobby_lead_back_to_ones_own_table(client):
    a_guest_at(client)
    game = Game.objects.get()
    assert f'href="/tables/{game.pk}/"' in client.get("/").content.decode()
    assert f'href="/tables/{game.pk}/"' not in Client().get("/").content.decode()


def test_a_table_that_its_people_have_left_is_not_in_the_lobby(client):
    a_guest_at(client)
    lobby = Client().get("/tables/").content.decode()
    assert 'href="/tables/1/"' in lobby
    Game.objects.update(status=Game.Status.PAUSED, act_by=None)
    assert 'href="/tables/1/"' not in Client().get("/tables/").content.decode()
    assert 'href="/tables/1/"' in client.get("/tables/").content.decode()


def test_a_stranger_sits_down_at_a_table_that_waits(client, now):
    game = a_table(now, seated=False)
    game.seats.update(user=None)
    answer = client.post(f"/tables/{game.pk}/sit/", headers={"hx-request": "true"})
    assert answer.headers["HX-Refresh"] == "true"
    assert game.seats.get(number=0).user.is_guest


@pytest.mark.feature("Accounts and clubs", "A flood of guests is refused")
def test_a_flood_of_guests_is_refused_in_words_and_leaves_nothing(settings):
    settings.GUESTS_PER_ADDRESS = 2
    for _ in range(2):
        a_guest_at(Client())
    answer = Client().post("/tables/practice/", {"seats": "2"})
    assert answer.status_code == 429
    assert "muchos invitados" in answer.content.decode()
    assert (User.objects.count(), Game.objects.count()) == (2, 1)


def test_a_guest_has_five_tables_and_no_sixth(client):
    guest = a_guest_at(client)
    for_people = {"robots": False, "private": False, "public": True, "competitive": False}
    rules = make_rules("argentino", {})
    for _ in range(4):
        open_table(user=guest, rules=rules, turn_seconds=60, now=timezone.now(), **for_people)
    answer = client.post("/tables/practice/", {"seats": "2"})
    assert answer.status_code == 409
    assert "hasta cinco mesas" in answer.content.decode()
    assert Game.objects.count() == 5


def test_an_account_with_too_many_tables_is_led_to_them(client, monkeypatch):
    monkeypatch.setattr(casual, "MOST_OF_AN_ACCOUNT", 1)
    client.force_login(a_person())
    assert client.post("/tables/practice/", {"seats": "2"}).status_code == 302
    answer = client.post("/tables/practice/", {"seats": "2"})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "demasiadas mesas abiertas" in html
    assert 'href="/">Ir al inicio' in html


# ---- their own page, and name ----
def renamed(browser: Client, name: str) -> str:
    form = {"display_name": name, "language": "es-ar", "zone": "Europe/Madrid", "motion": "fast"}
    page = browser.post("/profile/", form, follow=True)
    return page.content.decode()


def test_a_guest_gives_themselves_a_name_and_their_page_offers_an_account(client):
    guest = a_guest_at(client)
    page = renamed(client, "El Tano")
    assert "Jugás como invitado" in page
    assert "/profile/goodbye/" not in page
    guest.refresh_from_db()
    assert str(guest) == "El Tano"
    assert "El Tano" in client.get("/ranking/").content.decode()


@pytest.mark.feature("Accounts and clubs", "A guest chooses a name, by the rules for accounts")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Juez", "reservado"),
        ("mаrtа", "mezcla letras"),  # Cyrillic
        ("A\u202eN", "invisibles"),
        ("Ana", "alguien con cuenta"),
        ("Ａｎａ", "alguien con cuenta"),  # full width
        ("x" * 41, "40"),
    ],
)
def test_a_guests_name_is_held_to_what_accounts_names_are(client, name, words):
    a_person()
    guest = a_guest_at(client)
    assert words in renamed(client, name)
    guest.refresh_from_db()
    assert guest.display_name == ""


def test_guests_have_no_page_among_the_players(client):
    guest = a_guest_at(client)
    assert client.get(f"/players/{guest.username}/").status_code == 404


def test_a_guest_who_leaves_is_a_stranger_again(client):
    a_guest_at(client)
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


# ---- signing up ----
@pytest.mark.feature(
    "Accounts and clubs", "Signing up makes an account of a guest, with their seats"
)
def test_signing_up_makes_the_row_an_accounts_and_keeps_the_seat(client):
    guest = a_guest_at(client)
    before = key_of(client)
    answer = client.post("/accounts/signup/", ACCOUNT, follow=True)
    assert answer.status_code == 200
    user = User.objects.get()
    assert (user.pk, user.username, str(user), user.is_guest) == (
        guest.pk,
        "marta",
        "marta",
        False,
    )
    assert user.check_password(PASSWORD)
    assert key_of(client) != before
    assert client.get("/judging/").status_code == 200
    assert Game.objects.get().seats.get(number=0).user == user


def test_what_a_guest_asked_for_is_done_once_signed_up(client):
    a_guest_at(client)
    where = client.post("/clubs/new/", {"name": "La Yunta", "zone": "Europe/Madrid"})
    assert where.headers["Location"] == "/accounts/login/?next=/asked/"
    page = client.post("/accounts/signup/?next=/asked/", ACCOUNT, follow=True).content.decode()
    assert 'action="/clubs/new/"' in page
    assert 'value="La Yunta"' in page


def test_a_name_that_is_taken_leaves_the_guest_a_guest(client):
    a_person("marta")
    guest = a_guest_at(client)
    page = client.post("/accounts/signup/", ACCOUNT)
    assert "errorlist" in page.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.get("/profile/").status_code == 200


def test_of_two_windows_that_sign_up_one_makes_the_account(client):
    guest = a_guest_at(client)
    other = Client()
    other.cookies = client.cookies.copy()
    client.post("/accounts/signup/", ACCOUNT)
    other.post("/accounts/signup/", {**ACCOUNT, "username": "martina", "email": "m@example.org"})
    assert User.objects.get(pk=guest.pk).username == "marta"
    assert Game.objects.get().seats.get(number=0).user_id == guest.pk


def test_until_the_address_is_confirmed_a_guest_plays_on_as_one(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    guest, before = a_guest_at(client), key_of(client)
    client.post("/accounts/signup/", {**ACCOUNT, "email": "mistyped@example.org"})
    assert key_of(client) != before
    assert client.get("/profile/").context["user"].is_guest
    client.post("/accounts/signup/", {**ACCOUNT, "username": "marta-l"})
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.outbox[-1].body)[1]
    client.post(link, follow=True)
    user = User.objects.get()
    assert (user.pk, user.username, user.is_guest) == (guest.pk, "marta-l", False)
    assert client.get("/judging/").status_code == 200


# ---- signing in to an account ----
@pytest.mark.feature("Accounts and clubs", "Signing in moves a guest's seats to the account")
def test_signing_in_moves_the_seats_and_changes_the_key(client):
    ana, guest = a_person(), a_guest_at(client)
    before = key_of(client)
    client.post("/accounts/login/", LOGIN)
    assert key_of(client) != before
    assert Game.objects.get().seats.get(number=0).user == ana
    assert not User.objects.filter(pk=guest.pk).exists()


def test_two_devices_of_one_person_bring_both_their_guests_tables(client):
    ana, laptop = a_person(), Client()
    for browser in (client, laptop):
        browser.post("/tables/practice/", {"seats": "2"})
        browser.post("/accounts/login/", LOGIN)
    assert list(User.objects.all()) == [ana]
    assert Game.objects.filter(seats__user=ana).count() == 2


def test_where_both_sit_the_sign_in_is_refused_in_words(client, now):
    ana, guest = a_person(), a_guest_at(client)
    game = a_table(now, people=[ana, guest])
    page = client.post("/accounts/login/", LOGIN)
    assert page.status_code == 409
    assert "sentados a la misma mesa" in page.content.decode()
    assert client.get("/profile/").context["user"] == guest
    assert game.seats.get(number=1).user == guest


def test_where_both_are_entered_the_refusal_speaks_of_no_table(client, now):
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for person in (a_person(), a_guest_at(client)):
        enter(cup, organiser, now, person)
    page = client.post("/accounts/login/", LOGIN).content.decode()
    assert 'data-code="both-entered"' in page
    assert "Ir al inicio" in page
    assert "Seguir en tu mesa" not in page


def test_a_wrong_password_leaves_the_guest_where_they_are(client):
    a_person()
    guest = a_guest_at(client)
    client.post("/accounts/login/", {**LOGIN, "password": "nope"})
    assert client.get("/profile/").context["user"] == guest
