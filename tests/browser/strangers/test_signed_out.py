"""Tables without a session: the page says so, offers to sign in, and returns to the table."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.live import hub
from games.models import Game
from games.play import seats
from tests.accounts.people import PASSWORD, a_person
from tests.browser.players import Player
from tests.browser.screens import Screen
from tests.games.tables import a_table, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOLD = "Se cerró tu sesión."
REFUSED = "Failed to load resource: the server responded with a status of 403 (Forbidden)"
MOVED = "Tu lugar lo tiene ahora otro jugador."
LOGIN = re.compile("/accounts/login/")
LONG, SHORT = 60, 0.2  # seconds until an open line is looked after


def a_waiting_table(*, public: bool = True) -> Game:
    """A casual table at which one has sat down and one seat is free."""
    game = a_table(timezone.now(), people=[a_person("beto"), None], public=public, seated=False)
    game.seats.filter(number=1).update(robot=False, sat_at=None)
    beto = game.seats.get(number=0).user
    assert beto is not None
    seats.sit_down(game_id=game.pk, user=beto, corte_hash="", address="", now=timezone.now())
    return game


def sign_out_elsewhere(screen: Screen) -> None:
    tab = screen.page.context.new_page()
    tab.goto("/accounts/logout/")
    tab.get_by_role("main").get_by_role("button", name="Salir").click()
    expect(tab.get_by_role("banner").get_by_role("link", name="Entrar")).to_have_count(1)
    tab.close()


def sign_in(screen: Screen, name: str) -> None:
    main = screen.page.get_by_role("main")
    main.locator("[name=login]").fill(name)
    main.locator("[name=password]").fill(PASSWORD)
    main.get_by_role("button", name="Entrar", exact=True).tap()


def tap_in_vain(screen: Screen) -> None:
    """Tap a card without a session: what was tapped is posted, and refused."""
    with screen.page.expect_console_message(lambda message: message.text == REFUSED):
        screen.page.locator(".held").first.tap()
    expect(screen.page.get_by_role("button", name="Seguir acá")).to_be_hidden()
    assert screen.faults == [REFUSED]
    screen.faults.clear()


@pytest.mark.parametrize("was_signed_in", [False, True])
def test_who_taps_a_free_seat_without_a_session_is_seated_as_a_guest(
    open_screen, monkeypatch, was_signed_in
):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", LONG)
    game, ana = a_waiting_table(), a_person("ana")
    screen = open_screen(f"/tables/{game.pk}/", ana if was_signed_in else None)
    if was_signed_in:
        sign_out_elsewhere(screen)
    Player(screen).sit_down()
    expect(screen.page.locator(".held")).to_have_count(3)
    assert game.seats.get(number=1).user.is_guest


@pytest.mark.parametrize("public", [True, False])
def test_a_tap_after_signing_out_elsewhere_says_so_and_leads_back_to_the_table(
    open_screen, monkeypatch, public
):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", LONG)
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")], public=public)
    person = whoever_acts(game).user
    screen = open_screen(f"/tables/{game.pk}/", person)
    expect(screen.page.locator(".held")).to_have_count(3)
    sign_out_elsewhere(screen)
    expect(screen.page.get_by_text(TOLD)).to_be_visible()
    if public:
        tap_in_vain(screen)
        screen.page.get_by_role("link", name="Volver a entrar").tap()
    else:
        screen.page.locator(".held").first.tap()
    screen.page.wait_for_url(LOGIN)
    sign_in(screen, person.username)
    expect(screen.page).to_have_url(re.compile(f"/tables/{game.pk}/$"))
    expect(screen.page.locator(".watch")).to_have_count(0)


def test_a_private_table_says_so_to_who_comes_back_without_a_session(open_screen):
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")], public=False)
    screen = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user)
    expect(screen.page.locator(".held")).to_have_count(3)
    with screen.without_network():
        screen.page.context.clear_cookies()
        expect(screen.page.get_by_text("Reconectando…")).to_be_visible()
    expect(screen.page.get_by_text(TOLD)).to_be_visible()
    expect(screen.page.get_by_role("link", name="Volver a entrar")).to_be_visible()


def test_the_bar_says_that_the_session_ended_before_anybody_taps(open_screen, monkeypatch):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", SHORT)
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")])
    screen = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user)
    expect(screen.page.locator(".held")).to_have_count(3)
    sign_out_elsewhere(screen)
    expect(screen.page.get_by_text(TOLD)).to_be_visible()
    expect(screen.page.get_by_role("link", name="Volver a entrar")).to_be_visible()


@pytest.mark.parametrize("public", [True, False])
def test_whose_seat_goes_to_another_is_told_so_and_watches_if_they_may(open_screen, public):
    game = a_table(
        timezone.now(), people=[a_person("ana"), a_person("beto")], public=public, turn_seconds=120
    )
    mover, other = whoever_acts(game), game.seats.exclude(pk=whoever_acts(game).pk).get()
    page = open_screen(f"/tables/{game.pk}/", mover.user).page
    expect(page.locator(".held")).to_have_count(3)
    seats.release_seat(game_id=game.pk, user=mover.user, now=timezone.now())
    expect(page.get_by_text(MOVED)).to_be_visible()
    expect(page.get_by_text(TOLD)).to_be_hidden()
    if public:
        expect(page.locator("#table.watch")).to_be_visible()
        assert other.user is not None
        seats.release_seat(game_id=game.pk, user=other.user, now=timezone.now())
        expect(page.get_by_text("robot", exact=True)).to_have_count(2)
    else:
        expect(page.get_by_role("link", name="Volver a entrar")).to_be_hidden()
