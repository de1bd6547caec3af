"""Divisions, and between two seasons."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.league import Move, divide, equal_sizes, next_season, season_moves

DIVISIONS = ["ABCD", "EFGH", "IJKL"]


@pytest.mark.parametrize(
    ("entries", "divisions", "sizes"), [(8, 2, (4, 4)), (13, 2, (7, 6)), (11, 3, (4, 4, 3))]
)
def test_a_first_season_has_equal_divisions(
    entries: int, divisions: int, sizes: tuple[int, ...]
) -> None:
    assert equal_sizes(entries, divisions) == sizes


def test_divisions_are_filled_from_the_top_and_the_last_takes_whoever_is_left() -> None:
    assert divide("ABCDEFGHI", (3, 3, 2), 1) == ("ABC", "DEF", "GHI")


@pytest.mark.parametrize(
    ("order", "sizes", "places"), [("ABC", (2, 1), 0), ("ABCDEF", (2, 2, 2), 2), ("AB", (2, 2), 0)]
)
def test_a_division_has_two_and_room_for_those_who_move(
    order: str, sizes: tuple[int, ...], places: int
) -> None:
    with pytest.raises(FormatError) as refused:
        divide(order, sizes, places)
    assert refused.value.code == "division-too-small"


@pytest.mark.feature("Leagues", "Promotion and relegation")
def test_the_last_change_places_with_the_first_below() -> None:
    assert season_moves(DIVISIONS, 1) == (
        Move("D", 1, 2),
        Move("E", 2, 1),
        Move("H", 2, 3),
        Move("I", 3, 2),
    )


def test_going_up_is_a_promotion() -> None:
    assert [move.is_promotion for move in season_moves(DIVISIONS, 1)] == [False, True] * 2


def test_the_best_of_the_top_and_the_last_of_the_bottom_stay() -> None:
    assert {"A", "L"}.isdisjoint(move.entry for move in season_moves(DIVISIONS, 2))


def test_the_next_season_keeps_the_sizes_and_puts_those_who_come_up_last() -> None:
    divisions = next_season(DIVISIONS, 1)
    assert ["".join(division) for division in divisions] == ["ABCE", "DFGI", "HJKL"]


def test_closing_a_season_again_gives_the_same() -> None:
    assert next_season(DIVISIONS, 2) == next_season(DIVISIONS, 2)


def test_without_places_to_change_everything_stays() -> None:
    assert season_moves(DIVISIONS, 0) == ()


@pytest.mark.parametrize(
    ("divisions", "places", "code"),
    [
        (["ABC", "DEF", "GHI"], 2, "division-too-small"),
        (["ABC", "DEF"], -1, "division-too-small"),
        (["ABC", "CDE"], 1, "duplicate-entry"),
    ],
)
def test_moves_that_contradict_each_other_are_refused(
    divisions: list[str], places: int, code: str
) -> None:
    with pytest.raises(FormatError) as refused:
        season_moves(divisions, places)
    assert refused.value.code == code
