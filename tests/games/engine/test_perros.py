"""R-X: echar los perros."""

import pytest

from games.engine import (
    IllegalActionError,
    Proceed,
    Start,
    ThrowPerros,
    apply_line,
    first_start,
    make_rules,
    view,
)
from tests.games.engine.hands import dealt, legal_tokens, play, refused, scored, table

BEST, WORSE = "7e 6e 5e", "4o 5o 1o"
NONE, NOR_ONE = "7b 6o 10c", "12b 3c 4e"


def deal_perros(*hands, score=(25, 30), **rest):
    rest = {"perros": 0, **rest}
    rules = make_rules("uruguayo-online", {"seats": str(len(hands)), "perros": "on"})
    start = Start(rules, 3, "", rest.pop("mano", 0), score, (0, 0))
    return dealt(start, *hands, muestra="7c", **rest)


def test_rx1_the_other_team_answers_before_anything_else():
    state = deal_perros(NONE, NOR_ONE, "1e 2o 3b", "12e 11o 3e", mano=2)
    assert state.to_act == (1, 3)
    assert refused(state, "0:7b") == "not-your-turn"
    assert refused(state, "1:3c") == "answer-first"
    assert refused(state, "1:truco") == "answer-first"
    assert refused(state, "1:envido") == "answer-first"
    assert refused(state, "1:flor") == "answer-first"
    assert refused(state, "1:quiero") == "wrong-answer"


def test_rx1_they_are_armed_for_one_hand_and_only_where_the_rules_know_them():
    with pytest.raises(IllegalActionError, match="wrong-perros"):
        table("uruguayo-online", NONE, NOR_ONE, muestra="7c", perros=0)
    with pytest.raises(IllegalActionError, match="wrong-perros"):
        deal_perros(NONE, NOR_ONE, perros=2)


def test_rx1_they_are_the_first_line_of_a_hand_and_thrown_once():
    rules = make_rules("uruguayo-online", {"perros": "on"})
    state = dealt(first_start(rules, 0), NONE, NOR_ONE, muestra="7c")
    armed = apply_line(state, ThrowPerros(1))
    assert armed.to_act == (0,)
    for late in (armed, play(state, "0:truco"), apply_line(state, Proceed())):
        with pytest.raises(IllegalActionError, match="hand 1: wrong-perros"):
            apply_line(late, ThrowPerros(0))


def test_rx1_no_dogs_in_a_pico_round():
    rules = make_rules("uruguayo-online", {"seats": "6", "perros": "on"})
    hands = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c", "2e 2b 11e", "1o 12b 3c")
    with pytest.raises(IllegalActionError, match="wrong-perros"):
        dealt(Start(rules, 2, "a", 0, (0, 0), (0, 0)), *hands, muestra="7c", perros=0)


@pytest.mark.feature("Rules", "Perros: the challenge before the deal")
def test_rx2_ley_or_punto_is_a_fact():
    ley = legal_tokens(deal_perros(NONE, BEST), 1)
    assert ley == {f"ley:{x}:{y}" for x in ("quiere", "pasa") for y in ("quiere", "pasa")} | {
        "mazo"
    }
    state = deal_perros(BEST, NOR_ONE)
    assert "punto:quiere:quiere" in legal_tokens(state, 1)
    assert refused(state, "1:ley:quiere:quiere") == "wrong-ley"


def test_rx2_passing_both_is_the_mazo():
    for words in ("1:punto:pasa:pasa", "1:mazo"):
        state = play(deal_perros(NONE, NOR_ONE), words)
        assert scored(state) == [(0, 1, "envido-refused"), (0, 1, "mazo")]
        assert state.hand_winner == 0


def test_rx2_nobody_wins_a_hand_that_the_target_cut_off_before_its_end():
    for words in ("1:punto:pasa:pasa", "1:mazo"):
        state = play(deal_perros(NONE, NOR_ONE, score=(39, 30)), words)
        assert scored(state) == [(0, 1, "envido-refused")]
        assert (state.winner, state.hand_winner) == (0, None)


def test_rx2_a_seat_may_fold_and_its_flor_goes_with_it():
    state = deal_perros(NONE, BEST, "1e 2o 3b", "12e 11o 3e")
    assert "ley:pasa:pasa" in legal_tokens(state, 3)
    folded = play(state, "1:mazo")
    assert folded.to_act == (3,)
    assert "punto:pasa:pasa" in legal_tokens(folded, 3)


def test_rx2_the_throwers_have_not_seen_their_cards():
    state = deal_perros(NONE, NOR_ONE)
    assert view(state, 0).own == ()
    assert view(state, 0).events[0].cards == ()
    assert view(state, 1).own == state.deal.hands[1]
    answered = play(state, "1:punto:quiere:quiere")
    assert view(answered, 0).own == state.deal.hands[0]


@pytest.mark.parametrize(
    ("hands", "answer", "paid"),
    [
        ((BEST, WORSE), "ley:pasa:quiere", [(0, 3, "flor-refused")]),
        ((NONE, NOR_ONE), "punto:quiere:quiere", [(0, 10, "envido")]),
        ((NONE, NOR_ONE), "punto:quiere:pasa", [(0, 10, "envido"), (0, 1, "truco-refused")]),
        ((NONE, NOR_ONE), "punto:pasa:quiere", [(0, 1, "envido-refused")]),
        ((BEST, NOR_ONE), "punto:quiere:quiere", [(0, 3, "flor")]),
        ((NONE, BEST), "ley:pasa:quiere", [(1, 3, "flor")]),
        ((NONE, BEST), "ley:pasa:pasa", [(1, 3, "flor"), (0, 1, "mazo")]),
    ],
)
def test_rx3_what_each_part_pays(hands, answer, paid):
    assert scored(play(deal_perros(*hands), f"1:{answer}")) == paid


def test_rx3_refusing_the_contraflor_pays_the_throwers_own_flores():
    state = deal_perros(BEST, WORSE, "7b 6b 5b", "12e 11o 3e")
    assert scored(play(state, "3:ley:pasa:quiere")) == [(0, 6, "flor-refused")]


def test_rx3_contraflor_al_resto_between_two_flores_is_the_game_here():
    state = play(deal_perros(BEST, WORSE), "1:ley:quiere:quiere")
    assert (state.winner, state.score) == (0, (40, 30))


def test_rx3_then_the_truco_is_played_and_the_answering_team_may_raise():
    state = play(deal_perros(NONE, NOR_ONE), "1:punto:pasa:quiere")
    assert refused(state, "0:retruco") == "truco-not-yours"
    assert refused(state, "0:envido") == "envido-already-said"
    assert refused(state, "0:flor") == "no-flor"
    lost = play(state, "0:7b 1:retruco 0:no")
    assert scored(lost)[-1] == (1, 2, "truco-refused")


def test_rx3_the_falta_can_wait_for_the_end_of_the_hand():
    rules = make_rules("uruguayo-online", {"perros": "on", "envido_at_end": "on"})
    state = dealt(Start(rules, 3, "", 0, (25, 30), (0, 0)), NONE, NOR_ONE, muestra="7c", perros=1)
    state = play(state, "0:punto:quiere:pasa")
    assert scored(state) == [(0, 10, "envido"), (1, 1, "truco-refused")]
