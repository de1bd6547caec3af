"""Rulings of a judge on a hand, and their notation."""

import pytest

from games.engine import (
    Award,
    IllegalActionError,
    Loss,
    NotationError,
    Proceed,
    SetScore,
    Void,
    apply_line,
    apply_ruling,
    from_word,
    next_hand_start,
    read_tgn,
    replay,
    replay_summary,
    to_word,
    view,
    write_tgn,
)
from games.engine.state import replace
from tests.games.engine.hands import legal_tokens, play, table
from tests.games.engine.test_tgn import DEAL, HEAD, PICO

HANDS = ("7e 10o 5e", "3o 11b 11e")
OTHERS = "deal=7e,3b,1e/7o,3e,6o\n"
RULINGS = (Proceed(), Void(), SetScore((7, 9)), Award(0, 3), Loss(1))


def a_hand(**more):
    return table("argentino", *HANDS, target="15", **more)


def kinds(state, viewer=None):
    return [event.kind for event in view(state, viewer).events]


@pytest.mark.feature("Rules", "A judge's ruling is a line of the log")
@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_is_written_as_a_word_and_read_back(ruling):
    assert from_word(to_word(ruling)) == ruling


@pytest.mark.parametrize("word", ["", "voids", "score=1", "score=100-1", "points=2:1", "loss=7"])
def test_another_word_is_no_ruling(word):
    with pytest.raises(NotationError, match="bad-ruling"):
        from_word(word)


def test_a_hand_that_goes_on_is_as_it_was_but_for_the_word_of_the_judge():
    played = play(a_hand(), "0:5e")
    ruled = apply_ruling(played, Proceed())
    assert replace(ruled, rulings=()) == played
    assert kinds(ruled) == ["deal", "card", "ruling"]


def test_of_a_void_hand_nothing_counts_and_another_is_dealt_from_the_same_mano_and_score():
    played = play(a_hand(score=(3, 4)), "0:envido 1:quiero 0:5e 1:11b")
    assert played.score == (5, 4)
    void = apply_ruling(played, Void())
    assert (void.score, void.points, void.hand_winner) == ((3, 4), (), None)
    assert void.over
    assert legal_tokens(void, 0) == set()
    again = next_hand_start(void)
    assert (again.label, again.mano, again.score) == ("2", 0, (3, 4))


def test_a_hand_that_is_over_can_still_be_void():
    ended = play(a_hand(), "0:mazo")
    assert next_hand_start(ended).mano == 1
    again = next_hand_start(apply_ruling(ended, Void()))
    assert (again.label, again.mano, again.score) == ("2", 0, (0, 0))


def test_a_void_hand_shows_no_more_cards():
    played = play(a_hand(), "0:envido 1:quiero 0:mazo")
    assert view(played, None).shown
    assert view(apply_ruling(played, Void()), None).shown == {}


def test_a_void_hand_of_a_pico_round_is_dealt_anew_alone():
    start = replay(read_tgn(PICO + "hand 2a 1:mazo hand 2b 2:mazo")).final
    again = next_hand_start(apply_ruling(start, Void()))
    assert (again.label, again.mano, again.round_mano) == ("3b", 2, 1)


def test_the_score_is_set_and_the_hand_goes_on():
    played = play(a_hand(score=(3, 4)), "0:envido 1:no")
    ruled = apply_ruling(played, SetScore((2, 9)))
    assert (ruled.score, ruled.over) == ((2, 9), False)
    assert legal_tokens(ruled, 0) == legal_tokens(played, 0)
    assert play(ruled, "0:mazo").score == (2, 10)
    assert [(entry.team, entry.points) for entry in ruled.points] == [(0, 1), (0, -2), (1, 5)]


def test_a_score_that_reaches_the_target_ends_the_game():
    ruled = apply_ruling(a_hand(), SetScore((3, 15)))
    assert (ruled.winner, ruled.over, ruled.to_act) == (1, True, ())


def test_a_leg_that_was_won_can_be_given_back():
    won = play(a_hand(score=(14, 3), legs_to_win="2"), "0:5e 1:mazo")
    assert won.legs == (1, 0)
    back = apply_ruling(won, SetScore((13, 3)))
    assert (back.legs, back.over) == ((0, 0), True)
    start = next_hand_start(back)
    assert (start.score, start.legs) == ((13, 3), (0, 0))


def test_points_are_a_sanction_and_may_end_the_game():
    assert apply_ruling(a_hand(), Award(1, 3)).score == (0, 3)
    assert apply_ruling(a_hand(score=(14, 0)), Award(0, 3)).winner == 0


def test_a_team_can_lose_the_game_whatever_the_legs_say():
    lost = apply_ruling(a_hand(score=(9, 2), legs_to_win="2"), Loss(0))
    assert (lost.winner, lost.score, lost.legs) == (1, (9, 15), (0, 2))
    between = play(a_hand(score=(14, 3), legs_to_win="2"), "0:5e 1:mazo")
    assert apply_ruling(between, Loss(0)).winner == 1


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (SetScore((16, 0)), "bad-score"),
        (SetScore((15, 15)), "bad-score"),
        (Award(0, 0), "bad-score"),
    ],
)
def test_what_cannot_be_is_refused(ruling, code):
    with pytest.raises(IllegalActionError, match=code):
        apply_ruling(a_hand(), ruling)


def test_nothing_is_awarded_in_a_leg_that_is_over_nor_ruled_in_a_game_that_is():
    won = play(a_hand(score=(14, 3), legs_to_win="2"), "0:5e 1:mazo")
    with pytest.raises(IllegalActionError, match="bad-score"):
        apply_ruling(won, Award(1, 2))
    with pytest.raises(IllegalActionError, match="game-over"):
        apply_ruling(play(a_hand(score=(14, 3)), "0:5e 1:mazo"), Void())


def test_a_leg_ended_by_the_judge_in_a_void_hand_is_followed_by_a_new_one():
    void = apply_ruling(a_hand(score=(9, 2), legs_to_win="2"), Void())
    start = next_hand_start(apply_ruling(void, SetScore((15, 2))))
    assert (start.score, start.legs, start.mano) == ((0, 0), (1, 0), 1)


def test_everybody_hears_the_ruling():
    ruled = apply_ruling(play(a_hand(), "0:5e"), Award(1, 2))
    assert kinds(ruled) == ["deal", "card", "ruling", "points"]
    assert view(apply_ruling(ruled, Void()), 0).is_void


def test_a_line_of_the_log_is_an_action_or_a_ruling():
    dealt = a_hand()
    assert apply_line(dealt, Award(0, 1)) == apply_ruling(dealt, Award(0, 1))


# ---- the notation ----
RULED = (
    '[Rules "argentino"]\n[Seats "A" "B"]\n'
    '[Rulings "1:2 points=1:2" "1:3 void" "2:0 score=4-5"]\n\n'
    f"{DEAL}0:5e 1:11b 1:3o\n\nhand 2 mano=0 {OTHERS}0:mazo\n"
)


def test_a_record_tells_rulings_in_a_tag_and_replays_them():
    played = replay(read_tgn(RULED))
    assert [state.score for state in played.hands] == [(0, 0), (4, 7)]
    told = replay_summary(played)["hands"]
    assert [hand["rulings"] for hand in told] == [["points=1:2", "void"], ["score=4-5"]]
    assert write_tgn(read_tgn(RULED)) == RULED


def test_a_replayed_part_of_a_pico_round_has_a_deal_of_its_own():
    deal = PICO.rpartition("hand 2 ")[2].removeprefix("kind=pico ")
    text = PICO.replace("[Seats", '[Rulings "2b:0 void"]\n[Seats') + (
        f"hand 2a\n1:mazo\nhand 2b\nhand 3 kind=pico {deal}hand 3b\n2:mazo\nhand 3c\n"
    )
    record = read_tgn(text)
    assert [hand.label for hand in record.hands] == ["1", "2a", "2b", "3b", "3c"]
    assert replay(record).final.to_act == (3,)
    assert read_tgn(write_tgn(record)) == record


@pytest.mark.parametrize(
    "told",
    ["7:0 void", "1:9 void", "1:0 nothing", "1 void", '1:1 void" "1:0 void'],
)
def test_a_ruling_in_no_place_is_badly_written(told):
    with pytest.raises(NotationError, match="line 3, column 1: bad-ruling"):
        read_tgn(f'{HEAD}[Rulings "{told}"]\n{DEAL}0:5e')


def test_a_ruling_that_cannot_be_is_refused_with_its_place():
    with pytest.raises(IllegalActionError, match="hand 1, action 1: bad-score"):
        replay(read_tgn(f'{HEAD}[Rulings "1:1 score=99-0"]\n{DEAL}0:5e'))
