"""The time bank of a competition: its tables have it, and real cards refuse it."""

from datetime import timedelta

import pytest

from accounts.common.errors import RefusedError
from games.play.time_bank import time_left
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, call, everybody_sits, match_at

pytestmark = pytest.mark.django_db


def test_each_table_gets_the_bank_of_its_competition(organiser, now):
    cup = a_running_cup(organiser, now, bank_minutes=4)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    assert time_left(game, 0) == time_left(game, 1) == timedelta(minutes=4)


def test_real_cards_have_no_bank(organiser, now):
    with pytest.raises(RefusedError, match="bank-of-real-cards"):
        a_cup(organiser, now, bank_minutes=4, with_cards=True)


def test_the_announcement_says_it_and_the_table_shows_it(organiser, now):
    cup = a_running_cup(organiser, now, bank_minutes=4)
    browser = a_browser(organiser)
    page = browser.get(f"/competitions/{cup.pk}/?s=info")
    said = text_of(page)
    assert "4 minutos para pensar en cada partida" in said
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    assert text_of(browser.get(f"/tables/{game.pk}/")).count('class="bank"') == 2
