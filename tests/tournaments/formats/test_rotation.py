"""Rotation: the beginning of a round robin, also with those who come late or leave."""

from dataclasses import replace

import pytest

from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.formats.play import Progress
from tournaments.formats.rotation import ROTATION, pair_in_rotation
from tournaments.formats.swiss_field import Contender


def advance(field, drawn):
    known = {one.entry: one for one in field}
    for one in drawn:
        if one.second is None:
            known[one.first] = replace(known[one.first], byes=known[one.first].byes + 1)
            continue
        for own, other in ((one.first, one.second), (one.second, one.first)):
            met = (*known[own].opponents, other)
            known[own] = replace(
                known[own], opponents=met, points=known[own].points + (own < other)
            )
    return list(known.values())


@pytest.mark.feature("Formats", "Rotation: fixed teams, another rival in every round")
@pytest.mark.parametrize("entries", [2, 3, 8, 13, 32])
def test_nobody_meets_or_rests_twice_before_all_have_met(entries):
    field = [Contender(number, number) for number in range(1, entries + 1)]
    for _ in range(entries - 1 + entries % 2):
        drawn = pair_in_rotation(field)
        assert not any(one.is_rematch for one in drawn)
        assert len(drawn) == (entries + 1) // 2
        field = advance(field, drawn)
    assert all(sorted({*one.opponents, one.entry}) == [*range(1, entries + 1)] for one in field)
    assert {one.byes for one in field} == {entries % 2}
    assert any(one.is_rematch for one in pair_in_rotation(field))


def test_with_a_late_entry_there_is_no_rematch_while_one_can_be_avoided():
    field = [Contender(number, number) for number in range(1, 8)]
    for _ in range(2):
        field = advance(field, pair_in_rotation(field))
    field.append(Contender(8, 8))
    for _ in range(4):
        drawn = pair_in_rotation(field)
        assert not any(one.is_rematch for one in drawn)
        field = advance(field, drawn)


@pytest.mark.parametrize("entries", [8, 12])
def test_who_has_just_come_does_not_rest(entries):
    field = [Contender(number, number) for number in range(1, entries + 1)]
    field = [*advance(field, pair_in_rotation(field)), Contender(99, 99, unplayed=1)]
    for _ in range(3):
        drawn = pair_in_rotation(field)
        assert drawn[-1].second is None
        assert drawn[-1].first != 99
        field = advance(field, drawn)


def test_it_shows_the_points_before_the_round():
    (one,) = pair_in_rotation([Contender(1, 1, points=2), Contender(2, 2, points=1)])
    assert one.points == (2, 1)


def test_it_ends_after_its_rounds_or_without_a_rival():
    shape = ROTATION.decide(ROTATION.settled(FormatOptions(format="rotation")), 8)
    field = [Contender(number, number) for number in range(1, 9)]
    assert shape.swiss_rounds == 5
    assert ROTATION.play.next_matches(shape, Progress(6, field)) == ()
    assert ROTATION.play.next_matches(shape, Progress(1, field[:1])) == ()
    gone = [replace(one, absent=Outcome.ZERO_BYE) for one in field]
    assert all(one.asked for one in ROTATION.play.next_matches(shape, Progress(1, gone)))
    assert ROTATION.play.may_join(shape, 2)
    assert not ROTATION.play.may_join(shape, 3)


def test_more_rounds_than_rivals_do_not_fit():
    asked = FormatOptions(format="rotation", swiss_rounds=9)
    assert list(ROTATION.misfits(asked, 8)) == [("swiss_rounds", "too-many-rounds")]
    assert ROTATION.fitting(asked, 8).swiss_rounds == 7
