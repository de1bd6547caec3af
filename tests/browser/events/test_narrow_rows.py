"""Rows with buttons on a very narrow phone: words keep room to be read."""

import pytest
from django.utils import timezone

from tests.browser.screens import Screen
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAST = 90  # pixels: no word breaks letter by letter


def test_the_games_of_a_match_are_read_beside_their_buttons(open_screen):
    now = timezone.now()
    cup = a_running_cup(an_organiser(), now)
    play_match(match_at(cup, 1, 1), 0, now)
    screen: Screen = open_screen("/")
    screen.page.set_viewport_size({"width": 320, "height": 780})
    screen.open(f"/matches/{match_at(cup, 1, 1).pk}/")
    assert screen.page.locator(".row > .grow").first.bounding_box()["width"] >= LEAST
