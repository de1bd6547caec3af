"""R-F: flor."""

import pytest

from games.engine import make_rules, view
from games.engine.flor import is_flor, value
from tests.games.engine.hands import (
    cards,
    legal_tokens,
    play,
    ranking_with_muestra,
    refused,
    scored,
    table,
)

BEST, WORSE, NONE = "7e 6e 5e", "4o 5o 1o", "12b 6b 3c"
ARGENTINE = ("argentino-flor", None)
URUGUAYAN = ("uruguayo-online", "7c")


def two(preset, muestra, *hands, **rest):
    return table(preset, *hands, muestra=muestra, **rest)


# R-F1, what is a flor
@pytest.mark.parametrize(
    ("hand", "muestra", "flor"),
    [
        ("7e 6e 5e", None, True),
        ("7e 6e 5b", None, False),
        ("2o 4o 5b", "7o", True),  # two piezas
        ("2o 5e 6e", "7o", True),  # one pieza and two of a suit
        ("2o 5e 6b", "7o", False),
        ("2o 7o 3o", "6o", True),
        ("2o 3o 7e", "6o", False),  # the pieza's own suit, but only one other card of it
        ("12o 5e 6e", "2o", True),  # the 12 is a pieza
        ("12o 5e 6e", "3o", False),
    ],
)
def test_rf1_what_is_a_flor(hand, muestra, flor):
    assert is_flor(cards(hand), ranking_with_muestra(muestra)) == flor


# R-F2, it is compulsory
def test_rf2_at_its_first_turn_it_is_the_only_legal_action():
    state = two(*ARGENTINE, NONE, BEST)
    assert "flor" not in legal_tokens(state, 0)
    assert legal_tokens(play(state, "0:3c"), 1) == {"flor"}


def test_rf2_as_soon_as_a_call_is_pending_it_comes_before_the_answer():
    state = two(*ARGENTINE, NONE, BEST)
    for call in ("envido", "truco"):
        pending = play(state, f"0:{call}")
        assert legal_tokens(pending, 1) == {"flor"}
        assert refused(pending, "1:quiero") == "flor-first"
        assert refused(pending, "1:mazo") == "flor-first"


def test_rf2_a_pending_envido_is_void_and_a_pending_truco_stays():
    envido = play(two(*ARGENTINE, NONE, BEST), "0:envido 1:flor")
    assert scored(envido) == [(1, 3, "flor")]
    assert envido.to_act == (0,)
    assert "envido" not in legal_tokens(envido, 0)
    truco = play(two(*ARGENTINE, NONE, BEST), "0:truco 1:flor")
    assert truco.to_act == (1,)
    assert legal_tokens(truco, 1) == {"quiero", "no", "retruco", "mazo"}


def test_rf2_a_team_mate_announces_over_the_envido_of_its_own_team():
    state = two(*ARGENTINE, NONE, "12e 6c 3b", BEST, "12c 6o 3e")
    assert play(state, "0:envido").to_act == (2,)
    assert scored(play(state, "0:envido 2:flor")) == [(0, 3, "flor")]


def test_rf2_all_holders_speak_in_order_of_play_before_it_is_settled():
    state = two(*ARGENTINE, "7b 6b 5b", "4o 5o 1o", "7e 6e 5e", "4c 5c 1c", mano=2)
    for seat in (2, 3, 0, 1):
        assert state.to_act == (seat,)
        assert state.points == ()
        state = play(state, f"{seat}:flor")
    assert scored(play(state, "2:quiero")) == [(0, 6, "flor")]


def test_rf2_contesting_needs_a_flor_of_the_other_team():
    state = two(*ARGENTINE, BEST, WORSE, "7b 6b 5b", "12c 6c 3b")
    assert legal_tokens(state, 0) == {"flor"}
    assert legal_tokens(play(state, "0:flor"), 1) == {"flor", "contraflor", "resto", "achico"}
    both_of_a_team = two(*ARGENTINE, BEST, "12c 6o 3b", "7b 6b 5b", "12o 6c 3o")
    assert legal_tokens(play(both_of_a_team, "0:flor"), 2) == {"flor"}
    assert refused(play(both_of_a_team, "0:flor"), "2:contraflor") == "nothing-to-contest"


def test_rf2_a_third_holder_may_raise_or_only_announce_over_a_challenge():
    state = two(*ARGENTINE, BEST, WORSE, "7b 6b 5b", "4c 5c 1c")
    state = play(state, "0:flor 1:contraflor")
    assert legal_tokens(state, 2) == {"flor", "resto", "achico"}
    assert legal_tokens(play(state, "2:flor"), 3) == {"flor"}
    assert play(state, "2:flor 3:flor").to_act == (0, 2)


def test_rf2_a_flor_whose_holder_never_had_a_turn_is_lost():
    state = play(two(*ARGENTINE, NONE, BEST), "0:mazo")
    assert scored(state) == [(1, 2, "mazo")]


def test_rf2_the_codes_say_why():
    state = two(*ARGENTINE, NONE, BEST)
    assert refused(state, "0:flor") == "no-flor"
    assert refused(play(state, "0:3c 1:flor"), "1:flor") == "flor-already-said"
    assert refused(play(state, "0:3c"), "1:7e") == "flor-first"
    assert refused(play(state, "0:3c"), "1:truco") == "flor-first"
    assert refused(play(state, "0:3c"), "1:envido") == "flor-first"
    assert refused(two("argentino", None, NONE, BEST), "0:flor") == "not-in-these-rules"


# R-F3, its value
@pytest.mark.parametrize(
    ("hand", "muestra", "how", "points"),
    [
        ("7e 6e 5e", None, "three", 38),
        ("7e 6e 5e", None, "two", 33),
        ("10b 11b 12b", None, "three", 20),
        ("7e 6e 5e", "4o", "piezas", 38),
        ("2o 4o 5o", "7o", "piezas", 47),
        ("2o 11o 12e", "7o", "piezas", 37),
        ("4o 7e 6e", "7o", "piezas", 42),
        ("12e 10e 1b", "5e", "piezas", 36),
        ("12e 10e 1b", "5e", "piezas6", 35),
        ("10o 11b 12b", "7o", "piezas6", 26),
        ("11o 10o 3o", "7o", "piezas", 37),
    ],
)
def test_rf3_what_a_flor_is_worth(hand, muestra, how, points):
    assert value(cards(hand), ranking_with_muestra(muestra), how) == points


# R-F4, the argentine contest
@pytest.mark.feature("Rules", "Flor, Argentine and Uruguayan contests")
@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("0:flor 1:flor 0:quiero", (0, 6, "flor")),
        ("0:flor 1:achico", (0, 3, "flor-refused")),
        ("0:flor 1:contraflor 0:quiero", (0, 6, "flor")),
        ("0:flor 1:contraflor 0:no", (1, 4, "flor-refused")),
        ("0:flor 1:contraflor 0:achico", (1, 4, "flor-refused")),
        ("0:flor 1:contraflor 0:resto 1:quiero", (0, 10, "flor")),
        ("0:flor 1:contraflor 0:resto 1:no", (0, 6, "flor-refused")),
        ("0:flor 1:resto 0:quiero", (0, 10, "flor")),
        ("0:flor 1:resto 0:no", (1, 4, "flor-refused")),
        ("0:flor 1:flor 0:contraflor 1:no", (0, 4, "flor-refused")),
        ("0:flor 1:flor 0:contraflor 1:resto 0:no", (1, 6, "flor-refused")),
        ("0:flor 1:flor 0:resto 1:quiero", (0, 10, "flor")),
    ],
)
def test_rf4_the_argentine_contest(line, paid):
    assert scored(play(two(*ARGENTINE, BEST, WORSE, score=(12, 20)), line)) == [paid]


def test_rf4_one_team_only_scores_3_for_each_flor():
    state = two(*ARGENTINE, BEST, "12c 6o 3b", WORSE, "12b 6c 3o")
    assert scored(play(state, "0:flor 2:flor")) == [(0, 6, "flor")]


def test_rf4_the_first_holder_may_raise_once():
    state = play(two(*ARGENTINE, BEST, WORSE), "0:flor 1:flor")
    assert legal_tokens(state, 0) == {"quiero", "contraflor", "resto"}
    assert refused(state, "0:no") == "flor-first"
    assert refused(state, "0:mazo") == "flor-first"
    raised = play(state, "0:contraflor")
    assert legal_tokens(raised, 1) == {"quiero", "no", "achico", "resto", "mazo"}
    assert refused(raised, "1:contraflor") == "raise-too-low"
    assert legal_tokens(play(raised, "1:resto"), 0) == {"quiero", "no", "achico", "mazo"}


def test_rf4_a_holder_who_gives_in_leaves_the_contest_to_its_team_mate():
    state = two(*ARGENTINE, WORSE, "7b 6b 5b", "12c 6o 3b", BEST)
    contested = play(state, "0:flor 1:achico 3:flor 0:quiero")
    assert scored(contested) == [(1, 6, "flor")]
    assert contested.flor.declared.values == ((0, 30), (3, 38))


# R-F5, the uruguayan contest
@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("0:flor 1:flor 0:quiero", (0, 3, "flor")),
        ("0:flor 1:conflor 0:quiero", (0, 5, "flor")),
        ("0:flor 1:conflor 0:no", (1, 3, "flor-refused")),
        ("0:flor 1:resto 0:no", (1, 3, "flor-refused")),
        ("0:flor 1:flor 0:conflor 1:no", (0, 3, "flor-refused")),
        ("0:flor 1:flor 0:conflor 1:quiero", (0, 5, "flor")),
    ],
)
def test_rf5_the_uruguayan_contest(line, paid):
    assert scored(play(two(*URUGUAYAN, BEST, WORSE), line)) == [paid]


def test_rf5_plain_flores_pay_3_for_each_of_the_team_that_holds_the_best():
    state = two(*URUGUAYAN, WORSE, BEST, "12c 6c 3o", "7b 6b 3b")
    state = play(state, "0:flor 1:flor 3:flor 0:quiero")
    assert scored(state) == [(1, 6, "flor")]
    challenged = play(two(*URUGUAYAN, WORSE, BEST, "12c 6c 3o", "7b 6b 3b"), "0:flor 1:conflor")
    assert scored(play(challenged, "3:flor 2:no")) == [(1, 6, "flor-refused")]


def test_rf5_a_refused_challenge_pays_the_team_of_whoever_made_it():
    state = two(*URUGUAYAN, "4e 5b 6c", WORSE, BEST, "7b 6b 3c", mano=1)
    assert scored(play(state, "1:flor 2:conflor 1:no")) == [(0, 3, "flor-refused")]


def test_rf5_resto_is_the_game_or_the_leaders_shortfall():
    game = play(two(*URUGUAYAN, BEST, WORSE, score=(10, 30)), "0:flor 1:resto 0:quiero")
    assert (game.winner, game.score) == (0, (40, 30))
    legs = two(*URUGUAYAN, BEST, WORSE, legs_to_win="2")
    assert play(legs, "0:flor 1:resto 0:quiero").legs == (2, 0)
    shortfall = two("uruguayo", "7c", BEST, WORSE, score=(10, 30))
    assert scored(play(shortfall, "0:flor 1:resto 0:quiero")) == [(0, 10, "flor")]


def test_rf5_there_is_no_raise_over_a_challenge_and_no_achico():
    state = play(two(*URUGUAYAN, BEST, WORSE), "0:flor 1:conflor")
    assert legal_tokens(state, 0) == {"quiero", "no", "mazo"}
    assert refused(state, "0:resto") == "raise-too-low"
    assert refused(state, "0:achico") == "not-in-these-rules"


# R-F6
def test_rf6_ties_go_to_the_seat_nearest_mano():
    state = two(*ARGENTINE, "7e 6e 10e", "7o 6o 10o", mano=1)
    assert scored(play(state, "1:flor 0:flor 1:quiero")) == [(1, 6, "flor")]


# what the table sees
def test_a_flor_that_scored_is_shown_when_the_hand_ends():
    state = play(two(*ARGENTINE, BEST, WORSE), "0:flor 1:flor 0:quiero")
    assert view(state, None).shown == {}
    assert view(play(state, "0:mazo"), None).shown == {0: cards(BEST)}


def test_a_flor_that_reaches_the_target_ends_the_hand():
    state = play(two(*ARGENTINE, BEST, WORSE, score=(28, 0)), "0:flor 1:achico")
    assert (state.over, state.winner, state.hand_winner) == (True, 0, None)


def test_without_flor_nobody_announces():
    assert make_rules("trucoestrella", {"flor": "off"}).flor is False
    assert "envido" in legal_tokens(table("trucoestrella", BEST, WORSE, flor="off"), 0)


def test_the_value_of_a_flor_is_that_of_the_rules_and_the_muestra():
    hands = ("10o 7b 6b", "7e 6e 5e")  # 26 + 13 against 38
    state = table("uruguayo", *hands, muestra="7o")
    assert scored(play(state, "0:flor 1:flor 0:quiero")) == [(0, 3, "flor")]
    assert play(state, "0:flor 1:flor 0:quiero").flor.declared.values[0] == (0, 39)
    two_best = table("trucoestrella", "7e 6e 1e", "7o 5o 4o")
    assert play(two_best, "0:flor 1:flor 0:quiero").flor.declared.values == ((0, 33), (1, None))


def test_a_flor_alone_is_shown_and_a_contest_shows_the_winning_team():
    alone = play(two(*ARGENTINE, BEST, NONE), "0:flor 0:7e 1:mazo")
    assert view(alone, None).shown == {0: cards(BEST)}
    four = two(*ARGENTINE, WORSE, "12b 6c 3c", "3b 6b 5b", BEST)
    four = play(four, "0:flor 2:flor 3:flor 0:quiero 0:mazo 1:3c 2:mazo")
    assert view(four, None).shown == {3: cards(BEST)}


def test_the_game_won_by_a_resto_is_paid_as_flor():
    state = play(two(*URUGUAYAN, BEST, WORSE, score=(10, 30)), "0:flor 1:resto 0:quiero")
    assert scored(state) == [(0, 30, "flor")]


# R-F9
def test_rf9_only_an_accepted_sum_is_bound_by_what_the_leader_needs():
    ladder = {"score": (39, 10), "flor_contest": "ladder", "resto": "none"}
    state = play(two("uruguayo", "7c", WORSE, BEST, **ladder), "0:flor 1:flor 0:conflor")
    assert scored(play(state, "1:quiero")) == [(1, 4, "flor")]
    assert scored(play(state, "1:confalta 0:no")) == [(1, 5, "flor-refused")]
