"""Two friends and two robots: asked by a link, a game, a rematch with other partners, a vote."""

import re

import pytest
from playwright.sync_api import TimeoutError, expect

from games.models import Game
from tests.browser.players import (
    ANSWER,
    RECKLESS,
    Player,
    play_to_the_end,
    sit_down_as,
    tap_until,
)
from tests.games.tables import a_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def has_robots(page, robots):
    """Wait a moment until a number of robots hold seats."""
    try:
        expect(page.get_by_role("button", name="Sacar")).to_have_count(robots, timeout=ANSWER)
    except AssertionError:
        return False
    return True


def follow(player, button):
    """Tap what leads to another table, and wait for its page."""
    page = player.screen.page
    before = page.url

    def has_left():
        try:
            page.wait_for_url(lambda url: url != before, timeout=ANSWER)
        except TimeoutError:
            return False
        return True

    tap_until(button, has_left)


def places(game):
    """Where each person sits."""
    return {seat.user_id: seat.number for seat in game.seats.exclude(user=None)}


def are_partners(placed):
    """Whether these two play together."""
    one, other = placed.values()
    return (one - other) % 2 == 0


@pytest.fixture
def ana(open_screen):
    """Somebody who has opened a table of four for friends, with two robots, and sits at it."""
    screen = open_screen("/tables/new/", a_person("ana"))
    page = screen.page
    page.get_by_label("Contra quién").select_option("amigos, con un enlace")
    for choice in ("parejas (2 contra 2)", "a 15"):
        with page.expect_response(re.compile("/tables/new/")):
            page.get_by_label(choice).check()
    screen.follow(page.get_by_role("button", name="Abrir la mesa"))
    robot = page.get_by_role("button", name="Sumar un robot")
    for robots in (1, 2):
        tap_until(robot, lambda robots=robots: has_robots(page, robots))
    return Player(screen, wishes=RECKLESS)


@pytest.fixture
def link(ana):
    """The address that the host passes on."""
    page = ana.screen.page
    page.get_by_role("button", name="Invitar").tap()
    link = page.get_by_label("Enlace de la mesa").input_value()
    page.get_by_role("button", name="Cerrar").tap()
    return link


def test_friends_play_change_partners_and_end_by_vote(ana, link, open_screen):
    screen = open_screen(link)
    beto = Player(screen, wishes=RECKLESS)
    sit_down_as(screen.page, "Beto")
    expect(beto.cards).to_have_count(3)
    first = Game.objects.get()
    assert first.seats.filter(user__is_guest=True).exists()
    play_to_the_end(ana, beto)

    follow(ana, ana.screen.page.get_by_role("button", name="Con cambio de compañero"))
    follow(beto, screen.page.get_by_role("button", name=re.compile("Ir a la revancha")))
    beto.sit_down()
    for player in (ana, beto):
        expect(player.cards).to_have_count(3)
    rematch = Game.objects.exclude(pk=first.pk).get()
    assert are_partners(places(rematch)) != are_partners(places(first))

    ana.screen.page.get_by_role("link", name="Salir de la mesa").tap()
    ana.screen.page.get_by_role("button", name="Proponer terminar sin ganador").tap()
    screen.page.get_by_role("button", name="Terminar", exact=True).tap()
    for player in (ana, beto):
        expect(player.screen.page.locator("#table.end")).to_be_visible()
    rematch.refresh_from_db()
    assert rematch.agreed
