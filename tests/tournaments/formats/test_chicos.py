"""Results written by hand: which ones can be, and the games they make."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.series import MatchUnit, WrittenGame, decided, split

ONE = MatchUnit(30)
THREE = MatchUnit(30, best_of=3)
CAMAS = MatchUnit(24, legs_to_win=2, best_of=3)


def refusal(chicos, measure):
    with pytest.raises(FormatError) as refused:
        decided(chicos, measure)
    return refused.value.code


@pytest.mark.parametrize(
    ("chicos", "measure", "winners"),
    [
        ([(30, 22)], ONE, [0]),
        ([(0, 30)], ONE, [1]),
        ([(30, 29), (30, 0)], THREE, [0, 0]),
        ([(30, 29), (12, 30), (30, 28)], THREE, [0, 1, 0]),
        ([(24, 3), (24, 23), (24, 0), (1, 24), (24, 2)], CAMAS, [0, 0]),
    ],
)
def test_chicos_make_the_games_of_a_decided_match(chicos, measure, winners):
    assert [game.winner for game in decided(chicos, measure)] == winners


def test_a_game_tells_its_last_chico_and_how_many_each_side_won():
    (game,), going = split([(24, 3), (5, 24), (24, 20), (9, 24)], CAMAS)
    assert game == WrittenGame(((24, 3), (5, 24), (24, 20)))
    assert (game.score, game.legs, game.winner) == ((24, 20), (2, 1), 0)
    assert going == ((9, 24),)


@pytest.mark.parametrize(
    "chico", [(31, 30), (30, 30), (29, 28), (30, -1), (0, 0), (999, 0), (31, 2), (30, 10**40)]
)
def test_a_score_that_no_chico_ends_with_is_refused(chico):
    assert refusal([chico], ONE) == "impossible-score"
    assert refusal([chico[::-1]], ONE) == "impossible-score"


@pytest.mark.parametrize(
    ("chicos", "measure", "code"),
    [
        ([], ONE, "series-open"),
        ([(30, 1)], THREE, "series-open"),
        ([(30, 1), (1, 30)], THREE, "series-open"),
        ([(24, 3), (24, 3), (24, 3)], CAMAS, "series-open"),
        ([(30, 1), (30, 1)], ONE, "game-after-the-end"),
        ([(30, 1), (30, 2), (30, 3)], THREE, "game-after-the-end"),
        ([(30, 1), (30, 2), (3, 30), (30, 3)], THREE, "game-after-the-end"),
        ([(24, 3)] * 5, CAMAS, "game-after-the-end"),
    ],
)
def test_a_match_is_decided_by_its_last_chico_and_by_none_before(chicos, measure, code):
    assert refusal(chicos, measure) == code
