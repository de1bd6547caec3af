"""Whole games of the families of Brazil, Venezuela and Mallorca in a browser."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.browser.events.test_cup_match import told_in_play
from tests.browser.players import Player, play_to_the_end
from tests.games.tables import a_person, a_table
from tests.live.secrecy import assert_keeps_secrets, past_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("ana", "beto", "carla", "dario")


@pytest.fixture(autouse=True)
def short_pause(settings) -> None:
    """The next hand is dealt soon."""
    settings.HAND_PAUSE = 1


LANGUAGE_OF = {
    "paulista": "pt-br",
    "mineiro": "pt-br",
    "gauderio": "pt-br",
    "venezolano": "es-ve",
    "mallorqui": "ca-valencia",
}
TRUCO_IN = {"paulista": "Truco!", "mineiro": "Truco!", "mallorqui": "Truc"}
SIZES = (320, 390, 1280)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """
[...document.querySelectorAll("#table button, #table a, #table h1, #table h2, #say")]
  .filter((box) => box.checkVisibility() && !box.closest(".visually-hidden, .unseen, [popover]"))
  .filter((box) => getComputedStyle(box).display !== "inline" && !box.querySelector("svg"))
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.textContent.trim())
"""


def at_a_table(open_screen, preset: str, count: int) -> tuple[Game, list[Player]]:
    """A short game, so that it comes to a mão de X; all read the family's language."""
    people = [a_person(name) for name in NAMES[:count]]
    User.objects.update(language=LANGUAGE_OF[preset])
    game = a_table(timezone.now(), people=people, preset=preset, target="5", turn_seconds=120)
    path = f"/tables/{game.pk}/"
    return game, [Player(open_screen(path, person, recorded=True)) for person in people]


def assert_fits(player: Player) -> None:
    """Nothing at the table is wider than its place on a small phone, a phone and a desk."""
    page = player.screen.page
    before = page.viewport_size
    for width in SIZES:
        page.set_viewport_size({"width": width, "height": 780})
        assert page.evaluate(TOO_WIDE) <= 0, width
        assert page.evaluate(CUT) == [], width
    page.set_viewport_size(before)


@pytest.mark.feature("Rules", "Games of Brazil, Venezuela and Mallorca")
@pytest.mark.parametrize(
    "preset",
    ["paulista", *(pytest.param(p, marks=pytest.mark.sampled) for p in [*LANGUAGE_OF][1:])],
)
def test_a_game_by_two_in_the_language_of_the_family(open_screen, preset: str) -> None:
    game, players = at_a_table(open_screen, preset, 2)
    page = players[0].screen.page
    expect(page.locator("html")).to_have_attribute("lang", re.compile(LANGUAGE_OF[preset], re.I))
    truco = TRUCO_IN.get(preset, "Truco")
    expect(page.get_by_role("button", name=truco, exact=True)).to_be_visible()
    if game.rules.muestra:
        expect(page.get_by_text("vira", exact=True)).to_be_visible()
    assert_fits(players[0])
    play_to_the_end(*players)
    assert_fits(players[1])
    game.refresh_from_db()
    assert game.winner in (0, 1)
    for seat, player in enumerate(players):
        assert_keeps_secrets(told_in_play(player.screen, game), past_of(game), seat)


@pytest.mark.sampled
@pytest.mark.parametrize("preset", LANGUAGE_OF)
def test_a_game_by_four_in_the_language_of_the_family(open_screen, preset: str) -> None:
    game, players = at_a_table(open_screen, preset, 4)
    assert_fits(players[0])
    play_to_the_end(*players)
    game.refresh_from_db()
    assert game.winner in (0, 1)
    for seat, player in enumerate(players):
        assert_keeps_secrets(told_in_play(player.screen, game), past_of(game), seat)
