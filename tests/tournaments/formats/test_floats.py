"""Floats of Swiss rounds, and pairing that spreads them (FIDE C.04.3, C12 to C15)."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.formats.results import results
from tests.tournaments.formats.test_swiss import after, field_of
from tournaments.formats.floats import floats_of
from tournaments.formats.results_table import tabulate
from tournaments.formats.swiss import pair_round


def test_a_float_is_by_the_points_before_the_round() -> None:
    table = tabulate("abcd", results("ab1 cd1 / ad1 bc1 / a bd1 / ca1"))
    assert floats_of(table) == {
        "a": (0, -1, -1, -1),
        "b": (0, 1, -1, 0),
        "c": (0, -1, 0, 1),
        "d": (0, 1, 1, 0),
    }


def test_a_walkover_won_is_a_float_down_and_no_appearance_is_level() -> None:
    table = tabulate("abc", results("ab+ / ac1"))
    assert floats_of(table) == {"a": (-1, -1), "b": (0, 0), "c": (0, 1)}


def test_a_half_bye_is_level() -> None:
    assert floats_of(tabulate("ab", results("aH b")))["a"] == (0,)


def test_no_rounds_no_floats() -> None:
    assert floats_of(tabulate("a", [])) == {"a": ()}


def test_who_floated_last_round_floats_no_more() -> None:
    """Three of a point: the lowest, 3, would float to 4; both did so in the last round."""
    event = {one: replace(each, points=float(one <= 3)) for one, each in field_of(6).items()}
    event[3] = replace(event[3], floats=(-1,))
    event[4] = replace(event[4], floats=(1,))
    found = {(one.first, one.second) for one in pair_round(list(event.values()))}
    assert found == {(1, 3), (2, 5), (4, 6)}
    event = {one: replace(each, floats=(*each.floats, 0)) for one, each in event.items()}
    assert {(one.first, one.second) for one in pair_round(list(event.values()))} == found


@pytest.mark.parametrize("number", [17, 24, 33])
def test_few_floats_repeat_those_of_the_round_before(number: int) -> None:
    """The reference engine has 13 of 100; without the criterion it was 43."""
    floats, again, rng, event = 0, 0, Random(number), field_of(number)
    for _ in range(7):
        pairings = pair_round(list(event.values()))
        now = dict.fromkeys(event, 0)
        for one in pairings:
            gap = 0.0 if one.second is None else event[one.first].points - event[one.second].points
            if one.second is not None and gap:
                floats, now[one.first], now[one.second] = floats + 1, -1, 1
        again += sum(bool(now[one]) and event[one].floated(now[one], 1) for one in event)
        event = after(event, pairings, rng)
        event = {one: replace(each, floats=(*each.floats, now[one])) for one, each in event.items()}
    assert again * 5 <= floats
