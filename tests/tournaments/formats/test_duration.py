"""How long a competition takes: a guess whose parts can be checked one by one."""

import pytest

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import Batch, Pace, expected_games, minutes

PAIRS_TO_15 = Pace(target=15, seats=4)
FINAL = (Batch(1, has_final=True),)


def test_equal_sides_play_two_and_a_half_of_three_games():
    assert [expected_games(wins) for wins in (1, 2, 3)] == [1, 2.5, 4.125]


@pytest.mark.parametrize(
    ("pace", "about"),
    [
        (Pace(target=15, seats=2, turn_seconds=20), 6),
        (PAIRS_TO_15, 11),
        (Pace(target=30, seats=4), 22),
        (Pace(target=30, seats=4, turn_seconds=None), 31),
        (Pace(target=20, seats=4, chicos_to_win=2), 37),
    ],
)
def test_a_game_lasts_as_long_as_it_does_in_a_club(pace, about):
    assert round(pace.game_minutes) == about


def test_longer_turns_and_more_seats_take_longer():
    assert Pace(target=15, seats=4, turn_seconds=60).game_minutes > PAIRS_TO_15.game_minutes
    assert Pace(target=15, seats=6).game_minutes > PAIRS_TO_15.game_minutes


def test_a_wave_lasts_as_its_slowest_table_and_a_pause():
    alone = minutes((Batch(1),), PAIRS_TO_15)
    assert alone == round(PAIRS_TO_15.game_minutes + 3)
    assert minutes((Batch(8),), PAIRS_TO_15) == round(PAIRS_TO_15.game_minutes * 4 / 3 + 3)


def test_few_tables_make_a_wave_take_turns():
    everybody = minutes((Batch(8),), PAIRS_TO_15)
    assert minutes((Batch(8),), PAIRS_TO_15, tables=4) == pytest.approx(2 * everybody, abs=1)
    assert minutes((Batch(8),), PAIRS_TO_15, tables=100) == everybody
    assert minutes((Batch(3),), PAIRS_TO_15, tables=1) > 2 * minutes((Batch(1),), PAIRS_TO_15)


def test_only_the_final_lasts_as_long_as_a_final():
    waves = (Batch(2), *FINAL)
    short = minutes(waves, PAIRS_TO_15)
    assert minutes(waves, PAIRS_TO_15, final_best_of=3) - short == pytest.approx(
        1.5 * PAIRS_TO_15.game_minutes, abs=1
    )
    assert minutes(waves, PAIRS_TO_15, best_of=3) > minutes(waves, PAIRS_TO_15, final_best_of=3)


def test_a_timed_round_lasts_no_longer_than_its_clock_and_a_hand():
    timed = Pace(target=30, seats=4, round_minutes=10)
    assert minutes((Batch(8),), timed) == round(10 + timed.hand_minutes + 3)
    unhurried = Pace(target=30, seats=4, round_minutes=180)
    assert minutes((Batch(8),), unhurried) == minutes((Batch(8),), Pace(target=30, seats=4))


def test_nothing_to_play_takes_no_time():
    assert minutes((), PAIRS_TO_15) == 0


def test_half_the_tables_take_about_twice_as_long() -> None:
    """A Swiss of 23: eleven matches a round at six tables are two waves."""
    pace = Pace(target=30, seats=2, turn_seconds=None)
    shape = FormatOptions(format="swiss", swiss_rounds=5)
    alone, at_six = (FORMATS["swiss"].minutes(shape, 23, pace, 1, tables) for tables in (None, 6))
    assert at_six == 2 * alone
