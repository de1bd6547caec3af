"""The score sheet: what may be written, what it adds up to, and taking a mark back."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import Close, Deal, Point, Sheet, Undo, Void, read_sheet, write
from tournaments.formats.series import MatchUnit, decided

FIVE = MatchUnit(5)
THREE = MatchUnit(5, best_of=3)
CAMAS = MatchUnit(5, legs_to_win=2)
US, THEM = Point(0, 5), Point(1, 5)
MARKS = st.one_of(
    st.builds(Point, st.integers(0, 1), st.integers(1, 4)),
    st.just(Close()),
    st.just(Undo()),
)


def refusal(measure, *marks):
    with pytest.raises(FormatError) as refused:
        read_sheet(measure, marks)
    return refused.value.code


def test_points_add_up_on_their_side():
    sheet = read_sheet(FIVE, [Point(0, 1), Point(1, 3), Point(0, 2)])
    assert (sheet.points, sheet.reached) == ((3, 3), False)


def test_a_game_is_over_when_somebody_says_so():
    reached = read_sheet(FIVE, [Point(1, 2), US])
    assert (reached.reached, reached.is_decided) == (True, False)
    over = write(reached, Close())
    assert (over.chicos, over.points, over.wins) == (((5, 2),), (0, 0), (1, 0))
    assert over.is_decided


def test_a_series_goes_on_until_it_is_decided():
    one_all = read_sheet(THREE, [US, Close(), THEM, Close()])
    assert (one_all.wins, one_all.is_decided) == ((1, 1), False)
    assert read_sheet(THREE, [US, Close(), THEM, Close(), THEM, Close()]).is_decided


def test_chicos_make_a_game():
    sheet = read_sheet(CAMAS, [US, Close(), THEM, Close(), Point(0, 1)])
    assert (sheet.legs, sheet.wins, sheet.points) == ((1, 1), (0, 0), (1, 0))


def test_the_last_mark_is_taken_back_and_then_the_one_before_it():
    marks = [Point(0, 1), Point(1, 2), Point(0, 3)]
    assert read_sheet(FIVE, [*marks, Undo()]).points == (1, 2)
    assert read_sheet(FIVE, [*marks, Undo(), Undo()]).points == (1, 0)
    assert read_sheet(FIVE, [*marks, Undo(), Undo(), Undo()]) == Sheet(FIVE)


def test_a_chico_that_was_closed_by_mistake_is_open_again():
    sheet = read_sheet(THREE, [Point(1, 2), US, Close(), Undo()])
    assert (sheet.chicos, sheet.points, sheet.reached) == ((), (5, 2), True)


def test_a_match_played_again_has_an_empty_sheet_and_nothing_to_take_back():
    assert read_sheet(THREE, [US, Close(), Point(0, 1), Void()]) == Sheet(THREE)
    assert refusal(THREE, US, Void(), Undo()) == "nothing-to-undo"


@pytest.mark.parametrize(
    ("marks", "code"),
    [
        ([Point(0, 6)], "past-target"),
        ([Point(0, 3), Point(0, 3)], "past-target"),
        ([US, Point(1, 1)], "past-target"),
        ([Point(0, 0)], "past-target"),
        ([Point(0, -1)], "past-target"),
        ([US, Close(), Point(1, 1)], "past-target"),
        ([Close()], "chico-goes-on"),
        ([Point(0, 4), Close()], "chico-goes-on"),
        ([US, Close(), Close()], "chico-goes-on"),
        ([Undo()], "nothing-to-undo"),
        ([Point(0, 1), Undo(), Undo()], "nothing-to-undo"),
    ],
)
def test_what_cannot_be_is_not_written(marks, code):
    assert refusal(FIVE, *marks) == code


def accepted(sheet, mark):
    try:
        return write(sheet, mark)
    except FormatError:
        return sheet


@given(st.lists(MARKS, max_size=60))
def test_no_sheet_passes_the_target_and_a_decided_one_can_be(marks):
    for measure in (FIVE, THREE, CAMAS):
        sheet = reduce(accepted, marks, Sheet(measure))
        assert max(sheet.points) <= measure.target
        if sheet.is_decided:
            assert decided(sheet.chicos, measure) == sheet.games


def test_who_deals_is_kept_beside_the_points_and_taken_back_like_them():
    sheet = read_sheet(FIVE, [Deal(2), Point(0, 1), Deal(3)])
    assert (sheet.dealer, sheet.points) == (3, (1, 0))
    assert read_sheet(FIVE, [Deal(2), Point(0, 1), Deal(3), Undo()]).dealer == 2
    assert read_sheet(THREE, [Deal(0), US, Close()]).dealer == 0
    assert read_sheet(FIVE, [Deal(0), Void()]) == Sheet(FIVE)
