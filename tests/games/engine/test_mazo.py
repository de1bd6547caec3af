"""R-M: irse al mazo."""

import pytest

from tests.games.engine.hands import legal_tokens, play, refused, scored, table

HANDS = ("6e 4b 7o", "5e 6b 3o")
FOUR = (*HANDS, "3e 5b 6c", "7e 3b 4c")


def test_rm1_in_ones_own_turn_or_while_the_team_must_answer():
    state = table("argentino", *FOUR)
    assert "mazo" in legal_tokens(state, 0)
    assert refused(state, "1:mazo") == "not-your-turn"
    asked = play(state, "0:truco")
    assert "mazo" in legal_tokens(asked, 1)
    assert "mazo" in legal_tokens(asked, 3)
    assert refused(asked, "2:mazo") == "not-your-turn"


def test_rm2_while_a_team_mate_is_still_in_a_fold_is_silent():
    state = play(table("argentino", *FOUR), "0:truco 1:mazo")
    assert state.points == ()
    assert state.to_act == (3,)
    assert refused(state, "1:quiero") == "folded"


def test_rm2_a_seat_that_folds_in_its_turn_is_passed_over():
    state = play(table("argentino", *FOUR), "0:mazo")
    assert state.to_act == (1,)
    assert play(state, "1:5e 2:3e 3:7e 3:3b").to_act == (1,)


@pytest.mark.feature("Rules", "The mazo and what it costs")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("0:mazo", 2),  # nothing said
        ("0:6e 1:mazo", 2),  # the folder itself could have opened
        ("0:6e 1:5e 0:mazo", 1),  # second trick
        ("0:envido 1:no 0:mazo", 1),  # it was said
        ("0:truco 1:mazo", 2),  # the folder could have said it first
        ("0:6e 1:truco 0:mazo", 1),  # the folder has played, the caller may not
        ("0:truco 1:quiero 0:mazo", 2),
        ("0:truco 1:retruco 0:mazo", 2),  # the refusal price of a retruco
        ("0:truco 1:retruco 0:quiero 0:6e 1:mazo", 3),
    ],
)
def test_rm3_what_a_fold_costs(line, cost):
    state = play(table("argentino", *HANDS), line)
    loser = state.actions[-1].seat
    assert scored(state)[-1] == (1 - loser, cost, "mazo")
    assert state.hand_winner == 1 - loser


def test_rm3_with_nothing_said_an_early_fold_costs_1_where_there_is_no_bonus():
    assert scored(play(table("uruguayo", *HANDS, muestra="7c"), "0:mazo")) == [(1, 1, "mazo")]


def test_rm3_no_quiero_to_a_first_trick_truco_costs_1_and_mazo_2():
    state = play(table("argentino", *HANDS), "0:truco")
    assert scored(play(state, "1:no")) == [(0, 1, "truco-refused")]
    assert scored(play(state, "1:mazo")) == [(0, 2, "mazo")]


def test_rm3_without_envido_first_a_pending_truco_closes_the_envido():
    state = play(table("argentino", *HANDS, envido_first="off"), "0:truco 1:mazo")
    assert scored(state) == [(0, 1, "mazo")]


def test_rm3_a_pending_envido_counts_as_refused():
    state = play(table("argentino", *HANDS), "0:envido 1:real 0:mazo")
    assert scored(state) == [(1, 2, "envido-refused"), (1, 1, "mazo")]


def test_rm3_a_pending_envido_over_a_truco_that_was_not_pending_on_the_folder():
    state = play(table("argentino", *HANDS), "0:truco 1:envido 0:mazo")
    assert scored(state) == [(1, 1, "envido-refused"), (1, 1, "mazo")]


def test_rm3_a_pending_flor_counts_as_refused():
    state = table("argentino-flor", "7e 6e 5e", "4o 5o 1o")
    state = play(state, "0:flor 1:contraflor 0:mazo")
    assert scored(state) == [(1, 4, "flor-refused"), (1, 1, "mazo")]


def test_rm3_an_envido_refused_by_a_fold_that_reaches_the_target_is_all_that_counts():
    state = play(table("argentino", *HANDS, score=(0, 29)), "0:6e 1:envido 0:mazo")
    assert scored(state) == [(1, 1, "envido-refused")]
    assert (state.winner, state.hand_winner) == (1, 1)


def test_rm3_the_teams_last_seat_ends_the_hand():
    state = play(table("argentino", *FOUR), "0:mazo 1:5e 2:mazo")
    assert state.over
    assert scored(state) == [(1, 2, "mazo")]


def test_rm3_a_seat_that_is_out_could_no_longer_have_opened_envido():
    state = play(table("argentino", *FOUR), "0:6e 1:mazo 2:3e 3:mazo")
    assert scored(state) == [(0, 2, "mazo")]
    late = play(table("argentino", *FOUR, mano=2), "2:3e 3:mazo 0:6e 1:truco 2:quiero")
    assert scored(play(late, "1:mazo")) == [(0, 2, "mazo")]


def test_rm3_only_the_answering_team_could_still_open_envido_over_a_truco():
    state = play(table("argentino", *FOUR), "0:6e 1:truco 0:mazo")
    assert scored(play(state, "2:mazo")) == [(1, 2, "mazo")]
    late = play(table("argentino", *FOUR), "0:6e 1:5e 2:truco 1:mazo 3:mazo")
    assert scored(late) == [(0, 2, "mazo")]
    closed = play(table("argentino", *FOUR), "0:6e 1:5e 2:3e 3:truco 0:mazo 2:mazo")
    assert scored(closed) == [(1, 1, "mazo")]
