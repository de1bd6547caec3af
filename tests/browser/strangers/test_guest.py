"""A stranger plays with one tap, is joined by another, signs up, and still has the seat."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play import seats
from tests.browser.players import SHY, Player, one_action
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table, sealed
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.tournaments.cups import a_cup, an_organiser, enter
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AT_ONCE = "Jugar una mano ya"
TAP_AGAIN_AND_AGAIN = """() => {
  const answered = () => setTimeout(() => { window.isAnswered = true; });
  if (window.isAnswered === undefined) document.addEventListener("htmx:afterRequest", answered);
  window.isAnswered ??= false;
  document.querySelector(".act [data-needs]")?.click();
  return window.isAnswered;
}"""
SECRET = "una-de-espadas-y-dos-de-oros"


def tap_and_follow(screen: Screen, name: str, role: str = "button") -> int:
    """Tap what leads on; return 1, to be added up."""
    main = screen.page.get_by_role("main")
    screen.follow(main.get_by_role(role, name=name, exact=True))
    return 1


@pytest.mark.feature("Playing", "A stranger plays after one tap on the home page, as a guest")
def test_one_tap_and_a_stranger_plays_and_keeps_the_seat_by_signing_up(open_screen):
    screen = open_screen("/")
    assert not User.objects.filter(is_guest=True).exists()
    taps = tap_and_follow(screen, AT_ONCE)
    player = Player(screen, wishes=SHY)
    expect(player.cards).to_have_count(3)
    assert taps == 1
    game = Game.objects.get(public=True)
    assert game.seats.get(number=0).contribution == "07" * 32
    one_action(player)
    screen.page.reload()
    assert screen.page.url.endswith(f"/tables/{game.pk}/")
    expect(player.cards.first).to_be_visible()
    screen.page.go_back()
    expect(screen.page.get_by_role("button", name=AT_ONCE)).to_be_visible()
    assert Game.objects.count() == 1

    screen.open("/")
    taps = tap_and_follow(screen, "Crear una cuenta", "link")
    page = screen.page
    page.get_by_label("Usuario").fill("nuevo")
    page.get_by_label("Correo", exact=True).fill("nuevo@example.org")
    page.get_by_label("Contraseña", exact=True).fill(SECRET)
    page.get_by_label("Contraseña (otra vez)").fill(SECRET)
    taps += tap_and_follow(screen, "Crear mi cuenta")
    expect(page.get_by_role("banner").get_by_text("nuevo")).to_be_visible()
    taps += tap_and_follow(screen, "Seguir en tu mesa", "link")
    assert taps == 3
    assert page.url.endswith(f"/tables/{game.pk}/")
    one_action(player)
    assert game.seats.get(number=0).user == User.objects.get(username="nuevo", is_guest=False)


def test_a_table_that_its_reader_was_led_to_says_that_they_are_being_seated(open_screen):
    screen, held = open_screen("/tables/"), []
    page = screen.page
    page.route("**/sit/", lambda route: held.append(route))
    with page.expect_request("**/sit/"):
        tap_and_follow(screen, "1 contra 1")
    expect(page.locator(".act [data-needs]")).to_have_attribute("data-note", "enviando…")
    for sitting in held:
        sitting.continue_()
    expect(Player(screen).cards).to_have_count(3)
    expect(page.locator("[data-note]")).to_have_count(0)


@pytest.mark.feature("Playing", "A signed-in player plays after one tap on the home page")
def test_one_tap_and_who_has_signed_in_plays(open_screen):
    screen = open_screen("/", a_person("ana"))
    assert tap_and_follow(screen, "Jugar ahora") == 1
    expect(Player(screen).cards).to_have_count(3)
    assert str(Game.objects.get(public=True).seats.get(number=0).user) == "ana"


def test_two_strangers_meet_and_neither_sees_the_others_hand(open_screen):
    first = open_screen("/tables/", recorded=True)
    tap_and_follow(first, "Jugar ahora")
    expect(Player(first).cards).to_have_count(3)
    second = open_screen("/tables/", recorded=True)
    tap_and_follow(second, "Jugar ahora")
    players = Player(first, wishes=SHY), Player(second, wishes=SHY)
    expect(players[1].cards).to_have_count(3)
    assert first.page.url == second.page.url
    guest = Game.objects.get(public=True).seats.get(number=1).user
    expect(first.page.locator("#table").get_by_text(str(guest)).first).to_be_visible()
    while first.page.get_by_text("mano 1", exact=True).is_visible():
        one_action(*players)
    game = Game.objects.get(public=True)
    for seat, player in enumerate(players):
        assert_keeps_secrets(player.screen.received(), past_of(game), seat)


@pytest.mark.feature("Playing", "A stranger takes a free seat with one tap")
def test_a_stranger_takes_the_free_seat_of_a_table_that_waits(open_screen):
    host, now = a_person("ana"), timezone.now()
    game = a_table(now, people=[host, a_person()], turn_seconds=120, seated=False)
    game.seats.filter(number=1).update(user=None)
    seats.sit_down(game_id=game.pk, user=host, corte_hash="", address="", now=now)
    screen = open_screen(f"/tables/{game.pk}/")
    player = Player(screen, wishes=SHY)
    player.sit_down()
    expect(player.cards).to_have_count(3)
    seat = game.seats.get(number=1)
    assert (seat.user.is_guest, seat.contribution) == (True, "07" * 32)


def test_a_second_tap_of_a_new_guest_is_not_sent(open_screen):
    host, now = a_person("ana"), timezone.now()
    game = a_table(now, people=[host, a_person()], turn_seconds=120, seated=False)
    game.seats.filter(number=1).update(user=None)
    seats.sit_down(game_id=game.pk, user=host, corte_hash="", address="", now=now)
    screen, sent = open_screen(f"/tables/{game.pk}/", routed=True), []
    page = screen.page
    page.route(f"**/tables/{game.pk}/", lambda route: route.fulfill(status=204))  # it stays
    page.on("request", lambda request: sent.append(request.url))
    page.wait_for_function(TAP_AGAIN_AND_AGAIN)
    assert len([url for url in sent if url.endswith("/sit/")]) == 1


@pytest.mark.feature("Entries", "A competition's link seats a stranger in two taps")
def test_the_link_of_a_cup_seats_a_stranger_in_two_taps(open_screen):
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person("rival"))
    marta = [NamedPlayer("Marta Gómez")]
    entry = entries.add_entry(competition_id=cup.pk, actor=organiser, players=marta, now=now)
    token = entries.renew_invitation(entry_id=entry.pk, user=organiser)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    screen = open_screen(f"/invitation/{token}/")
    taps = tap_and_follow(screen, "Jugar como invitado")
    screen.look_until(screen.page.get_by_role("link", name="Sentarme"))
    taps += tap_and_follow(screen, "Sentarme", "link")
    expect(screen.page.locator("#table")).to_contain_text("Ya te sentaste")
    assert taps == 2
    game = Game.objects.get()
    seat = game.seats.get(sat_at__isnull=False)
    assert (str(seat.user), seat.user.is_guest) == ("Marta Gómez", True)
    assert seat.corte_hash == sealed(game, "07" * 32)


def test_a_guest_chooses_rules_and_a_name(open_screen):
    screen = open_screen("/")
    page = screen.page
    page.get_by_text("Elegir las reglas").tap()
    page.get_by_label("Reglamento").select_option("Truco uruguayo")
    page.get_by_label("Con un robot hasta que llegue alguien").uncheck()
    tap_and_follow(screen, AT_ONCE)
    game = Game.objects.get(public=True)
    assert (game.preset, game.status) == ("uruguayo", Game.Status.WAITING)
    screen.open("/")
    screen.follow(page.get_by_role("banner").get_by_text(re.compile("Invitado")))
    page.get_by_label("Nombre a la vista").fill("El Tano")
    tap_and_follow(screen, "Guardar")
    expect(page.get_by_role("heading", name="El Tano")).to_be_visible()
    screen.open("/")
    expect(page.get_by_label("Reglamento")).to_have_value("uruguayo")
