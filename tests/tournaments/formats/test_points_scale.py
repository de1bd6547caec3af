"""Scales of points: how they are written, what they give, and what is refused."""

import pytest

from tests.tournaments.formats.results import results
from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Outcome
from tournaments.formats.points_scale import (
    CHESS_SCALE,
    PointsScale,
    misfits_of_scale,
    read_scale,
    write_scale,
)
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import final_ranks, standings, surely_first
from tournaments.formats.tie_breaks import ROUND_ROBIN, TieBreak


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("", CHESS_SCALE),
        ("1-½-0", CHESS_SCALE),
        ("1 0,5 0", CHESS_SCALE),
        ("2–1", PointsScale(win=2, draw=None, loss=1)),
        ("3-1-0", PointsScale(win=3, draw=1, loss=0)),
        ("3/2/1/0", PointsScale(win=3, draw=None, loss=0, narrow_win=2, narrow_loss=1)),
        ("4-4-2-1-0", PointsScale(win=4, draw=2, loss=0, narrow_win=4, narrow_loss=1)),
        ("2½-1-0", PointsScale(win=2.5, draw=1, loss=0)),
    ],
)
def test_a_scale_is_read(text: str, scale: PointsScale) -> None:
    assert read_scale(text) == scale
    assert read_scale(write_scale(text)) == scale


@pytest.mark.parametrize(
    ("text", "more", "code"),
    [
        ("3", {}, "bad-scale"),
        ("3-1-x", {}, "bad-scale"),
        ("3-1-0-0-0-0", {}, "bad-scale"),
        ("21-1-0", {}, "bad-scale"),
        ("0-1-3", {}, "scale-upside-down"),
        ("1-1-1", {}, "scale-upside-down"),
        ("3-1-0", {"bye": 4}, "bye-above-a-win"),
        ("3-1-0", {"absence": 1}, "absence-above-a-loss"),
    ],
)
def test_what_gives_more_for_less_is_refused(text: str, more: dict[str, float], code: str) -> None:
    with pytest.raises(FormatError, match=code):
        read_scale(text, **more)


def test_a_misfit_names_the_choice_to_change() -> None:
    assert list(misfits_of_scale(FormatOptions(scale="3"))) == [("scale", "bad-scale")]
    bye = FormatOptions(scale="3-1-0", bye_value=4)
    assert list(misfits_of_scale(bye)) == [("bye_value", "bye-above-a-win")]
    assert list(misfits_of_scale(FormatOptions())) == []


def test_every_outcome_has_points() -> None:
    scale = read_scale("3-2-1-0", bye=2, absence=-1)
    given = {outcome: scale.points(outcome) for outcome in Outcome}
    assert list(given.values()) == [3, 1.5, 0, -1, 2, 1.5, 0]
    assert scale.points(Outcome.WIN, is_narrow=True) == 2
    assert scale.points(Outcome.LOSS, is_narrow=True) == 1
    assert (scale.least, scale.most, scale.has_narrow) == (-1, 3, True)
    assert PointsScale().points(Outcome.LOSS, is_narrow=True) == 0


def match(first: str, second: str, games: tuple[int, int], round_: int = 1) -> Result[str]:
    verdict = Verdict.FIRST if games[0] > games[1] else Verdict.SECOND
    return Result(first, second, verdict, round_, games=games)


def test_a_narrow_result_differs_by_one_game() -> None:
    played = [match("a", "b", (2, 1)), match("c", "d", (2, 0)), match("a", "d", (1, 0), 2)]
    table = tabulate("abcd", played, scale=read_scale("3-2-1-0"))
    assert table.scores == {"a": 5, "b": 1, "c": 3, "d": 0}


def test_nobody_is_sure_while_points_can_be_lost() -> None:
    scale = read_scale("3-1-0", absence=-3)
    table = tabulate("ab", results("ab1"), scale=scale)
    assert surely_first(table, ROUND_ROBIN, {"a": 1, "b": 1}, 1) == set()
    table = tabulate("ab", results("ab1"), scale=read_scale("3-1-0"))
    assert surely_first(table, ROUND_ROBIN, {"a": 0, "b": 0}, 1) == {"a"}


def test_the_first_rank_stays_vacant_although_losing_gives_points() -> None:
    scale = read_scale("2-1", absence=0)
    rows = standings(tabulate("abc", results("ab0"), scale=scale), ROUND_ROBIN)
    assert [rank for rank, _ in final_ranks(rows)] == [2, 3, 4]


def test_a_bye_below_a_win_is_no_win() -> None:
    table = tabulate("abc", results("ab1 c"), scale=read_scale("3-1-0", bye=1))
    rows = {row.entry: row for row in standings(table, (TieBreak.POINTS, TieBreak.WIN))}
    assert [rows[entry].values[TieBreak.WIN] for entry in "abc"] == [1, 0, 0]


@pytest.mark.parametrize("figures", ["2-1", "3-1-0"])
def test_added_points_of_games_leave_the_scale_of_results_out(figures: str) -> None:
    """A walkover is worth a won match and a rest half of one; an absence nothing."""
    table = tabulate(["a", "b"], results("ab+ / aH"), scale=read_scale(figures), tantos=30)
    assert table.scores == {"a": 45, "b": 0}


def test_with_added_points_a_win_is_a_win_and_the_first_need_not_have_one() -> None:
    """b makes 58 points in two defeats, a and c 30 each in a win; c has a bye, too."""
    played = [
        Result("a", "b", Verdict.FIRST, 1, chico_points=(30, 29)),
        Result("c", None, round=1, bye=Outcome.HALF_BYE),
        Result("c", "b", Verdict.FIRST, 2, chico_points=(30, 29)),
    ]
    table = tabulate("abc", played, tantos=30)
    rows = standings(table, (TieBreak.POINTS, TieBreak.WIN))
    assert [(row.entry, row.values[TieBreak.WIN]) for row in rows] == [("b", 0), ("c", 1), ("a", 1)]
    assert final_ranks(rows) == [(1, "b"), (2, "c"), (3, "a")]
