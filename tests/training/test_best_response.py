"""Best responses to a fixed strategy: they beat a random player, and hardly a table strategy."""

from array import array

import pytest

from games.engine import make_rules
from games.robots.policy_tables import Table, table_of
from training import best_response
from training.best_response import grid, scores_of
from training.grid_picture import picture
from training.library import Responder, compiled

RULES = make_rules("argentino")
SILENT = Table(RULES, array("Q"), array("I"), ())
ROOM = 1 << 20
HANDS = 20_000


@pytest.fixture(scope="module")
def library():
    with compiled(RULES) as built:
        yield built


@pytest.mark.sampled
def test_it_wins_from_who_plays_by_chance_and_the_more_it_learns_the_more(library):
    responder = Responder(library, 1, ROOM, SILENT)
    gains = []
    for deals in (500, 5000, 20_000):
        responder.go_on(deals)
        gains.append(responder.gain(HANDS)[0])
    assert gains == sorted(gains)
    assert gains[-1] > 0.7


@pytest.mark.sampled
def test_so_much_learning_wins_nothing_from_the_table(library):
    responder = Responder(library, 1, ROOM, table_of(RULES))
    responder.go_on(5000)
    gain, half = responder.gain(HANDS)
    assert gain < half


@pytest.mark.sampled
@pytest.mark.parametrize("mano", [0, 1])
def test_near_the_end_it_wins_games_from_who_plays_by_chance(library, mano):
    responder = Responder(library, 1, ROOM, SILENT)
    responder.count_games(200)
    responder.start_at(28, 28)
    responder.go_on(20_000, mano)
    gain, half = responder.gain(HANDS, mano)
    assert gain > 2 * half


def test_a_grid_has_a_cell_for_each_pair_of_scores_and_each_mano(library, monkeypatch):
    monkeypatch.setattr(best_response, "VALUED", 20)
    monkeypatch.setattr(best_response, "AT_A_SCORE", 100)
    cells = list(grid(Responder(library, 1, ROOM, SILENT), [0, 29], 300))
    assert [cell[:3] for cell in cells] == [
        (own, theirs, is_mano) for own in (0, 29) for theirs in (0, 29) for is_mano in (True, False)
    ]


def test_the_grid_has_every_fifth_score_and_each_of_the_last():
    assert scores_of(30) == [0, 5, 10, 15, 20, 25, 26, 27, 28, 29]
    assert scores_of(15) == [0, 5, 10, 11, 12, 13, 14]


@pytest.mark.sampled
def test_the_same_seed_learns_the_same(library):
    def learnt() -> tuple[float, float]:
        responder = Responder(library, 7, ROOM, table_of(RULES))
        responder.go_on(200)
        return responder.gain(500)

    assert learnt() == learnt()


def test_a_grid_is_drawn_with_a_frame_where_the_goal_is_missed():
    cells = [
        {"own": 28, "theirs": 29, "is_mano": True, "gain": 0.053, "half": 0.001},
        {"own": 29, "theirs": 29, "is_mano": False, "gain": -0.001, "half": 0.001},
    ]
    drawn = picture([("now", cells)])
    assert ">5.3<" in drawn
    assert ">0.0<" in drawn
    assert drawn.count("#900") == 1
