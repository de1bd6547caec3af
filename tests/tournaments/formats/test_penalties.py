"""Penalties on a score sheet: R-S6, and the shipped list of irregularities (R-J)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.penalty_list import (
    ARTICLES,
    MOST,
    SHIPPED,
    Effect,
    are_points_allowed,
    mark_for,
)
from tournaments.formats.score_sheet import (
    Close,
    Correct,
    Deal,
    Deduction,
    Fine,
    Forfeit,
    LostDeal,
    LostHand,
    Point,
    Sheet,
    Shift,
    Undo,
    Void,
    read_sheet,
    standing,
    write,
)
from tournaments.formats.series import MatchUnit

FIVE = MatchUnit(5)
CAMAS = MatchUnit(5, best_of=3, legs_to_win=2)
SIDES, POINTS = st.integers(0, 1), st.integers(1, MOST)
MARKS = st.one_of(
    st.builds(Point, SIDES, st.integers(1, 4)),
    st.builds(Fine, SIDES, POINTS),
    st.builds(Shift, SIDES, POINTS),
    st.builds(Forfeit, SIDES),
    st.builds(Deduction, SIDES, st.integers(0, MOST)),
    st.builds(LostHand, SIDES, st.integers(0, 6), st.integers(0, MOST)),
    st.builds(LostDeal, SIDES, st.integers(0, 3)),
    st.builds(Correct, st.tuples(st.integers(-1, 6), st.integers(-1, 6))),
    st.just(Close()),
    st.just(Undo()),
)


def refusal(measure, *marks):
    with pytest.raises(FormatError) as refused:
        read_sheet(measure, marks)
    return refused.value.code


def test_rs6_points_go_to_the_other_side_and_never_past_the_target():
    assert read_sheet(FIVE, [Fine(0, 2)]).points == (0, 2)
    ended = read_sheet(FIVE, [Point(1, 4), Fine(0, 3)])
    assert (ended.points, ended.reached) == ((0, 5), True)


def test_rs6_points_of_an_envido_pass_over_and_nobody_falls_below_nothing():
    assert read_sheet(FIVE, [Point(0, 3), Shift(0, 2)]).points == (1, 2)
    assert read_sheet(FIVE, [Point(0, 1), Shift(0, 2)]).points == (0, 2)


def test_rs6_who_reached_the_target_with_an_envido_that_was_not_one_goes_back():
    reached = read_sheet(FIVE, [Point(1, 1), Point(0, 4), Point(0, 1), Shift(0, 2)])
    assert (reached.points, reached.reached) == ((3, 3), False)


@pytest.mark.parametrize(
    "marks",
    [
        (Point(0, 5), Fine(0, 1)),
        (Point(0, 5), Fine(1, 1)),
        (Point(0, 5), Shift(1, 1)),
        (Point(0, 5), Close(), Fine(0, 1)),
        (Point(0, 5), Close(), Forfeit(0)),
        (Point(0, 5), Close(), Correct((1, 1))),
    ],
)
def test_nothing_is_given_once_a_side_is_there(marks):
    assert refusal(FIVE, *marks) == "chico-is-over"


def test_rs6_a_game_is_ended_with_every_chico_it_still_needs():
    sheet = read_sheet(CAMAS, [Point(0, 5), Close(), Point(0, 3), Forfeit(0)])
    assert sheet.chicos == ((5, 0), (3, 5), (0, 5))
    assert (sheet.wins, sheet.points, sheet.is_decided) == ((0, 1), (0, 0), False)
    assert write(sheet, Undo()).points == (3, 0)


def test_a_side_that_has_the_target_still_loses_the_game():
    sheet = read_sheet(FIVE, [Point(0, 5), Forfeit(0)])
    assert (sheet.chicos, sheet.is_decided, sheet.wins) == (((4, 5),), True, (0, 1))


def test_a_score_is_written_anew():
    assert read_sheet(FIVE, [Point(0, 3), Correct((1, 4))]).points == (1, 4)
    assert read_sheet(FIVE, [Correct((5, 4))]).reached


@pytest.mark.parametrize("points", [(5, 5), (6, 0), (-1, 0)])
def test_a_score_that_cannot_be_is_refused(points):
    assert refusal(FIVE, Correct(points)) == "impossible-score"


def test_what_was_taken_back_stands_no_more():
    assert standing([Point(0, 1), Fine(0, 1), Undo(), Point(1, 1)]) == [0, 3]
    assert standing([Point(0, 1), Void(), Fine(1, 2)]) == [2]


@given(st.lists(MARKS, max_size=40))
def test_points_stay_between_nothing_and_the_target(marks):
    sheet, log = Sheet(CAMAS), []
    for mark in marks:
        try:
            sheet = write(sheet, mark)
        except FormatError:
            continue
        log.append(mark)
        assert 0 <= min(sheet.points) <= max(sheet.points) <= CAMAS.target
        assert min(sheet.points) < CAMAS.target
        for chico in sheet.chicos:
            assert max(chico) == CAMAS.target > min(chico) >= 0
    still = [log[place] for place in standing(log)]
    assert read_sheet(CAMAS, still) == sheet


def test_the_shipped_list_cites_every_article_and_says_how_much():
    assert {line.article for line in SHIPPED.values()} == set(ARTICLES) - {"R-J12"}
    for line in SHIPPED.values():
        assert are_points_allowed(line.effect, line.points)


@pytest.mark.parametrize(
    ("effect", "mark"),
    [
        (Effect.POINTS, Fine(1, 2)),
        (Effect.HAND, Fine(1, 2)),
        (Effect.ENVIDO, Shift(1, 2)),
        (Effect.GAME, Forfeit(1)),
        (Effect.MINUS, Deduction(1, 2)),
        (Effect.HAND_PLUS, LostHand(1, 0, 2)),
        (Effect.DEAL, LostDeal(1, 0)),
    ],
)
def test_each_effect_is_a_mark(effect, mark):
    assert mark_for(effect, 1, 2) == mark


def test_rj9_points_are_taken_and_nobody_gets_them():
    """Never below 0, and not once the chico is over (R-J12)."""
    assert read_sheet(FIVE, [Point(0, 3), Point(1, 1), Deduction(0, 2)]).points == (1, 1)
    assert read_sheet(FIVE, [Point(0, 1), Deduction(0, 2)]).points == (0, 0)
    for side in (0, 1):
        assert refusal(FIVE, Point(0, 4), Point(0, 1), Deduction(side, 1)) == "chico-is-over"


def test_rj10_a_hand_is_taken_back_and_the_chico_goes_on():
    won = [Point(0, 4), Point(1, 2), Point(0, 1)]
    sheet = read_sheet(FIVE, [*won, LostHand(0, 1, 2)])
    assert (sheet.points, sheet.reached) == ((2, 2), False)
    assert refusal(FIVE, *won, LostHand(1, 1, 0)) == "chico-is-over"


def test_rj11_the_deal_passes_without_points():
    sheet = read_sheet(FIVE, [Point(0, 2), Deal(2), LostDeal(0, 3)])
    assert (sheet.points, sheet.dealer) == ((2, 0), 3)
    assert read_sheet(FIVE, [Deal(2), LostDeal(0, 3), Undo()]).dealer == 2
