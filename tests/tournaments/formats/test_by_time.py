"""R-S5: what a match that the bell ended comes to."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.score_sheet import Close, Point, TimeUp, Undo, read_sheet, write
from tournaments.formats.series import (
    MatchUnit,
    Verdict,
    WrittenGame,
    can_time_rounds,
    decide_match,
    decided,
)
from tournaments.formats.standings import standings
from tournaments.formats.tie_breaks import TieBreak

ONE = MatchUnit(15)
THREE = MatchUnit(15, best_of=3)
CAMAS = MatchUnit(24, legs_to_win=2)


def refusal(chicos, measure, *, rung=True):
    with pytest.raises(FormatError) as refused:
        decide_match(chicos, measure, rung=rung)
    return refused.value.code


@pytest.mark.parametrize(
    ("measure", "chicos", "winner", "wins"),
    [
        (ONE, [(12, 7)], 0, [0]),
        (ONE, [(0, 1)], 1, [1]),
        (THREE, [(12, 7)], 0, [0]),
        (THREE, [(15, 7)], 0, [0]),  # who leads in games, though a game is short
        (THREE, [(15, 7), (3, 14)], 0, [0, None]),  # the points of the second decide nothing
        (THREE, [(15, 7), (14, 3)], 0, [0, None]),
        (THREE, [(15, 7), (7, 15), (3, 4)], 1, [0, 1, 1]),
        (CAMAS, [(24, 7), (3, 20)], 0, [0]),  # chicos come before points
        (CAMAS, [(24, 7)], 0, [0]),
        (CAMAS, [(24, 7), (7, 24), (3, 4)], 1, [1]),
    ],
)
def test_the_leader_wins_below_the_target(measure, chicos, winner, wins):
    ending = decide_match(chicos, measure, rung=True)
    assert (ending.winner, ending.by_time) == (winner, True)
    assert [game.winner for game in ending.games] == wins
    assert [chico for game in ending.games for chico in game.chicos] == chicos


@pytest.mark.parametrize(
    ("measure", "chicos"),
    [
        (ONE, [(7, 7)]),
        (ONE, [(0, 0)]),
        (THREE, [(15, 7), (7, 15)]),
        (THREE, [(15, 7), (7, 15), (4, 4)]),
        (CAMAS, [(24, 7), (7, 24), (4, 4)]),
    ],
)
def test_level_at_the_bell_is_one_more_hand(measure, chicos):
    assert refusal(chicos, measure) == "level-at-the-bell"


@pytest.mark.parametrize(
    ("measure", "chicos"), [(ONE, [(15, 7)]), (THREE, [(15, 3), (2, 15), (15, 14)])]
)
def test_what_was_won_by_points_is_no_result_by_time(measure, chicos):
    assert decide_match(chicos, measure, rung=True) == decide_match(chicos, measure, rung=False)
    assert decide_match(chicos, measure, rung=True).games == decided(chicos, measure)


@pytest.mark.parametrize(
    ("measure", "chicos", "code"),
    [
        (ONE, [(12, 7)], "impossible-score"),
        (THREE, [(15, 7), (3, 14)], "impossible-score"),
        (THREE, [(15, 7)], "series-open"),
    ],
)
def test_before_the_bell_nothing_below_the_target_is_a_result(measure, chicos, code):
    assert refusal(chicos, measure, rung=False) == code


@pytest.mark.parametrize(
    ("measure", "chicos", "code"),
    [
        (ONE, [], "series-open"),
        (ONE, [(16, 7)], "impossible-score"),
        (ONE, [(15, 15)], "impossible-score"),
        (ONE, [(-1, 7)], "impossible-score"),
        (THREE, [(12, 7), (3, 4)], "impossible-score"),  # only the last was stopped
        (ONE, [(15, 7), (3, 4)], "game-after-the-end"),
        (ONE, [(15, 7), (15, 4)], "game-after-the-end"),
    ],
)
def test_the_bell_makes_nothing_else_possible(measure, chicos, code):
    assert refusal(chicos, measure) == code


def test_only_rounds_without_days_of_their_own_are_timed():
    assert can_time_rounds(45, None)
    assert can_time_rounds(None, 7)
    assert not can_time_rounds(45, 7)


def test_the_difference_of_points_counts_as_played():
    """Three who have one win each: 12-7 by time is worth five points."""
    table = tabulate(
        "abc",
        [
            Result("a", "b", Verdict.FIRST, round=1, games=(1, 0), chico_points=(12, 7)),
            Result("b", "c", Verdict.FIRST, round=2, games=(1, 0), chico_points=(15, 14)),
            Result("c", "a", Verdict.FIRST, round=3, games=(1, 0), chico_points=(15, 11)),
        ],
        lot_seed="x",
    )
    rows = standings(table, [TieBreak.POINTS, TieBreak.CHICO_POINTS])
    assert [(row.entry, row.values[TieBreak.CHICO_POINTS]) for row in rows] == [
        ("c", 3),
        ("a", 1),
        ("b", -4),
    ]


def test_a_sheet_is_closed_at_the_bell_as_it_stands():
    sheet = read_sheet(ONE, [Point(0, 3), Point(1, 1), TimeUp()])
    assert (sheet.is_decided, sheet.stopped, sheet.points) == (True, True, (3, 1))
    assert sheet.ending.games == (WrittenGame(((3, 1),), stopped=True, ahead=0),)
    assert not sheet.takes(0, 1)
    assert write(sheet, Undo()) == read_sheet(ONE, [Point(0, 3), Point(1, 1)])


@pytest.mark.parametrize("marks", [[], [Point(0, 2), Point(1, 2)]])
def test_a_level_sheet_is_not_closed(marks):
    with pytest.raises(FormatError, match="level-at-the-bell"):
        read_sheet(ONE, [*marks, TimeUp()])


def test_at_the_bell_a_chico_whose_target_was_reached_is_closed_first():
    whole = [Point(0, 4)] * 3 + [Point(0, 3)]
    assert read_sheet(ONE, [*whole, TimeUp()]) == read_sheet(ONE, [*whole, Close()])
    first = read_sheet(THREE, [*whole, TimeUp()])
    assert (first.stopped, first.chicos, first.ending.winner) == (True, ((15, 0),), 0)
