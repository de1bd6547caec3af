"""Mexicano: fours by the table, the first and the last of each against the other two."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.formats.americanos import after, field_of
from tournaments.formats.mexicano import MEXICANO, pair_by_table, usual_rounds
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.formats.play import Progress


def sides(drawn):
    return [one.sides for one in drawn]


@pytest.mark.feature("Formats", "Mexicano: the next round by the table")
def test_first_and_fourth_play_second_and_third():
    drawn = pair_by_table(list(field_of(8).values()))
    assert sides(drawn) == [((1, 4), (2, 3)), ((5, 8), (6, 7))]


def test_the_order_of_input_does_not_matter():
    field = list(field_of(13).values())
    shuffled = Random(1).sample(field, len(field))
    assert pair_by_table(shuffled) == pair_by_table(field)


@pytest.mark.parametrize("entries", range(4, 34))
def test_rests_stay_even_while_the_table_changes(entries):
    event, chance = field_of(entries), Random(entries)
    for _ in range(usual_rounds(entries)):
        places = chance.sample(range(1, entries + 1), entries)
        seen = [replace(one, seed=place) for one, place in zip(event.values(), places, strict=True)]
        drawn = pair_by_table(seen)
        assert sorted(one for each in drawn for one in each.pool if one) == [*event]
        assert sum(not one.is_bye for one in drawn) == entries // 4
        event = after(event, drawn)
        rests = [one.byes for one in event.values()]
        assert max(rests) - min(rests) <= 1


def test_the_last_of_the_table_rest_first():
    assert [one.first for one in pair_by_table(list(field_of(6).values())) if one.is_bye] == [6, 5]


def test_who_has_just_come_rests_after_the_others():
    event = after(field_of(4), pair_by_table(list(field_of(4).values())))
    event[5] = replace(field_of(5)[5], unplayed=1)
    assert [one.first for one in pair_by_table(list(event.values())) if one.is_bye] == [4]


def test_it_ends_after_its_rounds_or_without_a_table():
    shape = MEXICANO.decide(MEXICANO.settled(FormatOptions(format="mexicano")), 5)
    field = list(field_of(5).values())
    assert shape.swiss_rounds == 5
    assert MEXICANO.play.next_matches(shape, Progress(6, field)) == ()
    assert MEXICANO.play.next_matches(shape, Progress(2, field[:3])) == ()


def test_who_announced_an_absence_is_not_paired():
    shape = MEXICANO.decide(FormatOptions(format="mexicano"), 5)
    field = list(field_of(5).values())
    field[0] = replace(field[0], absent=Outcome.HALF_BYE)
    drawn = MEXICANO.play.next_matches(shape, Progress(2, field))
    assert sides(drawn) == [((2, 5), (3, 4)), ((1,), (None,))]
    assert MEXICANO.play.may_join(shape, 2)
    assert not MEXICANO.play.may_join(shape, 3)
