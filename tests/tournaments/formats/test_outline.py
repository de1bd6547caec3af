"""Outline of a format before its draw."""

import pytest

from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.formats.options import FormatOptions, GrandFinal
from tournaments.formats.outline import Batch, alongside, bracket_waves
from tournaments.formats.round_robin import table_waves
from tournaments.formats.swiss import SWISS


def matches(waves):
    return [wave.matches for wave in waves]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [(2, [1]), (3, [1, 1]), (5, [2, 1, 1]), (8, [4, 2, 1]), (13, [5, 4, 2, 1])],
)
def test_a_knockout_sends_one_home_with_each_match(entries, expected):
    waves = bracket_waves(single_elimination(entries))
    assert matches(waves) == expected
    assert [wave.has_final for wave in waves] == [False] * (len(expected) - 1) + [True]


def test_the_third_place_is_played_beside_the_final():
    assert bracket_waves(single_elimination(4, third_place=True))[-1] == Batch(2, has_final=True)


@pytest.mark.parametrize(("kind", "total"), [("none", 13), ("single", 14), ("reset", 14)])
def test_a_double_elimination_has_its_final_last_and_no_second_one_for_sure(kind, total):
    waves = bracket_waves(double_elimination(8, grand_final=GrandFinal(kind)))
    assert sum(matches(waves)) == total
    assert sum(wave.has_final for wave in waves) == 1


def test_byes_cost_no_time_in_either_bracket():
    waves = bracket_waves(double_elimination(5))
    assert sum(matches(waves)) == 8
    assert 0 not in matches(waves)


@pytest.mark.parametrize(
    ("entries", "cycles", "rounds"), [(2, 1, 1), (4, 1, 3), (5, 1, 5), (8, 2, 14)]
)
def test_everybody_meets_everybody_in_so_many_rounds(entries, cycles, rounds):
    waves = table_waves(entries, cycles)
    assert len(waves) == rounds
    assert sum(matches(waves)) == cycles * entries * (entries - 1) // 2


def test_in_a_swiss_all_but_one_play_every_round():
    assert matches(SWISS.waves(FormatOptions(format="swiss", swiss_rounds=4), 9)) == [4, 4, 4, 4]


def test_groups_play_at_the_same_time_and_the_larger_ones_longer():
    assert matches(alongside([table_waves(5, 1), table_waves(4, 1)])) == [4, 4, 4, 2, 2]
