"""Two players and one phone: passed on, covered in between, saved and resumed."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.players import SHY, Player
from tests.browser.screens import Screen
from tests.games.tables import a_person, state_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_table(screen: Screen) -> Game:
    """Open a table for two on this phone, and wait until it is dealt."""
    page = screen.page
    page.get_by_label("Contra quién").select_option("dos en este teléfono")
    page.get_by_label("Nombre de la otra persona").fill("Luis")
    screen.follow(page.get_by_role("button", name="Abrir la mesa"))
    expect(page.locator("#table.live")).to_be_visible()
    return Game.objects.get()


def take(player: Player, name: str) -> None:
    """Pass the phone on: no card is seen until its next holder says so."""
    page = player.screen.page
    expect(page.locator(".line")).to_have_text(f"Le toca a {name}")
    expect(player.cards).to_have_count(0)
    player.tap(f"Soy {name}: ver mis cartas")
    expect(player.cards.first).to_be_visible()


@pytest.mark.feature(
    "Playing", "Two people play on one device, which is covered between their turns"
)
def test_two_people_play_on_one_phone(open_screen):
    screen = open_screen("/tables/new/", a_person("ana"))
    page, player = screen.page, Player(screen, wishes=SHY)
    game = open_table(screen)
    assert [seat.contribution for seat in game.seats.all()] == ["07" * 32, ""]
    first = state_of(game).to_act[0]
    names = game.people[first], game.people[1 - first]

    take(player, names[0])
    player.act()
    take(player, names[1])
    expect(page.locator("#table.live")).not_to_contain_text("Reconectando")
    player.act()

    page.get_by_role("link", name="Salir de la mesa").tap()
    screen.follow(page.get_by_role("button", name="Guardar y salir"))
    screen.open(f"/tables/{game.pk}/")
    player.tap("Seguir la partida")
    expect(page.locator("#say.due")).to_be_visible()
    expect(page.locator(".held")).to_have_count(0)

    page.get_by_role("link", name="Salir de la mesa").tap()
    page.get_by_role("button", name="Terminar sin ganador").tap()
    expect(page.get_by_text("Terminada de común acuerdo")).to_be_visible()
    player.leave_by("Revancha", re.compile(rf"/tables/(?!{game.pk}/)\d+/$"))
    expect(page.locator("#table.live")).to_be_visible()
    again = Game.objects.exclude(pk=game.pk).get()
    assert again.people == ("ana", "Luis")
    take(player, again.people[state_of(again).to_act[0]])
