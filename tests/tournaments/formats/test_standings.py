"""Standings, and the tie-breaks that decide them."""

from itertools import accumulate, combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.results import VERDICTS, results
from tournaments.formats.pairing import Outcome
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import Row, parted_by, standings, surely_first
from tournaments.formats.tie_breaks import ROUND_ROBIN, SWISS, TieBreak


def ranked(text: str, tie_breaks: tuple[TieBreak, ...], entries: str = "abcde") -> list[str]:
    return [f"{row.rank}{row.entry}" for row in rows(text, tie_breaks, entries)]


def rows(text: str, tie_breaks: tuple[TieBreak, ...], entries: str) -> tuple[Row[str], ...]:
    return standings(tabulate(entries, results(text), lot_seed="lote"), tie_breaks)


def test_who_is_level_after_the_last_tie_break_shares_a_rank() -> None:
    found = ranked("ab1 cd= / ac1 bd= / e", (TieBreak.POINTS,))
    assert sorted(found) == ["1a", "2d", "2e", "4b", "4c"]


def test_without_tie_breaks_everybody_is_first() -> None:
    assert {row[0] for row in ranked("ab1", ())} == {"1"}


def test_each_tie_break_orders_those_whom_all_before_left_level() -> None:
    circle = [("a", "b", (2, 0)), ("b", "c", (2, 1)), ("c", "a", (2, 1))]
    played = [Result(one, two, Verdict.FIRST, games=games) for one, two, games in circle]
    found = standings(tabulate("abc", played), ROUND_ROBIN)
    assert [row.entry for row in found] == ["a", "c", "b"]
    assert {row.decided_by for row in found} == {TieBreak.GAMES}


def test_a_row_names_the_tie_break_that_told_it_apart() -> None:
    found = rows("ab1 cd2 / ac1 bd1 e", (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD), "abcde")
    assert {row.entry: row.decided_by for row in found} == {
        "a": TieBreak.POINTS,
        "b": TieBreak.HEAD_TO_HEAD,
        "d": None,
        "e": None,
        "c": TieBreak.POINTS,
    }


@pytest.mark.parametrize(
    ("played", "left", "places", "sure"),
    [
        ("ab1 cd1", "abcd", 2, ""),  # one each: all may still pass
        ("ab1 ac1 ad1 bc1", "bdcd", 2, "a"),  # d may still draw level with b
        ("ab1 ac1 ad1", "bcbdcd", 1, "a"),
        ("ab1 ac1 ad1 bc1 bd1", "cd", 2, "ab"),
        ("ab1 ac1 ad1 bc1 bd1 cd1", "", 3, "abc"),
    ],
)
def test_who_is_surely_first_cannot_be_reached_by_enough(played, left, places, sure) -> None:
    table = tabulate("abcd", results(played), lot_seed="lote")
    to_play = {entry: left.count(entry) for entry in "abcd"}
    assert surely_first(table, ROUND_ROBIN, to_play, places) == set(sure)


def test_where_points_do_not_come_first_nobody_is_sure_before_the_end() -> None:
    table = tabulate("abc", results("ab1 ac1"), lot_seed="lote")
    assert surely_first(table, (TieBreak.GAMES,), {"b": 1, "c": 1}, 1) == set()


ONCE, AGAIN = TieBreak.HEAD_TO_HEAD, TieBreak.HEAD_TO_HEAD_RESTART
SHRINKS = "ab1 ca1 ad1 bc1 db1 cd1"
"""a and c have won twice, b and d once; c has beaten a, and d has beaten b."""


def test_head_to_head_is_counted_once_or_again_among_those_still_level() -> None:
    assert sorted(ranked(SHRINKS, (ONCE,), "abcd")) == ["1a", "1c", "3b", "3d"]
    assert ranked(SHRINKS, (AGAIN,), "abcd") == ["1c", "2a", "3d", "4b"]


def test_what_is_counted_again_is_told_by_the_figures_that_part_two_neighbours() -> None:
    found = rows(SHRINKS, (AGAIN, TieBreak.LOT), "abcd")
    parted = [parted_by(upper, lower) for upper, lower in pairwise(found)]
    assert parted == [(AGAIN, 1, 0), (AGAIN, 2, 1), (AGAIN, 1, 0)]
    assert [row.values[AGAIN] for row in found] == [2, 2, 1, 1]
    assert {row.decided_by for row in found} == {AGAIN}
    assert parted_by(*rows("", (AGAIN,), "ab")) is None


@pytest.mark.parametrize("seed", range(60))
def test_either_head_to_head_orders_as_it_is_told(seed: int) -> None:
    """Against a reference of its own: sets of entries, and who won in a dictionary."""
    chance, entries = Random(f"shrinks-{seed}"), "abcdef"
    points = {pair: chance.choice([0, 0.5, 1, 1]) for pair in combinations(entries, 2)}
    points |= {pair[::-1]: 1 - gained for pair, gained in points.items()}
    signs = {1: "1", 0.5: "=", 0: "2"}
    text = " ".join(f"{one}{two}{signs[points[one, two]]}" for one, two in combinations(entries, 2))

    def among(level: set[str], *, again: bool) -> list[set[str]]:
        sums = {one: sum(points[one, two] for two in level - {one}) for one in level}
        parts = [
            {one for one in level if sums[one] == total}
            for total in sorted(set(sums.values()), reverse=True)
        ]
        shrunk = again and len(parts) > 1
        return [sub for part in parts for sub in (among(part, again=True) if shrunk else [part])]

    for name in (ONCE, AGAIN):
        levels = among(set(entries), again=name is AGAIN)
        best = accumulate((len(level) for level in levels), initial=1)
        expected = {one: rank for rank, level in zip(best, levels, strict=False) for one in level}
        assert {row.entry: row.rank for row in rows(text, (name,), entries)} == expected


def test_the_lot_leaves_nobody_level() -> None:
    found = rows("", SWISS, "abcde")
    assert [row.rank for row in found] == [1, 2, 3, 4, 5]
    assert {row.decided_by for row in found} == {TieBreak.LOT}


def test_a_row_counts_how_its_matches_went() -> None:
    first = rows("ab1 / a / ac=", SWISS, "abc")[0]
    assert first.entry == "a"
    assert first.counts == {
        Outcome.WIN: 1,
        Outcome.DRAW: 1,
        Outcome.LOSS: 0,
        Outcome.ABSENCE: 0,
        Outcome.BYE: 1,
        Outcome.HALF_BYE: 0,
        Outcome.ZERO_BYE: 0,
    }
    assert first.values[TieBreak.POINTS] == 2.5


@pytest.mark.parametrize("tie_breaks", [ROUND_ROBIN, SWISS])
def test_matches_not_played_yet_leave_no_trace(tie_breaks: tuple[TieBreak, ...]) -> None:
    assert rows("ab1 cd1 / ac? bd?", tie_breaks, "abcd") == rows("ab1 cd1", tie_breaks, "abcd")


@pytest.mark.parametrize("tie_breaks", [ROUND_ROBIN, SWISS, ROUND_ROBIN[:1]])
@given(
    st.lists(
        st.tuples(st.permutations("abcdef"), st.sampled_from("1=2+-0?"), st.integers(1, 5)),
        max_size=20,
    ),
    st.randoms(use_true_random=False),
)
def test_standings_do_not_depend_on_the_order_of_input(
    tie_breaks: tuple[TieBreak, ...], drawn: list[tuple[list[str], str, int]], order: Random
) -> None:
    played = [
        Result(entries[0], entries[1], VERDICTS[sign], round_, walkover=sign in "+-")
        for entries, sign, round_ in drawn
    ]
    found = standings(tabulate("abcdef", played), tie_breaks)
    order.shuffle(played)
    entries = list("abcdef")
    order.shuffle(entries)
    again = standings(tabulate(entries, played), tie_breaks)
    assert [(row.rank, row.entry, row.decided_by, row.values) for row in again] == [
        (row.rank, row.entry, row.decided_by, row.values) for row in found
    ]
