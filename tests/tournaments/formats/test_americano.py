"""Americano: rests, partners and opponents, with players who join or leave."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.americanos import field_of, played
from tournaments.formats.americano import AMERICANO, draw_round, usual_rounds
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.formats.play import ChangingPartners
from tournaments.formats.round_robin import round_robin
from tournaments.formats.swiss_field import ByeTerms, Contender

FIELDS = range(4, 41)
NEXT = AMERICANO.play
assert isinstance(NEXT, ChangingPartners)


def matches_of(one: Contender[int]) -> int:
    return len(one.partners)


def spread(numbers: Sequence[int]) -> int:
    return max(numbers) - min(numbers)


@pytest.mark.feature("Formats", "Americano: another partner in every round, rests in turn")
@pytest.mark.parametrize("entries", FIELDS)
def test_everybody_plays_as_often_and_beside_somebody_else_each_time(entries: int) -> None:
    for drawn, event in played(field_of(entries), usual_rounds(entries)):
        everybody = [entry for one in drawn for entry in one.pool if entry is not None]
        assert sorted(everybody) == list(range(1, entries + 1))
        assert sum(not one.is_bye for one in drawn) == entries // 4
        assert spread([matches_of(one) for one in event.values()]) <= 1
        assert spread([one.byes for one in event.values()]) <= 1
        assert all(len(set(one.partners)) == matches_of(one) for one in event.values())


@pytest.mark.parametrize("entries", [each for each in FIELDS if each % 4 < 2])
def test_where_one_rests_at_most_everybody_is_everybodys_partner_once(entries: int) -> None:
    """Every two of them: up to as many rounds as may be chosen."""
    *_, (_, event) = played(field_of(entries), usual_rounds(entries))
    assert usual_rounds(entries) == min(entries - 1 + entries % 2, 32)
    if usual_rounds(entries) < 32:
        assert {len(set(one.partners)) for one in event.values()} == {entries - 1}


@pytest.mark.parametrize("entries", FIELDS)
def test_opponents_are_spread(entries: int) -> None:
    """Two are opponents twice in the mean of a whole event, and never more than four times."""
    *_, (_, event) = played(field_of(entries), usual_rounds(entries))
    times = [Counter(event[one].opponents)[other] for one, other in combinations(sorted(event), 2)]
    assert max(times) <= 4
    assert sum(times) / len(times) == pytest.approx(2, abs=0.75)


@pytest.mark.parametrize("entries", [10, 14])
def test_without_a_whist_plan_partners_are_those_of_a_berger_round(entries: int) -> None:
    drawn, _ = next(iter(played(field_of(entries), 1)))
    partners = {frozenset(side) for one in drawn if not one.is_bye for side in one.sides}
    rounds = [
        {frozenset((one.first, one.second)) for one in each}
        for each in round_robin(range(1, entries + 1))
    ]
    assert any(partners < each for each in rounds)


def test_of_eight_in_three_rounds_nobody_is_opponent_more_than_twice() -> None:
    *_, (_, event) = played(field_of(8), 3)
    assert max(Counter(event[1].opponents).values()) <= 2


def test_the_order_in_which_they_stand_does_not_matter() -> None:
    event = list(field_of(13).values())
    mixed = Random("americano-13").sample(event, len(event))
    assert draw_round(event) == draw_round(mixed)


def test_a_second_time_round_is_as_even_as_the_first() -> None:
    *_, (_, event) = played(field_of(8), 14)
    assert {Counter(one.partners)[other] for one in event.values() for other in event} <= {0, 2}
    assert {matches_of(one) for one in event.values()} == {14}


def test_less_than_a_table_rests() -> None:
    drawn = draw_round(list(field_of(3).values()))
    assert [(one.first, one.second) for one in drawn] == [(1, None), (2, None), (3, None)]


@given(
    entries=st.integers(5, 20),
    leaving=st.lists(st.integers(0, 19), max_size=3),
    coming=st.integers(0, 3),
    middle=st.integers(1, 6),
)
def test_who_leaves_or_comes_late_breaks_nothing(
    entries: int, leaving: list[int], coming: int, middle: int
) -> None:
    *_, (_, event) = played(field_of(entries), middle)
    gone = {1 + each % entries for each in leaving[: entries - 4]}
    late = {100 + each: Contender(100 + each, 100 + each) for each in range(coming)}
    event = {entry: one for entry, one in event.items() if entry not in gone} | late
    stayed = [entry for entry in event if entry < 100]
    for drawn, event_then in played(event, 4):
        everybody = [entry for one in drawn for entry in one.pool if entry is not None]
        assert sorted(everybody) == sorted(event)
        assert sum(not one.is_bye for one in drawn) == len(event) // 4
        assert spread([event_then[entry].byes for entry in stayed]) <= 1


@pytest.mark.parametrize("entries", [4, 5, 8, 9, 12])
def test_who_has_just_come_rests_after_the_others(entries: int) -> None:
    *_, (_, event) = played(field_of(entries), 1)
    for coming in (1, 2):
        late = {100 + each: Contender(100 + each, 100 + each, unplayed=1) for each in range(coming)}
        drawn = draw_round(list((event | late).values()))
        resting = {one.first for one in drawn if one.is_bye}
        assert len(resting) == (entries + coming) % 4
        assert not resting & late.keys()


def test_who_is_absent_comes_last_and_is_not_put_to_rest() -> None:
    event = field_of(9)
    event[3] = replace(event[3], absent=ByeTerms().bye_outcome(0))
    drawn = NEXT.next_round(
        FormatOptions(format="americano", swiss_rounds=8), 1, list(event.values())
    )
    assert [one.is_bye for one in drawn] == [False, False, True]
    assert (drawn[-1].first, drawn[-1].asked) == (3, Outcome.HALF_BYE)


def test_rounds_are_due_as_long_as_there_is_a_table() -> None:
    shape, event = FormatOptions(format="americano", swiss_rounds=3), list(field_of(5).values())
    assert len(NEXT.next_round(shape, 3, event)) == 2
    assert NEXT.next_round(shape, 4, event) == ()
    assert NEXT.next_round(shape, 1, event[:3]) == ()
    assert [NEXT.may_join(shape, current) for current in (1, 2)] == [True, False]


def test_it_takes_a_table_at_least_and_tables_of_four() -> None:
    shape = AMERICANO.settled(FormatOptions(format="americano"))
    assert list(AMERICANO.misfits(shape, 3)) == [("cap", "too-few-for-format")]
    assert list(AMERICANO.misfits(shape, 4)) == []
    assert AMERICANO.seats == (4,)
    assert AMERICANO.play.partners_change
