"""How long a robot thinks: by what lies open, its style and chance; never by its cards."""

import random
from statistics import mean

import pytest

from games.engine import view
from games.robots.cast import CAST
from games.robots.styles import PLAIN, Style
from games.robots.timing import LEAST, MOST, think_delay
from tests.games.engine.hands import play, table

THROUGH = "0:3c 1:2o 0:5b 1:6o"
HANDS = ("3c 1e 5b", "2o 6o 4c")


def pauses(line, seat, style=PLAIN, hands=HANDS):
    public = view(play(table("argentino", *hands), line), None)
    return [think_delay(public, seat, style, random.Random(seed)) for seed in range(60)]


def test_a_call_to_answer_takes_longer_than_a_first_card_and_that_than_a_last_one():
    call, first, last = pauses("0:truco", 1), pauses("", 0), pauses(THROUGH, 1)
    assert mean(call) > mean(first) > mean(last)


def test_the_dearer_a_call_the_longer():
    assert mean(pauses("0:falta", 1)) > mean(pauses("0:envido", 1))


@pytest.mark.parametrize("style", {who.style for who in CAST.values()}, ids=str)
@pytest.mark.parametrize("line", ["", "0:falta", THROUGH])
def test_it_keeps_within_its_bounds(line, style):
    assert all(LEAST <= each <= MOST for each in pauses(line, 1, style))


def test_chance_and_character_move_it():
    assert len(set(pauses("", 0))) > 50
    assert mean(pauses("", 0, Style(slow=0.15))) > mean(pauses("", 0, Style(slow=-0.15)))


def test_deals_that_look_alike_take_the_same_time():
    """To the spectators: the cards that were played are the same, those held are not."""
    twin = ("3c 4e 5b", "2o 6o 7b")
    for line in ("", "0:truco", "0:3c", THROUGH):
        assert pauses(line, 1) == pauses(line, 1, hands=twin)


def test_a_view_with_cards_is_no_ground_to_think_upon():
    seen = view(table("argentino", *HANDS), 0)
    with pytest.raises(AssertionError):
        think_delay(seen, 0, PLAIN, random.Random(1))
