"""Two strangers look for rivals of their strength, and play each other."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game, PairingRequest
from tests.browser.players import Player, one_action
from tests.games.tables import a_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_strangers_are_paired_one_of_whom_plays_a_robot_meanwhile(open_screen):
    ana, beto = a_person("ana"), a_person("beto")
    first, second = open_screen("/tables/quick/", ana), open_screen("/tables/quick/", beto)
    search(first)
    expect(first.page.get_by_text("Por ahora nadie más busca esto")).to_be_visible()
    first.follow(first.page.get_by_role("button", name="Jugar con un robot mientras tanto"))
    expect(Player(first).cards).to_have_count(3)
    expect(first.page.locator("[data-search=bar]")).to_be_visible()

    search(second)

    players = [Player(first), Player(second)]
    for player in players:
        expect(player.screen.page.get_by_role("heading", name="Mesa de ana")).to_be_attached()
        expect(player.cards).to_have_count(3)
    game = Game.objects.get(status="live", seats__user=beto)
    assert {seat.user for seat in game.seats.all()} == {ana, beto}
    assert Game.objects.exclude(pk=game.pk).get().status == "annulled"
    assert any(one_action(player) for player in players)


def search(screen) -> None:
    screen.page.get_by_label("Por los puntos").check()
    screen.follow(screen.page.get_by_role("button", name="Buscar", exact=True))
    PairingRequest.objects.update(address="")  # the browsers of a test have one


def test_the_wait_is_counted_by_the_servers_clock(open_screen):
    screen = open_screen("about:blank", a_person("ana"))
    screen.page.clock.install(time=timezone.now() + timedelta(hours=2))
    screen.open("/tables/quick/")
    search(screen)
    expect(screen.page.locator("[data-waited]")).to_have_text(re.compile(r"^0:0[1-9]$"))
