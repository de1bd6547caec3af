"""R-E: envido."""

import pytest

from games.engine import view
from games.engine.envido import declare_in_order, value
from tests.games.engine.hands import (
    cards,
    legal_tokens,
    play,
    ranking_with_muestra,
    refused,
    scored,
    table,
)

HANDS = ("7e 6e 1b", "5e 6b 3o")  # 33 and 6
FOUR = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c")
ENVIDOS = {"envido", "real", "falta"}


# R-E1, the window
def test_re1_a_seat_in_turn_that_has_played_no_card_may_open():
    state = table("argentino", *HANDS)
    assert legal_tokens(state, 0) >= ENVIDOS
    assert not legal_tokens(state, 1)
    assert legal_tokens(play(state, "0:1b"), 1) >= ENVIDOS


@pytest.mark.parametrize(
    "line",
    [
        "0:1b 1:3o",  # the first trick is over
        "0:truco 1:quiero",  # truco accepted
        "0:envido 1:no",  # once per hand
        "0:envido 1:quiero",
    ],
)
def test_re1_the_window_closes(line):
    state = play(table("argentino", *HANDS), line)
    assert not legal_tokens(state, state.turn) & ENVIDOS


def test_re1_the_codes_say_why():
    state = table("argentino", *HANDS)
    assert refused(play(state, "0:1b 1:3o"), "0:envido") == "envido-closed"
    assert refused(play(state, "0:envido 1:no"), "0:real") == "envido-already-said"


def test_re1_a_flor_closes_the_envido():
    state = play(table("argentino-flor", "7e 6e 1e", "5e 6b 3o"), "0:flor 0:1e")
    assert refused(state, "1:envido") == "envido-closed"


# R-E2, el envido está primero
def test_re2_the_envido_comes_before_a_first_trick_truco_which_stays_pending():
    state = play(table("argentino", *HANDS), "0:truco 1:envido 0:quiero")
    assert scored(state) == [(0, 2, "envido")]
    assert state.to_act == (1,)
    assert legal_tokens(state, 1) == {"quiero", "no", "retruco", "mazo"}


def test_re2_only_a_seat_that_has_played_no_card():
    state = play(table("argentino", *HANDS), "0:1b 1:truco")
    assert not legal_tokens(state, 0) & ENVIDOS
    four = play(table("argentino", *FOUR), "0:6e 1:truco")
    assert not legal_tokens(four, 0) & ENVIDOS
    assert legal_tokens(four, 2) >= ENVIDOS


def test_re2_the_team_that_called_truco_may_not_open():
    state = play(table("argentino", *FOUR), "0:truco")
    assert refused(state, "2:envido") == "not-your-turn"


def test_re2_not_against_a_retruco_for_that_accepts_the_truco():
    state = play(table("argentino", *HANDS), "0:truco 1:retruco")
    assert refused(state, "0:envido") == "envido-closed"


def test_re2_without_envido_first_truco_silences_it():
    state = play(table("argentino", *HANDS, envido_first="off"), "0:truco")
    assert not legal_tokens(state, 1) & ENVIDOS


# R-E3, the ladders
@pytest.mark.feature("Rules", "Envido with its whole ladder, refused and accepted")
@pytest.mark.parametrize(
    ("preset", "calls", "no", "quiero"),
    [
        ("argentino", "envido", 1, 2),
        ("argentino", "real", 1, 3),
        ("argentino", "falta", 1, 30),
        ("argentino", "envido envido", 2, 4),
        ("argentino", "envido real", 2, 5),
        ("argentino", "envido falta", 2, 30),
        ("argentino", "real falta", 3, 30),
        ("argentino", "envido envido falta", 4, 30),
        ("argentino", "envido envido real", 4, 7),
        ("argentino", "envido real falta", 5, 30),
        ("argentino", "envido envido real falta", 7, 30),
        ("trucoestrella", "envido envido real", 1, 7),
        ("uruguayo-online", "real real real", 6, 9),
        ("uruguayo-online", "envido envido envido real", 6, 9),
        ("uruguayo", "envido envido envido", 1, 6),
    ],
)
def test_re3_what_refusing_and_accepting_pay(preset, calls, no, quiero):
    muestra = "7c" if preset.startswith("uru") else None
    state = table(preset, *HANDS, muestra=muestra)
    for number, call in enumerate(calls.split()):
        state = play(state, f"{number % 2}:{call}")
    answering = state.to_act[0]
    assert scored(play(state, f"{answering}:no")) == [(1 - answering, no, "envido-refused")]
    assert scored(play(state, f"{answering}:quiero")) == [(0, quiero, "envido")]


def test_re3_each_vuelvo_doubles_and_its_refusal_is_one_or_what_it_doubled():
    calls = "0:envido 1:vuelvo 0:vuelvo"
    state = play(table("truc", *HANDS), f"{calls} 1:quiero 0:mazo")
    assert scored(state)[0][1] == 8
    one = play(table("truc", *HANDS), f"{calls} 1:no 0:mazo")
    assert scored(one)[0] == (0, 1, "envido-refused")
    doubled = play(table("truc", *HANDS, envido_refusal="accepted"), f"{calls} 1:no 0:mazo")
    assert scored(doubled)[0] == (0, 4, "envido-refused")


def test_re3_nothing_lower_answers_something_higher():
    state = table("argentino", *HANDS)
    assert legal_tokens(play(state, "0:envido"), 1) & ENVIDOS == ENVIDOS
    assert legal_tokens(play(state, "0:envido 1:envido"), 0) & ENVIDOS == {"real", "falta"}
    assert legal_tokens(play(state, "0:real"), 1) & ENVIDOS == {"falta"}
    assert legal_tokens(play(state, "0:falta"), 1) & ENVIDOS == set()
    assert refused(play(state, "0:real"), "1:envido") == "raise-too-low"


def test_re3_noreal_knows_no_real():
    state = table("uruguayo", *HANDS, muestra="7c")
    assert legal_tokens(state, 0) & ENVIDOS == {"envido", "falta"}
    assert refused(state, "0:real") == "not-in-these-rules"


def test_re3_a_vuelvo_needs_an_envido():
    assert refused(table("truc", *HANDS), "0:vuelvo") == "nothing-to-raise"


def test_re3_a_repeated_ladder_pays_no_more_than_the_leader_needs_and_ends_there():
    state = table("uruguayo-online", *HANDS, muestra="7c", score=(10, 37))
    state = play(state, "0:envido 1:envido")
    assert legal_tokens(state, 0) & ENVIDOS == {"falta"}
    assert scored(play(state, "0:quiero")) == [(0, 3, "envido")]


# R-E4, the value
@pytest.mark.parametrize(
    ("hand", "muestra", "points"),
    [
        ("7e 6e 1o", None, 33),
        ("7e 6e 5e", None, 33),
        ("12e 11e 4b", None, 20),
        ("7c 4o 5b", None, 7),
        ("12o 11c 10b", None, 0),
        ("2o 7b 4c", "7o", 37),
        ("4o 5b 3c", "7o", 34),
        ("11o 12e 10c", "7o", 27),
        ("12o 7c 4b", "2o", 37),
        ("12o 7c 4o", "7o", 36),  # the 12 is ordinary here: 29 + 7
        ("2o 4o 7b", "7o", 37),  # two piezas where flor is off: 30 + the best other
        ("2o 4o 5o", "7o", 35),
        ("12o 4o 1b", "5o", 34),  # the 12 counts as the 5 with the 4 as muestra
    ],
)
def test_re4_the_value_of_a_hand(hand, muestra, points):
    assert value(cards(hand), ranking_with_muestra(muestra)) == points


# R-E5, the falta
@pytest.mark.parametrize(
    ("falta", "score", "points"),
    [
        ("shortfall", (0, 0), 30),
        ("shortfall", (10, 20), 10),
        ("malas", (3, 14), 27),  # all the winner needs
        ("malas", (3, 15), 15),  # in buenas: what the leader needs
        ("malas", (15, 3), 15),
    ],
)
def test_re5_what_a_falta_pays(falta, score, points):
    state = table("argentino", *HANDS, score=score, falta=falta)
    assert scored(play(state, "0:falta 1:quiero")) == [(0, points, "envido")]


# R-E6, declaring
def test_re6_a_seat_speaks_only_to_beat_what_was_said():
    assert declare_in_order({1: 20, 2: 25, 3: 25, 0: 33}).values == (
        (1, 20),
        (2, 25),
        (3, None),
        (0, 33),
    )


def test_re6_ties_go_to_the_seat_nearest_mano():
    assert declare_in_order({2: 27, 3: 31, 0: 31}).winner == 3
    state = play(table("argentino", "7e 2o 1b", "7o 2e 3b", mano=1), "1:envido 0:quiero")
    assert scored(state) == [(1, 2, "envido")]


def test_re6_folded_seats_do_not_count():
    state = table("argentino", "7e 6e 1b", "5e 6b 3o", "12e 11b 10c", "3e 1o 2c")
    state = play(state, "0:mazo 1:envido 2:quiero")
    assert state.envido.declared.values == ((1, 6), (2, None), (3, None))


# R-E7, when it is scored and shown
def test_re7_scored_at_once_and_shown_when_the_hand_ends():
    state = play(table("argentino", *HANDS), "0:envido 1:quiero")
    assert state.score == (2, 0)
    assert view(state, 1).shown == {}
    assert view(play(state, "0:mazo"), None).shown == {0: cards("7e 6e")}


def test_re7_with_envido_at_end_it_is_scored_with_the_hand_but_before_the_truco():
    state = table("truc", "7e 6e 4o", "1e 1b 7o", score=(22, 21))
    state = play(state, "0:envido 1:quiero 0:truco 1:quiero 0:4o 1:7o 1:1b")
    assert state.score == (22, 21)
    assert state.envido.declared is None
    ended = play(state, "0:7e")
    assert scored(ended) == [(0, 2, "envido")]
    assert (ended.winner, ended.hand_winner) == (0, 1)


# R-E8, the answering seat and the next state
def test_re8_a_seat_that_has_already_played_may_answer_or_raise():
    state = play(table("argentino", *FOUR), "0:6e 1:envido")
    assert state.to_act == (0, 2)
    assert legal_tokens(state, 0) == {"quiero", "no", "envido", "real", "falta", "mazo"}


def test_re8_play_goes_on_with_the_seat_that_was_interrupted():
    state = play(table("argentino", *FOUR), "0:6e 1:envido 0:no")
    assert state.to_act == (1,)


def test_re8_a_truco_refuses_the_envido_where_the_rules_say_so():
    state = play(table("trucoestrella", *HANDS), "0:envido")
    assert "truco" in legal_tokens(state, 1)
    called = play(state, "1:truco")
    assert scored(called) == [(0, 1, "envido-refused")]
    assert called.to_act == (0,)
    assert legal_tokens(called, 0) == {"quiero", "no", "retruco", "mazo"}
    assert "truco" not in legal_tokens(play(table("argentino", *HANDS), "0:envido"), 1)


def test_re8_not_if_a_truco_is_pending_already():
    state = play(table("trucoestrella", *HANDS), "0:truco 1:envido")
    assert refused(state, "0:truco") == "answer-first"


def test_re8_a_refusal_that_reaches_the_target_leaves_no_truco():
    state = play(table("trucoestrella", *HANDS, score=(29, 0)), "0:envido 1:truco")
    assert (state.over, state.winner, state.hand_winner) == (True, 0, None)
    assert state.truco.caller is None


def test_re8_if_the_envido_reaches_the_target_the_hand_ends_there():
    state = play(table("argentino", *HANDS, score=(28, 29)), "0:truco 1:envido 0:quiero")
    assert state.over
    assert (state.score, state.winner, state.hand_winner) == ((30, 29), 0, None)


def test_re4_a_pieza_counts_alone_when_the_others_are_covered():
    assert value(cards("2o"), ranking_with_muestra("7o")) == 30


def test_re7_the_winner_shows_the_pieza_and_the_best_other_card():
    state = table("uruguayo", "4o 5b 3c", "5e 6b 3o", muestra="7o")
    state = play(state, "0:envido 1:quiero 0:mazo")
    assert view(state, None).shown == {0: cards("4o 5b")}


def test_re3_a_repeated_ladder_may_go_on_while_a_point_is_missing():
    state = table("uruguayo-online", *HANDS, muestra="7c", score=(35, 36))
    assert "envido" in legal_tokens(play(state, "0:envido"), 1)
    assert "envido" not in legal_tokens(play(state, "0:envido 1:envido"), 0)


def test_re6_folding_after_the_quiero_changes_nothing():
    ended = play(table("truc", "7e 6e 3o", "5b 4o 3c"), "0:envido 1:quiero 0:mazo")
    assert scored(ended) == [(0, 2, "envido"), (1, 1, "mazo")]
    assert view(ended, None).shown == {0: cards("7e 6e")}
    state = table("argentino", "5e 6b 3o", "7o 6o 1c", "7e 6e 1b", "4e 1o 2c", envido_at_end="on")
    ended = play(state, "0:envido 1:quiero 0:truco 1:mazo 3:quiero 0:mazo 2:mazo")
    assert dict(ended.envido.declared.values) == {0: 6, 1: 33, 2: None, 3: None}


def test_re7_with_envido_at_end_a_refused_one_is_scored_at_once_and_may_end_the_leg():
    state = play(table("truc", *HANDS), "0:envido 1:no")
    assert (state.over, state.score) == (False, (1, 0))
    ended = play(table("truc", *HANDS, score=(22, 23)), "0:truco 1:envido 0:no")
    assert (ended.over, ended.score, ended.winner, ended.hand_winner) == (True, (22, 24), 1, None)


def test_re7_the_cards_that_were_counted_are_shown_even_if_one_was_covered_later():
    state = table("argentino", "7e 6e 3o", "5b 4o 3c", covered="on")
    ended = play(state, "0:envido 1:quiero 0:(7e) 1:4o 1:mazo")
    assert dict(ended.envido.declared.values)[0] == 33
    assert view(ended, 1).shown == {0: cards("7e 6e")}
