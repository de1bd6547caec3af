"""Review of an announced plan by the entries present, and the plans offered instead."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.test_fitting import SHAPES
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import Pace
from tournaments.formats.plan_review import (
    SENSELESS,
    Fault,
    Review,
    Turnout,
    promised_matches,
    review,
)

PAIRS = Pace(target=30, seats=4, turn_seconds=None)
CUPS = FormatOptions(format="groups", group_count=4, silver=True)


def judge(shape: FormatOptions, cap: int, entries: int, **of_field: Any) -> Review:
    return review(shape, cap, Turnout(entries=entries, pace=PAIRS, **of_field))


def swiss(rounds: int, finalists: int = 0) -> FormatOptions:
    return FormatOptions(format="swiss", swiss_rounds=rounds, finalists=finalists)


def test_eleven_of_sixteen_get_three_groups_and_two_best_thirds() -> None:
    found = judge(CUPS, 16, 11, may_shorten=True)
    assert found.now.sizes == (3, 3, 3, 2)
    assert found.faults == {Fault.GROUP_OF_TWO, Fault.WHOLE_GROUP, Fault.FEWER_MATCHES}
    assert found.is_asked
    assert found.may_stay
    first, second, third = (one.outlook for one in found.plans)
    assert (first.sizes, first.through, first.matches, first.most) == ((4, 4, 3), 8, 3, 4)
    assert (first.shape.best_next, first.shape.silver) == (2, True)
    assert (second.shape.format, second.matches) == ("swiss", 4)
    assert (third.shape.format, third.matches, third.target) == ("round-robin", 10, 15)


def test_rounds_that_follow_the_entries_promise_no_number() -> None:
    found = judge(FormatOptions(format="swiss"), 32, 6)
    assert (found.faults, found.is_asked) == (set(), False)
    assert (found.announced.matches, found.now.matches) == (3, 3)


@pytest.mark.parametrize(
    ("shape", "entries", "promised"),
    [
        (swiss(5), 16, 5),
        (FormatOptions(format="double"), 16, 2),
        (FormatOptions(format="round-robin"), 6, 3),
        (FormatOptions(format="round-robin"), 16, 0),
    ],
)
def test_rounds_and_brackets_of_any_size_promise_their_matches_large_tables_none(
    shape: FormatOptions, entries: int, promised: int
) -> None:
    assert promised_matches(judge(shape, entries, entries).announced) == promised


@pytest.mark.parametrize(
    ("shape", "cap", "entries", "of_field", "faults", "best"),
    [
        (CUPS, 16, 12, {}, {Fault.FEWER_MATCHES}, replace(CUPS, group_count=3, best_next=2)),
        (CUPS, 16, 8, {}, None, replace(CUPS, group_count=2)),
        (swiss(7), 16, 4, {}, {Fault.ROUNDS, Fault.IMPOSSIBLE}, swiss(3)),
        (swiss(4, 8), 16, 8, {}, {Fault.EVERYBODY}, swiss(4, 2)),
        (swiss(4, 8), 16, 7, {}, {Fault.EVERYBODY, Fault.IMPOSSIBLE}, swiss(4, 4)),
        (swiss(5), 16, 16, {"tables": 6, "minutes_left": 400}, {Fault.LATER}, swiss(4)),
        (
            FormatOptions(format="round-robin"),
            *(6, 3, {}, {Fault.FEWER_MATCHES}),
            FormatOptions(format="round-robin", cycles=2),
        ),
    ],
)
def test_a_plan_that_makes_no_sense_is_asked_about(
    shape: FormatOptions,
    cap: int,
    entries: int,
    of_field: dict[str, Any],
    faults: set[Fault] | None,
    best: FormatOptions,
) -> None:
    found = judge(shape, cap, entries, **of_field)
    assert found.is_asked
    assert faults is None or found.faults == faults
    how = FORMATS[best.format]
    assert found.plans[0].outlook.shape == how.settled(best)


@pytest.mark.parametrize(
    ("shape", "cap", "entries", "of_field"),
    [
        (CUPS, 16, 16, {}),
        (CUPS, 16, 15, {}),  # a group of three is nothing to ask about
        (swiss(5), 16, 11, {}),
        (swiss(9), 16, 4, {"may_join": True}),
        (FormatOptions(), 16, 3, {}),
        (FormatOptions(format="double"), 16, 3, {}),
        (FormatOptions(format="round-robin"), 16, 5, {}),
        (FormatOptions(format="round-robin"), 64, 3, {}),
        (FormatOptions(format="groups", group_count=2, qualifiers=2), 64, 8, {}),
        (FormatOptions(format="league", divisions=2), 10, 8, {"is_dated": True}),
        (FormatOptions(format="americano", swiss_rounds=5), 16, 9, {"keeps_format": True}),
        (FormatOptions(format="groups", group_count=6, qualifiers=1, best_next=2), 12, 12, {}),
    ],
)
def test_a_plan_that_still_fits_is_not_asked_about(
    shape: FormatOptions, cap: int, entries: int, of_field: dict[str, Any]
) -> None:
    assert not judge(shape, cap, entries, **of_field).is_asked


def test_a_first_round_of_pairs_was_announced_with_groups_of_two() -> None:
    """The repechage: six matches, their winners and the two best losers."""
    shape = FormatOptions(format="groups", group_count=5, qualifiers=1, best_next=3)
    found = judge(replace(shape, group_count=6, best_next=2), 12, 12)
    assert Fault.GROUP_OF_TWO not in found.faults


def test_no_other_format_is_offered_to_a_league() -> None:
    shape = FormatOptions(format="league", divisions=3)
    found = judge(shape, 12, 5, is_dated=True, keeps_format=True)
    assert {one.outlook.shape.format for one in found.plans} == {"league"}


@given(
    shape=SHAPES,
    cap=st.integers(2, 40),
    share=st.floats(0, 1),
    tables=st.none() | st.integers(1, 8),
    minutes_left=st.none() | st.integers(30, 400),
)
def test_every_plan_offered_can_be_drawn_and_makes_sense(
    shape: FormatOptions, cap: int, share: float, tables: int | None, minutes_left: int | None
) -> None:
    how = FORMATS[shape.format]
    entries = max(2, round(cap * share))
    if [*how.misfits(shape, cap)]:
        return
    found = judge(shape, cap, entries, tables=tables, minutes_left=minutes_left)
    assert len(found.plans) <= 3
    costs = [one.cost for one in found.plans]
    assert costs == sorted(costs)
    for one in found.plans:
        offered = FORMATS[one.outlook.shape.format]
        for size in (entries, cap):
            assert not [*offered.misfits(one.outlook.shape, size)]
        assert not one.faults & SENSELESS
        assert sum(one.outlook.sizes) == entries
    if found.faults & SENSELESS and found.plans:
        assert found.is_asked
