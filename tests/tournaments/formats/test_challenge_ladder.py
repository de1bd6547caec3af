"""The order of a ladder: climbs, ranges, falls by inactivity, and what the format asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.challenge_ladder import (
    LADDER,
    SECONDS_OF_DAY,
    Activity,
    Climb,
    climb,
    falls_due,
    ladder_order,
    within_range,
)
from tournaments.formats.options import FormatOptions, LadderClimb
from tournaments.formats.play import Meeting, Progress
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import final_ranks, standings
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import TieBreak

SHAPE = FormatOptions(format="ladder", season_days=10)
DAY = SECONDS_OF_DAY


@pytest.mark.parametrize(
    ("how", "expected"), [(LadderClimb.INSERT, "ADBCE"), (LadderClimb.SWAP, "ADCBE")]
)
def test_the_winner_takes_the_place_or_changes_with_the_beaten(how: str, expected: str) -> None:
    assert "".join(climb("ABCDE", "D", "B", how)) == expected


def test_who_is_above_already_stays() -> None:
    assert climb("ABC", "A", "C", LadderClimb.INSERT) == ("A", "B", "C")


def test_climbs_count_in_the_order_of_time() -> None:
    climbs = [Climb(2, "C", "A"), Climb(1, "B", "A"), Climb(3, "B", "C", is_fall=True)]
    assert ladder_order("ABC", climbs, LadderClimb.INSERT) == ("B", "C", "A")


def test_the_range_ends_at_the_top() -> None:
    assert within_range("ABCDE", "E", 3) == ("B", "C", "D")
    assert within_range("ABCDE", "B", 3) == ("A",)
    assert within_range("ABCDE", "A", 3) == ()


def test_who_was_idle_too_long_is_passed_by_the_next() -> None:
    order = [Activity("A", 9 * DAY), Activity("B", 7 * DAY), Activity("C", 0), Activity("D", None)]
    assert falls_due(order, 7) == (("B", "C"), ("A", "C"))
    assert falls_due(order, 0) == ()
    assert falls_due(order[3:] + order[:1], 7) == ()  # the last cannot fall


def test_who_should_fall_passes_nobody() -> None:
    idle = [Activity(entry, 7 * DAY) for entry in "ABCD"]
    assert falls_due(idle, 7) == ()
    idle[1] = Activity("B", 0)
    assert falls_due(idle, 7) == (("A", "B"),)


@given(st.permutations(range(6)), st.lists(st.permutations(range(6)), max_size=8), st.booleans())
def test_everybody_keeps_exactly_one_place(order, pairs, swaps) -> None:
    how = LadderClimb.SWAP if swaps else LadderClimb.INSERT
    climbs = [Climb(at, one, other) for at, (one, other, *_) in enumerate(pairs)]
    after = ladder_order(order, climbs, how)
    assert sorted(after) == list(range(6))
    for one in climbs[-1:]:
        assert after.index(one.climber) < after.index(one.passed)


def test_it_pairs_nobody_and_ends_with_its_season_once_nothing_is_open() -> None:
    play = LADDER.play
    field = [Contender("A", 1), Contender("B", 2, is_playing=True)]
    assert play.pools(SHAPE, field) == ()
    assert play.next_matches(SHAPE, Progress(1, field)) == ()
    assert play.closes_after(SHAPE) == 10 * DAY
    assert not play.is_over(SHAPE, Progress(1, field[:1], 10 * DAY - 1))
    assert play.is_over(SHAPE, Progress(1, field[:1], 10 * DAY))
    assert not play.is_over(SHAPE, Progress(1, field, 10 * DAY))
    assert play.may_join(SHAPE, 1)


def test_a_challenge_is_between_two_of_the_ladder() -> None:
    right, bye = Meeting((["A"], ["B"])), Meeting((["A"], [None]), is_bye=True)
    assert list(LADDER.play.problems(SHAPE, "AB", [right])) == []
    for wrong in (bye, Meeting((["A"], ["X"]))):
        assert list(LADDER.play.problems(SHAPE, "AB", [right, wrong])) != []


def test_the_table_is_the_ladder_and_the_first_needs_no_win() -> None:
    results = [Result("C", "B", Verdict.FIRST)]
    table = tabulate("ABC", results, ladder=("A", "C", "B"))
    rows = standings(table, LADDER.tie_breaks)
    assert [row.entry for row in rows] == ["A", "C", "B"]
    assert rows[0].decided_by is TieBreak.LADDER
    assert final_ranks(rows)[0] == (1, "A")
    unplayed = standings(tabulate("ABC", [], ladder="ABC"), LADDER.tie_breaks)
    assert final_ranks(unplayed)[0] == (2, "A")


def test_its_outline_has_a_wave_a_week() -> None:
    shape = FormatOptions(format="ladder", season_days=21)
    assert [wave.matches for wave in LADDER.outline(shape, 8)] == [2, 2, 2]


def test_the_ladder_comes_before_all_tie_breaks() -> None:
    for order, misfits in ((("ladder", "lot"), 0), (("points", "ladder"), 1), ((), 0)):
        shape = FormatOptions(format="ladder", tie_breaks=order)
        assert len(list(LADDER.misfits(shape, 4))) == misfits
        assert list(LADDER.misfits(LADDER.fitting(shape, 4), 4)) == []
