"""Guests at live tables: one hall's forty phones, what each is sent, and what a sign-in ends."""

import re
from http.cookies import SimpleCookie

import pytest
from django.conf import settings as site
from django.utils import timezone

from accounts.models import User
from games.live import hub
from games.live.admission import PER_USER
from games.models import Game
from tests.accounts.people import PASSWORD, a_guest, a_person
from tests.games.tables import a_legal_token, a_table, state_of, whoever_acts
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.live.visitors import Answer, Visitor
from tests.tournaments.cups import a_cup, an_organiser

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SIGNED_OUT, MOVED = 4401, 4410
NOW_FORM = {"preset": "argentino", "seats": "2", "length": "short", "robots": "on"}


def keep_session(visitor: Visitor, answer: Answer) -> None:
    """Keep the cookie of the session, as browsers do; visitors have a CSRF token of their own."""
    for line in answer.headers.get_all("Set-Cookie", []):
        if session := SimpleCookie(line).get(site.SESSION_COOKIE_NAME):
            visitor.cookies[site.SESSION_COOKIE_NAME] = session.value


def taps(visitor: Visitor) -> Game:
    """Somebody taps "Jugar ahora"; return their table."""
    answer = visitor.post("/tables/now/", NOW_FORM)
    assert answer.status == 302
    keep_session(visitor, answer)
    game = Game.objects.get(pk=answer.headers["Location"].split("/")[2])
    assert visitor.post(f"/tables/{game.pk}/sit/").status == 200
    game.refresh_from_db()
    return game


@pytest.mark.feature("Accounts and clubs", "Forty phones share the address of a hall")
def test_forty_phones_on_one_halls_address_each_have_a_seat_and_a_socket(visit, settings):
    settings.SOCKETS_PER_ADDRESS = settings.GUESTS_PER_ADDRESS = 2
    cup = a_cup(an_organiser(), timezone.now(), cap=20)
    phones = [visit() for _ in range(40)]
    for phone in phones:
        answer = phone.post(f"/competitions/{cup.pk}/register/guest/", {})
        assert answer.status == 302
        keep_session(phone, answer)
    people = list(User.objects.filter(is_guest=True).order_by("pk"))
    for pair in zip(*[iter(zip(phones, people, strict=True))] * 2, strict=True):
        game = a_table(timezone.now(), people=[person for _, person in pair])
        for phone, _ in pair:
            assert 'class="held"' in phone.watch(game).table()


def test_two_strangers_who_tap_play_each_other_and_see_their_own_hands_alone(visit):
    ana, luis, watcher = visit(), visit(), visit()
    game = taps(ana)
    first, public = ana.watch(game), watcher.watch(game)
    before = luis.get(f"/tables/{game.pk}/").text
    first.table()
    assert taps(luis) == game
    second = luis.watch(game)
    heard = {0: [first, ana], 1: [second, luis]}
    posted: dict[int, list[str]] = {0: [], 1: []}
    while not state_of(game).over:
        seat = whoever_acts(game).number
        token = a_legal_token(game)
        posted[seat].append(heard[seat][1].play(game, token).text)
        game.refresh_from_db()
        for line in (first, second, public):
            line.table(game.version)
    past = past_of(game)
    assert_keeps_secrets([before, *public.heard], past, None)
    for seat, (line, _) in heard.items():
        assert_keeps_secrets([*line.heard, *posted[seat]], past, seat)
        assert 'class="held"' in line.heard[0]


def test_a_guest_who_watches_is_sent_what_strangers_are(visit):
    game = a_table(timezone.now())
    guest, stranger = visit(a_guest(timezone.now())), visit()
    lines = guest.watch(game), stranger.watch(game)
    boards = [line.table() for line in lines]
    # each is drawn in a millisecond of its own
    drawn = [re.sub(r'data-now="\d+"', "", board) for board in boards]
    assert drawn[0] == drawn[1]
    assert 'class="held"' not in boards[0]
    assert guest.play(game, "truco").status == 403


@pytest.mark.parametrize("table", ["private", "unknown"])
def test_to_a_guest_somebody_elses_private_table_does_not_exist(visit, table):
    game = a_table(timezone.now(), public=False)
    pk = game.pk if table == "private" else game.pk + 1
    guest = visit(a_guest(timezone.now()))
    assert guest.get(f"/tables/{pk}/").status == 404
    assert guest.post(f"/tables/{pk}/sit/").status == 404
    stranger = visit()
    assert stranger.post(f"/tables/{pk}/sit/").status == 404
    assert site.SESSION_COOKIE_NAME not in stranger.cookies
    assert User.objects.filter(is_guest=True).count() == 1


def test_signing_in_ends_the_guests_sockets_and_the_seat_is_the_accounts(visit, monkeypatch):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 0.2)
    ana, browser = a_person(), visit()
    game = taps(browser)
    line = browser.watch(game)
    line.table()
    before = browser.cookies[site.SESSION_COOKIE_NAME]
    answer = browser.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    keep_session(browser, answer)
    assert line.close_code() in (SIGNED_OUT, MOVED)  # the pulse or the hint comes first
    assert browser.cookies[site.SESSION_COOKIE_NAME] != before
    assert 'class="held"' in browser.watch(game).table()
    assert game.seats.get(number=0).user == ana
    old = visit()
    old.cookies[site.SESSION_COOKIE_NAME] = before
    assert 'class="held"' not in old.watch(game).table()


def test_a_guest_has_as_many_sockets_as_anybody_and_no_more(visit):
    game, guest = a_table(timezone.now()), visit(a_guest(timezone.now()))
    for _ in range(PER_USER):
        guest.watch(game).table()
    assert guest.watch(game).close_code() == 4429
