"""Whist plans: each pair partners once and opposes twice (Anderson, chapter 11)."""

from collections import Counter
from itertools import combinations, product

import pytest

from tests.tournaments.formats.americanos import field_of, played
from tournaments.formats.whist import STARTERS, whist_plan


@pytest.mark.parametrize("people", STARTERS)
def test_everybody_partners_once_and_opposes_twice(people: int) -> None:
    together, against = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    rests = Counter[int]()
    plan = whist_plan(people)
    for one in plan:
        seated = [each for table in one.tables for pair in table for each in pair]
        assert sorted([*seated, *one.resting]) == list(range(people))
        together.update(pair for table in one.tables for pair in table)
        against.update((min(two), max(two)) for table in one.tables for two in product(*table))
        rests.update(one.resting)
    everybody = list(combinations(range(people), 2))
    assert together == dict.fromkeys(everybody, 1)
    assert against == dict.fromkeys(everybody, 2)
    assert rests == (dict.fromkeys(range(people), 1) if people % 4 else {})
    assert len(plan) == people - (people % 4 == 0)


def test_every_size_that_fits_into_an_event_has_a_plan() -> None:
    assert {each for each in range(4, 34) if each % 4 < 2} <= STARTERS.keys()
    assert whist_plan(6) == ()


@pytest.mark.parametrize("people", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 28, 32])
def test_an_event_follows_the_plan(people: int) -> None:
    *_, (_, event) = played(field_of(people), people - (people % 4 == 0))
    for one in event.values():
        others = event.keys() - {one.entry}
        assert Counter(one.partners) == dict.fromkeys(others, 1)
        assert Counter(one.opponents) == dict.fromkeys(others, 2)


def test_a_second_cycle_follows_the_plan_again() -> None:
    *_, (_, event) = played(field_of(9), 18)
    assert set(Counter(event[1].opponents).values()) == {4}
