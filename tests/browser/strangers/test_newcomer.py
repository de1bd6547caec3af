"""From a first look at the site to a hand against a robot, and what happens to who dozes off."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Club
from games.models import Action, Game
from tests.browser.players import SHY, Player, one_action

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECRET = "una-de-espadas-y-dos-de-oros"


def test_a_newcomer_signs_up_plays_a_hand_dozes_off_and_takes_their_seat_back(open_screen):
    screen = open_screen("/")
    sign_up(screen)
    screen.follow(screen.page.get_by_role("button", name="1 contra 1"))
    player = Player(screen, wishes=SHY)
    expect(player.cards).to_have_count(3)

    while screen.page.get_by_text("mano 1", exact=True).is_visible():
        one_action(player)
    time_runs_out(player)
    expect(screen.page.get_by_role("button", name="Volver a jugar yo")).to_be_hidden()
    time_runs_out(player)

    expect(screen.page.get_by_text("Un robot juega por vos.")).to_be_visible()
    player.take_back()
    assert Game.objects.get().seats.get(user__username="nuevo").is_person
    assert one_action(player)
    assert Action.objects.filter(by=Action.By.CLOCK).count() == 2


def test_what_was_typed_when_a_session_ended_is_done_by_way_of_the_sign_in(open_screen):
    screen = open_screen("/")
    page = screen.page
    sign_up(screen)
    screen.open("/clubs/new/")
    page.get_by_label("Nombre del club").fill("La Yunta")
    page.context.clear_cookies(name="session")
    screen.follow(page.get_by_role("main").get_by_role("button"))
    expect(page.get_by_text("Apenas entres seguimos con lo que pediste.")).to_be_visible()
    page.get_by_label("Usuario o correo").fill("nuevo")
    page.get_by_label("Contraseña").fill(SECRET)
    page.get_by_role("main").get_by_role("button", name="Entrar", exact=True).click()
    expect(page.get_by_role("heading", name="La Yunta")).to_be_visible()
    page.go_back()
    page.wait_for_load_state()
    assert Club.objects.count() == 1


def sign_up(screen) -> None:
    """Find the way from the front page, fill the form in, and be back signed in."""
    page = screen.page
    screen.follow(page.get_by_role("link", name="Entrar"))
    screen.follow(page.get_by_role("main").get_by_role("link", name="Crear una cuenta"))
    write_account(page)
    screen.follow(page.get_by_role("button", name="Crear mi cuenta"))
    expect(page.get_by_role("banner").get_by_text("nuevo")).to_be_visible()
    expect(page.get_by_role("heading", name="Practicar contra un robot")).to_be_visible()


def write_account(page) -> None:
    """Fill in the form for a new account."""
    page.get_by_label("Usuario").fill("nuevo")
    page.get_by_label("Correo", exact=True).fill("nuevo@example.org")
    page.get_by_label("Contraseña", exact=True).fill(SECRET)
    page.get_by_label("Contraseña (otra vez)").fill(SECRET)


def time_runs_out(player: Player) -> None:
    """Let the player's time run out: the deadline comes immediately here."""
    player.wait_until_wanted()
    version = player.read_glance().version
    Game.objects.filter(version=version).update(act_by=timezone.now())
    assert player.has_moved(version, within=30_000), "nobody played for the seat"
