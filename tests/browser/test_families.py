"""Whole games of paulista in a browser, by two and by four."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.house_rules import family_of
from tests.browser.players import Player, play_to_the_end
from tests.games.tables import a_person, a_table
from tests.live.secrecy import assert_keeps_secrets, past_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("ana", "beto", "carla", "dario")


@pytest.fixture(autouse=True)
def short_pause(settings) -> None:
    """The next hand is dealt soon."""
    settings.HAND_PAUSE = 1


def at_a_table(open_screen, count: int) -> tuple[object, list[Player]]:
    """A short game, so that it comes to a mão de X."""
    people = [a_person(name) for name in NAMES[:count]]
    game = a_table(timezone.now(), people=people, preset="paulista", target="5", turn_seconds=120)
    path = f"/tables/{game.pk}/"
    return game, [Player(open_screen(path, person, recorded=True)) for person in people]


@pytest.mark.feature("Rules", "Games of Brazil, Venezuela and Mallorca")
def test_a_game_of_paulista_by_two(open_screen) -> None:
    game, players = at_a_table(open_screen, 2)
    page = players[0].screen.page
    expect(page.get_by_role("button", name="Truco!", exact=True)).to_be_visible()
    expect(page.get_by_text("vira", exact=True)).to_be_visible()
    play_to_the_end(*players)
    game.refresh_from_db()
    assert (family_of(game.preset), game.winner in (0, 1)) == ("paulista", True)
    for seat, player in enumerate(players):
        assert_keeps_secrets(player.screen.received(), past_of(game), seat)


@pytest.mark.sampled
def test_a_game_of_paulista_by_four(open_screen) -> None:
    game, players = at_a_table(open_screen, 4)
    play_to_the_end(*players)
    game.refresh_from_db()
    assert game.winner in (0, 1)
