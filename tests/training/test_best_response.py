"""A best response is learnt against what stands still: it wins of chance, and hardly of a table."""

from array import array

import pytest

from games.engine import make_rules
from games.robots.tables import Table, table_of
from training.library import Responder, compiled

RULES = make_rules("argentino")
ROOM = 1 << 20
HANDS = 20_000


@pytest.fixture(scope="module")
def library():
    with compiled(RULES) as built:
        yield built


@pytest.mark.parametrize("in_games", [False, True])
def test_it_wins_of_who_plays_by_chance_and_the_more_it_learns_the_more(library, in_games):
    silent = Table(RULES, array("Q"), array("I"), ())
    responder = Responder(library, 1, ROOM, silent)
    if in_games:
        responder.count_games(HANDS)
    gains = []
    for deals in (10, 1000, 5000):
        responder.go_on(deals)
        gains.append(responder.gain(HANDS)[0])
    assert gains == sorted(gains)
    assert gains[-1] > 2


@pytest.mark.parametrize("in_games", [False, True])
def test_so_much_learning_wins_nothing_of_the_table(library, in_games):
    table = table_of(RULES)
    assert table is not None
    responder = Responder(library, 1, ROOM, table)
    if in_games:
        responder.count_games(HANDS)
    responder.go_on(5000)
    gain, half = responder.gain(HANDS)
    assert gain < half


def test_the_same_seed_learns_the_same(library):
    def learnt() -> tuple[float, float]:
        responder = Responder(library, 7, ROOM, table_of(RULES))
        responder.go_on(200)
        return responder.gain(500)

    assert learnt() == learnt()
