"""The page of friends, the people of a table, and invitations in pages."""

import re

import pytest
from django.test import Client

from accounts.friends import services as friends
from accounts.models import User
from games.casual import host_actions
from games.models import Game, Seat, TableInvitation, tables
from tests.accounts.people import a_guest
from tests.games.friends import a_private_table, ask, begin, make_friends, sit
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def ana() -> User:
    return a_person("ana")


@pytest.fixture
def luis(now, ana) -> User:
    luis = a_person("luis")
    make_friends(now, ana, luis)
    return luis


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def page_of(person: User, path: str = "/friends/") -> str:
    return browser_of(person).get(path).content.decode()


def comes_to(game: Game, person: User) -> None:
    """As if the page of the table were open."""
    Seat.objects.filter(game=game, user=person).update(socket="page")


# ---- where friends are ----
def test_the_page_begins_with_how_one_finds_friends(ana):
    assert "Todavía no tenés amigos acá." in page_of(ana)


def test_each_button_says_whom_it_is_about(now, ana, luis):
    make_friends(now, ana, a_person("mia"))
    buttons = re.findall(r"<button [^>]*>(Dejar de ser amigos.*?)</button>", page_of(ana))
    said = {re.sub("<.*?>", "", button) for button in buttons}
    assert said == {"Dejar de ser amigos: luis", "Dejar de ser amigos: mia"}


def test_requests_can_be_answered_and_taken_back(now, ana):
    mia, pepe = a_person("mia"), a_person("pepe")
    friends.request_friendship(user=mia, other_id=ana.pk, now=now)
    friends.request_friendship(user=ana, other_id=pepe.pk, now=now)
    shown = page_of(ana)
    assert f"/friends/{mia.pk}/decline/" in shown
    assert f"/friends/{pepe.pk}/part/" in shown
    assert f"/friends/{pepe.pk}/decline/" not in shown


@pytest.mark.feature("Playing", "Friends' presence, and the tables they play at")
def test_a_friend_at_play_can_be_watched_and_only_who_is_there_is_here(now, ana, luis):
    game = a_table(now, people=[luis, None])
    assert "acá</span>" not in page_of(ana)
    comes_to(game, luis)
    shown = page_of(ana)
    assert "acá</span>" in shown
    assert "jugando: Truco argentino, 1 contra 1" in shown
    assert f'href="/tables/{game.pk}/">Mirar' in shown


def test_beside_a_friend_who_waits_one_may_sit_down(now, ana, luis):
    game = a_private_table(now, luis)
    comes_to(game, luis)
    assert f"/tables/{game.pk}/" not in page_of(ana), "a private table is not told of"
    assert "esperando en una mesa" in page_of(ana)
    ask(game, luis, ana, now)
    assert f'href="/tables/{game.pk}/">Sentarme' in page_of(ana)


def test_nothing_is_told_of_a_game_that_nobody_may_watch(now, ana, luis):
    game = a_table(now, people=[luis, None], public=False)
    comes_to(game, luis)
    shown = page_of(ana)
    assert "jugando" in shown
    assert f"/tables/{game.pk}/" not in shown
    assert "Truco argentino" not in shown


def test_who_is_no_friend_is_not_shown(now, ana, luis):
    comes_to(a_table(now, people=[luis, None]), luis)
    assert "luis" not in page_of(a_person("mia"))


def test_a_guest_is_told_that_it_takes_an_account_and_a_stranger_signs_in(client):
    assert client.get("/friends/").status_code == 302
    guest = a_guest()
    assert "hace falta una cuenta" in page_of(guest)


# ---- the people of a table ----
def test_the_people_of_a_table_can_be_added_while_it_waits_is_played_and_has_ended(now, ana):
    luis = a_person("luis")
    game = a_table(now, people=[ana, luis, None, a_guest(now)], seated=False)
    for play_on in (lambda: None, lambda: seat_all(game, now), lambda: fold_to_the_end(game, now)):
        play_on()
        answer = browser_of(ana).get(f"/tables/{game.pk}/people/", headers=PART)
        assert answer.content.decode().count("Agregar amigo") == 1
        assert f"/friends/{luis.pk}/add/" in answer.content.decode()
        assert "Agregar amigos" in page_of(ana, f"/tables/{game.pk}/")


def seat_all(game: Game, now) -> None:
    for seat in game.seats.filter(user__isnull=False):
        sit(game, seat.user, now)
    begin(game, now)
    game.refresh_from_db()


def test_guests_and_strangers_are_told_that_it_takes_an_account(now):
    guest = a_guest()
    game = a_table(now, people=[guest, a_person("luis")])
    for browser in (browser_of(guest), Client()):
        shown = browser.get(f"/tables/{game.pk}/people/", headers=PART).content.decode()
        assert "hace falta una cuenta" in shown
        assert "/friends/" not in shown


def test_who_may_not_see_a_table_does_not_see_its_people(now, ana):
    game = a_private_table(now, ana)
    assert browser_of(a_person("mia")).get(f"/tables/{game.pk}/people/").status_code == 404


# ---- invitations ----
def test_friends_are_asked_from_the_sheet_of_a_table_that_waits(now, ana, luis):
    game = a_private_table(now, ana)
    assert f'name="to" value="{luis.pk}"' in page_of(ana, f"/tables/{game.pk}/")
    answer = browser_of(ana).post(f"/tables/{game.pk}/invite/", {"to": luis.pk}, headers=PART)
    assert "Invitación enviada" in answer.content.decode()
    assert tables.is_invited(game.pk, luis.pk)
    assert f'name="to" value="{luis.pk}"' not in page_of(ana, f"/tables/{game.pk}/")


def test_who_may_not_ask_hears_why_and_nobody_is_asked(now, ana, luis):
    game, mia = a_private_table(now, ana), a_person("mia")
    refused = browser_of(ana).post(f"/tables/{game.pk}/invite/", {"to": mia.pk}, headers=PART)
    assert (refused.status_code, "se invita a amigos" in refused.content.decode()) == (409, True)
    hidden = browser_of(luis).post(f"/tables/{game.pk}/invite/", {"to": ana.pk}, headers=PART)
    assert hidden.status_code == 404, "who was not asked does not learn of a private table"
    for junk in ("", "x", "-1", "1" * 30):
        answer = browser_of(ana).post(f"/tables/{game.pk}/invite/", {"to": junk}, headers=PART)
        assert answer.status_code == 422
    assert browser_of(ana).post(f"/tables/{game.pk}/invite/", {"to": 10**9}).status_code == 404
    assert not TableInvitation.objects.exists()
    ask(game, ana, luis, now)
    refused = browser_of(luis).post(f"/tables/{game.pk}/invite/", {"to": mia.pk}, headers=PART)
    assert (refused.status_code, "Sentate primero." in refused.content.decode()) == (409, True)
    assert TableInvitation.objects.count() == 1


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_an_invitation_stands_on_the_front_page_and_in_the_lobby_of_its_person(
    now, ana, luis, path
):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    link = f'href="/tables/{game.pk}/asked/"'
    assert link in page_of(luis, path)
    assert link not in page_of(ana, path)
    assert link not in Client().get(path).content.decode()


def test_it_leads_to_the_table(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    answer = browser_of(luis).get(f"/tables/{game.pk}/asked/")
    assert answer["Location"] == f"/tables/{game.pk}/"
    assert browser_of(luis).get(answer["Location"]).status_code == 200


@pytest.mark.feature("Playing", "An invitation to a table that has closed says so")
def test_an_invitation_to_a_table_that_closed_or_started_says_so(now, ana, luis):
    closed, started = a_private_table(now, ana), a_private_table(now, ana)
    for game in (closed, started):
        ask(game, ana, luis, now)
    host_actions.leave_table(game_id=closed.pk, user=ana, now=now)
    host_actions.seat_robot(game_id=started.pk, user=ana, number=1, now=now)
    for game, words in ((closed, "ya terminó"), (started, "todos los lugares ocupados")):
        answer = browser_of(luis).get(f"/tables/{game.pk}/asked/")
        assert answer.status_code == 410
        assert words in answer.content.decode()


def test_no_thanks_takes_it_away(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    answer = browser_of(luis).post(f"/tables/{game.pk}/decline/", headers=PART)
    assert (answer.status_code, answer.content) == (200, b"")
    assert "te invita" not in page_of(luis, "/")
    answer = browser_of(luis).get(f"/tables/{game.pk}/asked/")
    assert (answer.status_code, "dijiste que no" in answer.content.decode()) == (410, True)


def test_a_table_to_which_nobody_was_asked_leads_nowhere(now, ana, luis):
    game = a_private_table(now, ana)
    assert browser_of(luis).get(f"/tables/{game.pk}/asked/").status_code == 404
