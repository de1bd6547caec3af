"""The table of a series: points, dropped results, tie-breaks, stakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.series_table import (
    Placing,
    SeriesRules,
    Stake,
    read_points,
    series_table,
    stakes,
    sure_finalists,
    write_points,
)

USUAL = SeriesRules()


def nights(rules: SeriesRules, *orders: str) -> list[dict[str, Placing]]:
    """Competitions written as their final orders: `abc` is a first, b second, c third."""
    return [
        {who: Placing(rank, rules.points_at(rank)) for rank, who in enumerate(order, start=1)}
        for order in orders
    ]


def table(rules: SeriesRules, *orders: str) -> dict[str, tuple[int, int]]:
    """Rank and points of each player."""
    rows = series_table(rules, nights(rules, *orders))
    return {row.player: (row.rank, row.total) for row in rows}


def test_places_bring_10_8_6_5_4_3_2_1_and_everybody_one() -> None:
    assert table(USUAL, "abcdefghijk") == {
        "a": (1, 10),
        "b": (2, 8),
        "c": (3, 6),
        "d": (4, 5),
        "e": (5, 4),
        "f": (6, 3),
        "g": (7, 2),
        "h": (8, 1),
        "i": (9, 1),
        "j": (10, 1),
        "k": (11, 1),
    }


def test_equals_in_a_competition_earn_the_same() -> None:
    both = {"a": Placing(1, 10), "b": Placing(1, 10), "c": Placing(3, 6)}
    rows = series_table(USUAL, [both])
    assert [(row.player, row.rank) for row in rows] == [("a", 1), ("b", 1), ("c", 3)]


def test_the_worst_results_are_dropped_and_stay_in_the_row() -> None:
    rules = SeriesRules(counted=2)
    rows = series_table(rules, nights(rules, "ab", "ba", "ba", "a"))
    (a, b) = rows
    assert (a.player, a.total, b.total) == ("a", 20, 20)
    assert [cell.is_counted for cell in a.played] == [True, False, False, True]
    assert [cell and cell.is_counted for cell in b.cells] == [False, True, True, None]


def test_of_equal_results_the_oldest_is_dropped() -> None:
    rules = SeriesRules(counted=1)
    (row,) = series_table(rules, nights(rules, "a", "a"))
    assert [cell.is_counted for cell in row.played] == [False, True]


def test_first_places_decide_then_the_last_night() -> None:
    rules = SeriesRules(points=(8, 6, 4, 3, 2))
    each_won = series_table(rules, nights(rules, "abc", "cab", "bca"))
    assert [(row.player, row.rank) for row in each_won] == [("b", 1), ("c", 2), ("a", 3)]
    even = SeriesRules(points=(4, 2), attended=0)
    assert table(even, "ab", "xb") == {"x": (1, 4), "b": (3, 4), "a": (2, 4)}  # b won nothing


def test_players_level_in_everything_share_a_rank() -> None:
    both = {"a": Placing(2, 8), "b": Placing(2, 8)}
    assert {row.rank for row in series_table(USUAL, [both])} == {1}


def test_the_bonus_counts_for_dropped_results_too() -> None:
    rules = SeriesRules(counted=1, bonus=3)
    assert table(rules, "a", "a", "a")["a"] == (1, 10 + 9)


def test_nothing_played_is_an_empty_table() -> None:
    assert series_table(USUAL, []) == []
    assert stakes(USUAL, [], 3) == []
    assert sure_finalists(USUAL, [], 3, 4) == set()


def test_a_leader_can_win_with_a_lower_place() -> None:
    orders = ["abcd"] * 2
    rows = series_table(USUAL, nights(USUAL, *orders, "bacd"))
    # a has 28, b 26. If b wins and a is second both have 36 and two first places: b won the last.
    assert stakes(USUAL, rows, 1) == [Stake("a", 1), Stake("b", 1)]
    ahead = series_table(USUAL, nights(USUAL, *orders))
    # a 20, b 16: b can come to 26, and a to as much in third place, with one first place more
    assert stakes(USUAL, ahead, 1) == [Stake("a", 3)]


def test_a_large_lead_needs_only_attendance_or_nothing() -> None:
    rows = series_table(USUAL, nights(USUAL, "ab", "ab", "ab", "ab", "ab", "ab"))
    assert stakes(USUAL, rows, 1) == [Stake("a", None)]  # 60 against 58 at most
    rows = series_table(USUAL, nights(USUAL, "vab", "wab", "xab", "yab", "zab"))
    assert stakes(USUAL, rows, 1) == [Stake("a", 9)]  # 40 and 1 for coming, against 40
    assert stakes(USUAL, rows, 2) == [Stake("a", 1)]
    assert stakes(USUAL, rows, 3) == []


def test_a_partner_may_share_the_first_place() -> None:
    rows = series_table(USUAL, nights(USUAL, "ba", "ab", "ab"))  # a 28, b 26
    assert stakes(USUAL, rows, 1) == [Stake("a", 1), Stake("b", 1)]
    assert stakes(USUAL, rows, 1, has_teams=True) == [Stake("a", 1)]
    close = series_table(USUAL, nights(USUAL, "ab", "ba"))  # 18 each, b came out ahead last
    assert stakes(USUAL, close, 1) == [Stake("b", 1), Stake("a", 1)]
    assert stakes(USUAL, close, 1, has_teams=True) == []


def test_sums_of_matches_have_no_stakes() -> None:
    sums = SeriesRules(points=(), attended=0)
    rows = series_table(sums, [{"a": Placing(1, 85), "b": Placing(2, 20)}])
    assert [(row.player, row.total) for row in rows] == [("a", 85), ("b", 20)]
    assert stakes(sums, rows, 1) == []
    assert sure_finalists(sums, rows, 1, 1) == set()
    assert sure_finalists(sums, rows, 0, 1) == {"a"}


def test_finalists_are_sure_once_too_few_can_pass_them() -> None:
    rows = series_table(USUAL, nights(USUAL, *["abcd"] * 4, "abdc"))  # 50, 40, 29, 26
    assert sure_finalists(USUAL, rows, 1, 1) == {"a"}
    assert sure_finalists(USUAL, rows, 1, 2) == {"a", "b"}
    assert sure_finalists(USUAL, rows, 2, 2) == {"a"}
    assert sure_finalists(USUAL, rows, 0, 3) == {"a", "b", "c"}


@pytest.mark.parametrize(
    "text",
    ["", "x", "10 11", "1001", "-1", "1.5", "٣", " ".join(["1"] * 31), "99999"],
)
def test_invalid_points_are_refused(text: str) -> None:
    with pytest.raises(FormatError, match="bad-points"):
        read_points(text)


def test_points_survive_writing_and_reading() -> None:
    assert read_points("10, 8,6 6") == (10, 8, 6, 6)
    assert read_points(write_points((5, 0))) == (5, 0)


ORDERS = st.lists(st.permutations("abcd").map("".join), min_size=1, max_size=5)


@given(ORDERS, st.integers(1, 3), st.integers(0, 3), st.data())
def test_a_stake_holds_whatever_others_do(
    orders: list[str], to_come: int, bonus: int, data: st.DataObject
) -> None:
    rules = SeriesRules(counted=data.draw(st.none() | st.integers(1, 4)), bonus=bonus)
    rows = series_table(rules, nights(rules, *orders))
    for stake in stakes(rules, rows, to_come):
        others = "".join({*"abcdn"} - {stake.player})
        later = data.draw(
            st.lists(st.permutations(others).map("".join), min_size=to_come, max_size=to_come)
        )
        if stake.place is not None:
            place = data.draw(st.integers(1, stake.place)) - 1
            later[0] = later[0][:place] + stake.player + later[0][place:]
        whole = table(rules, *orders, *later)
        leaders = [who for who, (rank, _) in whole.items() if rank == 1]
        assert leaders == [stake.player]


@given(ORDERS, st.integers(1, 3), st.integers(1, 4), st.data())
def test_a_sure_finalist_stays_one(
    orders: list[str], to_come: int, places: int, data: st.DataObject
) -> None:
    rows = series_table(USUAL, nights(USUAL, *orders))
    later = data.draw(
        st.lists(st.permutations("abcdnm").map("".join), min_size=to_come, max_size=to_come)
    )
    whole = table(USUAL, *orders, *later)
    for player in sure_finalists(USUAL, rows, to_come, places):
        assert whole[player][0] <= places


@given(ORDERS)
def test_the_table_does_not_depend_on_the_order_of_names(orders: list[str]) -> None:
    straight = nights(USUAL, *orders)
    turned = [dict(reversed(each.items())) for each in straight]
    rows, again = series_table(USUAL, straight), series_table(USUAL, turned)
    assert {(row.player, row.rank) for row in rows} == {(row.player, row.rank) for row in again}
