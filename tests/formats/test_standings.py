"""Who stands where, and what decided it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.results import VERDICTS, results
from tournaments.formats.outcome import Outcome
from tournaments.formats.series import Verdict
from tournaments.formats.standings import Row, standings
from tournaments.formats.table import Result, tabulate
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
