"""R-C: the truco ladder."""

import pytest

from tests.games.engine.hands import legal_tokens, play, refused, scored, table

HANDS = ("6e 4b 7o", "5e 6b 3o")
FOUR = (*HANDS, "3e 5b 6c", "7e 3b 4c")


@pytest.mark.feature("Rules", "Truco, retruco, vale cuatro, juego fuera")
@pytest.mark.parametrize(
    ("calls", "level", "price"),
    [
        ("0:truco", 2, 1),
        ("0:truco 1:retruco", 3, 2),
        ("0:truco 1:retruco 0:vale4", 4, 3),
    ],
)
def test_rc1_each_level_and_rc3_its_refusal(calls, level, price):
    state = play(table("argentino", *HANDS), calls)
    answering = state.to_act[0]
    assert play(state, f"{answering}:quiero").truco.level == level
    lost = play(state, f"{answering}:no")
    assert scored(lost) == [(1 - answering, price, "truco-refused")]
    assert lost.hand_winner == 1 - answering


def test_rc1_an_accepted_level_is_what_the_hand_pays():
    state = play(table("argentino", *HANDS), "0:truco 1:quiero 0:6e 1:5e 0:4b 1:6b 1:3o 0:7o")
    assert scored(state) == [(0, 2, "truco")]


def test_rc1_juego_fuera_is_the_game_and_its_refusal_4():
    state = play(
        table("truc", *HANDS, legs_to_win="3"),
        "0:truco 1:retruco 0:vale4 1:fuera",
    )
    assert scored(play(state, "0:no")) == [(1, 4, "truco-refused")]
    won = play(state, "0:quiero 0:mazo")
    assert (won.winner, won.legs, won.score) == (1, (0, 3), (0, 24))


def test_rc1_with_fuera_wins_leg_it_is_the_leg():
    state = play(
        table("truc", *HANDS, legs_to_win="3", fuera_wins="leg", score=(0, 20)),
        "0:truco 1:retruco 0:vale4 1:fuera 0:quiero 0:mazo",
    )
    assert (state.winner, state.legs) == (None, (0, 1))
    assert scored(state) == [(1, 4, "mazo")]


def test_rc2_a_seat_calls_in_its_own_turn_in_any_trick():
    state = table("argentino", *FOUR)
    assert refused(state, "1:truco") == "not-your-turn"
    third = play(state, "0:6e 1:5e 2:3e 3:7e 3:3b 0:7o 1:3o 2:5b")
    assert "truco" in legal_tokens(third, third.turn)


def test_rc2_any_seat_of_the_other_team_answers_and_the_first_answer_binds():
    state = play(table("argentino", *FOUR), "0:truco")
    assert state.to_act == (1, 3)
    accepted = play(state, "3:quiero")
    assert refused(accepted, "1:no") == "not-your-turn"
    assert accepted.to_act == (0,)


def test_rc2_a_pending_call_stops_play():
    state = play(table("argentino", *HANDS), "0:truco")
    assert refused(state, "0:6e") == "not-your-turn"
    assert refused(state, "1:5e") == "answer-first"


def test_rc3_the_next_level_is_an_answer_and_also_a_quiero():
    state = play(table("argentino", *HANDS), "0:truco")
    assert {"quiero", "no", "retruco"} <= legal_tokens(state, 1)
    assert "vale4" not in legal_tokens(state, 1)
    assert scored(play(state, "1:retruco 0:no")) == [(1, 2, "truco-refused")]


def test_rc4_only_the_team_that_accepted_last_may_raise_now_or_later():
    state = play(table("argentino", *HANDS), "0:truco 1:quiero")
    assert refused(state, "0:retruco") == "truco-not-yours"
    later = play(state, "0:6e")
    assert "retruco" in legal_tokens(later, 1)
    raised = play(later, "1:retruco 0:quiero 1:5e")
    assert "vale4" in legal_tokens(raised, 0)


def test_rc4_the_ladder_ends_at_its_top():
    calls = "0:truco 1:retruco 0:vale4"
    argentino = play(table("argentino", *HANDS), calls)
    assert "fuera" not in legal_tokens(argentino, 1)
    accepted = play(argentino, "1:quiero 0:6e")
    assert refused(accepted, "1:truco") == "top-reached"
    assert "fuera" in legal_tokens(play(table("truc", *HANDS), calls), 1)


def test_rc4_calls_out_of_level_are_refused_as_such():
    state = table("argentino", *FOUR)
    assert refused(state, "0:vale4") == "wrong-level"
    asked = play(state, "0:truco")
    assert refused(asked, "1:vale4") == "wrong-level"
    assert refused(asked, "1:truco") == "wrong-level"
    accepted = play(asked, "3:quiero 0:6e 1:5e")
    assert refused(accepted, "2:retruco") == "truco-not-yours"
    later = play(accepted, "2:3e 3:7e")
    assert refused(later, "3:vale4") == "wrong-level"
    assert "retruco" in legal_tokens(later, 3)


def test_rc1_the_game_won_by_fuera_is_paid_as_truco():
    line = "0:truco 1:retruco 0:vale4 1:fuera 0:quiero 0:6e 1:5e 0:7o 1:3o"
    assert scored(play(table("truc", *HANDS), line)) == [(0, 24, "truco")]


@pytest.mark.parametrize(("score", "may_raise"), [((13, 0), True), ((0, 13), False)])
def test_rc6_no_team_raises_past_what_it_needs(score, may_raise):
    state = table("argentino", *HANDS, score=score, target="15", raise_past="off")
    assert ("retruco" in legal_tokens(play(state, "0:truco"), 1)) == may_raise
