"""R-S: points, legs and buenas."""

import pytest

from games.engine import Start, make_rules, next_hand_start
from games.engine.score import in_buenas, pay, pay_game
from tests.games.engine.hands import dealt, play, scored, table

HANDS = ("7e 6e 1b", "5e 6b 3o")


def test_rs1_flor_then_envido_then_truco_and_the_first_at_the_target_wins():
    state = table("argentino", *HANDS, score=(29, 29))
    state = play(state, "0:truco 1:envido 0:quiero")
    assert (state.winner, state.score) == (0, (30, 29))


def test_rs1_nothing_counts_after_the_target():
    state = pay(table("argentino", *HANDS, score=(29, 28)), 0, 2, "envido")
    assert pay(state, 1, 4, "truco") == state
    assert pay_game(state, 1, "truco") == state


def test_rs2_a_score_never_passes_the_target():
    state = play(
        table("argentino", *HANDS, score=(29, 3)),
        "0:truco 1:quiero 0:1b 1:3o 0:7e 1:6b",
    )
    assert state.score == (30, 3)
    assert scored(state) == [(0, 1, "truco")]


@pytest.mark.feature("Rules", "Points, chicos and buenas")
def test_rs3_a_new_leg_restarts_the_score_and_continues_the_rotation():
    state = table("truc", *HANDS, legs_to_win="2", score=(23, 9))
    after = next_hand_start(play(state, "0:truco 1:no"))
    assert (after.number, after.mano, after.score, after.legs) == (2, 1, (0, 0), (1, 0))
    won = play(dealt(Start(after.rules, 2, "", 1, (23, 0), (1, 0)), *HANDS), "1:mazo")
    assert (won.winner, won.legs) == (0, (2, 0))
    assert next_hand_start(won) is None


@pytest.mark.parametrize(
    ("target", "score", "buenas"),
    [
        ("30", (14, 14), False),
        ("30", (15, 0), True),
        ("15", (7, 7), False),
        ("15", (0, 8), True),
        ("40", (20, 19), True),
        ("24", (11, 12), True),
        ("18", (8, 8), False),
        ("18", (9, 0), True),
    ],
)
def test_rs4_buenas_from_half_of_the_target_rounded_up(target, score, buenas):
    assert in_buenas(make_rules("argentino", {"target": target}), score) == buenas
