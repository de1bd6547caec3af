"""R-S5, timed rounds: at the bell the hand is finished and the leader wins; level, one more."""

import pytest

from games.engine import (
    IllegalActionError,
    SetScore,
    TimeUp,
    Void,
    apply_ruling,
    can_end_by_time,
    from_word,
    leader_on_time,
    next_hand_start,
    read_tgn,
    replay,
    replay_summary,
    to_word,
    view,
    write_tgn,
)
from games.engine.hand_start import Start
from tests.games.engine.hands import dealt, play, table
from tests.games.engine.test_tgn import DEAL, HEAD

HANDS = ("7e 10o 5e", "3o 11b 11e")
SIX = ("7e 10o 5e", "3o 11b 11e", "1e 4c 4b", "1b 5c 6c", "2e 6o 6e", "3c 7b 12e")


def after_a_hand(score=(0, 0), **options):
    """Seat 0 folds at once: two points for team 1 (R-M3)."""
    return play(table("argentino", *HANDS, score=score, target="15", **options), "0:mazo")


def in_a_leg(score, legs):
    """A hand over at this score, of a game to three chicos."""
    rules = table("truc", "3o 4o 5o", "6o 7o 3b", legs_to_win="3").deal.rules
    return play(dealt(Start(rules, 4, "", 0, score, legs), "3o 4o 5o", "6o 7o 3b"), "0:mazo")


@pytest.mark.parametrize("ruling", [TimeUp(None), TimeUp(0), TimeUp(1)])
def test_the_bell_is_written_as_a_word_and_read_back(ruling):
    assert from_word(to_word(ruling)) == ruling


@pytest.mark.parametrize(
    ("score", "ahead"), [((0, 0), 1), ((1, 0), 1), ((2, 0), None), ((3, 0), 0), ((14, 12), None)]
)
def test_the_leader_is_who_has_more_points(score, ahead):
    assert leader_on_time(after_a_hand(score)) == ahead


@pytest.mark.parametrize(
    ("score", "legs", "ahead"),
    [((3, 9), (1, 0), 0), ((9, 3), (0, 1), 1), ((9, 3), (1, 1), 0), ((0, 23), (1, 0), None)],
)
def test_chicos_come_before_points_and_one_that_has_just_ended_leaves_none(score, legs, ahead):
    assert leader_on_time(in_a_leg(score, legs)) == ahead


def test_the_bell_ends_the_game_at_the_score_that_stands():
    hand = after_a_hand((9, 3))
    ended = apply_ruling(hand, TimeUp(0))
    assert (ended.winner, ended.score, ended.legs) == (0, (9, 5), (0, 0))
    assert next_hand_start(ended) is None
    assert view(ended, None).events[-1].kind == "game"


def test_nobody_wins_where_the_match_was_led_already():
    ended = apply_ruling(after_a_hand((9, 3)), TimeUp(None))
    assert (ended.winner, next_hand_start(ended)) == (None, None)
    with pytest.raises(IllegalActionError, match="game-over"):
        apply_ruling(ended, TimeUp(0))


@pytest.mark.parametrize(("score", "team"), [((9, 3), 1), ((2, 0), 0), ((2, 0), 1)])
def test_who_does_not_lead_does_not_win(score, team):
    with pytest.raises(IllegalActionError, match="not-ahead"):
        apply_ruling(after_a_hand(score), TimeUp(team))


def test_a_hand_in_progress_is_finished_first():
    hand = play(table("argentino", *HANDS, score=(9, 3)), "0:5e")
    assert not can_end_by_time(hand)
    with pytest.raises(IllegalActionError, match="hand-not-over"):
        apply_ruling(hand, TimeUp(0))


def test_a_void_hand_is_played_again_first():
    hand = apply_ruling(play(table("argentino", *HANDS, score=(9, 3)), "0:5e"), Void())
    assert not can_end_by_time(hand)


def test_a_game_won_by_the_cards_is_not_stopped():
    hand = apply_ruling(table("argentino", *HANDS, target="15"), SetScore((15, 3)))
    assert not can_end_by_time(hand)
    with pytest.raises(IllegalActionError, match="game-over"):
        apply_ruling(hand, TimeUp(0))


@pytest.mark.parametrize(("part", "stops"), [("a", False), ("b", False), ("c", True)])
def test_of_a_pico_round_all_three_hands_are_played(part, stops):
    rules = table("argentino-flor", *SIX, pico="malas").deal.rules
    mano = "abc".index(part)
    hand = dealt(Start(rules, 2, part, mano, (5, 3), (0, 0)), *SIX)
    assert can_end_by_time(play(hand, f"{mano}:mazo")) == stops


RECORD = f'{HEAD}[Rulings "1:1 time=1"]\n[Termination "time"]\n{DEAL}0:mazo\n'


def test_a_record_tells_the_bell_and_is_replayed_with_it():
    record = read_tgn(RECORD)
    assert record.is_by_time
    assert not record.is_agreed
    assert read_tgn(write_tgn(record)) == record
    told = replay_summary(replay(record))
    assert (told["winner"], told["score"], told["hands"][0]["rulings"]) == (1, [0, 2], ["time=1"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (RECORD.replace("1:1 time=1", "1:1 time=0"), "not-ahead"),
        (RECORD.replace("1:1 time=1", "1:0 time"), "hand-not-over"),
        (RECORD + "hand 2 mano=1 deal=7e,3b,1e/7o,3e,6o\n", "game-over"),
    ],
)
def test_a_record_in_which_the_bell_cannot_be_is_refused(text, code):
    with pytest.raises(IllegalActionError, match=code):
        replay(read_tgn(text))
