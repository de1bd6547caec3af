"""Divisions, and between two seasons."""

import pytest

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.formats.league import (
    Move,
    divide,
    equal_sizes,
    half_of,
    next_season,
    season_moves,
)
from tournaments.formats.options import FormatOptions, Layout
from tournaments.formats.qualification import HalfChampion, half_champions
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import Row, standings
from tournaments.formats.tie_breaks import TieBreak

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


def halves(**choices: object) -> FormatOptions:
    return FormatOptions(format="league", split_season=True, **choices)


@pytest.mark.parametrize(
    ("entries", "last", "first"), [(2, 1, 2), (3, 3, 4), (8, 7, 8), (13, 13, 14)]
)
def test_a_cycle_is_a_half(entries: int, last: int, first: int) -> None:
    assert (half_of(1, entries), half_of(last, entries)) == (1, 1)
    assert (half_of(first, entries), half_of(2 * last, entries)) == (2, 2)


def test_the_final_takes_the_champions_of_both_halves() -> None:
    plans = FORMATS["league"].stages(halves(divisions=2, every_division=True))
    assert [(plan.shape.format, plan.tier, plan.shape.split_season) for plan in plans] == [
        *(("league", 1, True), ("league", 2, True), ("single", 1, False), ("single", 2, False)),
    ]
    takes = plans[2].takes
    assert takes is not None
    assert (takes.stage, takes.origins([8]), takes.number([8])) == (
        *(1, (HalfChampion(1), HalfChampion(2))),
        2,
    )
    assert sum(wave.matches for wave in FORMATS["league"].waves(halves(), 8)) == 57


@pytest.mark.parametrize(
    ("choices", "movers", "code", "nearest"),
    [
        ({}, 0, None, {}),
        ({"cycles": 1}, 0, "halves-of-one-cycle", {"cycles": 1, "split_season": False}),
        ({"finalists": 4}, 0, "halves-and-finalists", {}),
        ({"layout": Layout.PAGE}, 0, "page-needs-four", {}),
        (
            {"divisions": 2, "promotion": 1},
            1,
            "halves-and-promotion",
            {"divisions": 2},
        ),
    ],
)
def test_what_goes_with_halves(
    choices: dict[str, object], movers: int, code: str | None, nearest: dict[str, object]
) -> None:
    how, shape = FORMATS["league"], halves(**choices)
    assert next((found for _, found in how.misfits(shape, 8, movers)), None) == code
    assert how.fitting(shape, 8, movers) == FormatOptions(
        **{"format": "league", "split_season": True} | nearest
    )


def table(*matches: tuple[str, str]) -> tuple[Row[str], ...]:
    """The standings after matches that the first of each pair won."""
    results = [
        Result(first, second, Verdict.FIRST, round=number)
        for number, (first, second) in enumerate(matches, start=1)
    ]
    return standings(tabulate("ABC", results, drawn=None), [TieBreak.POINTS, TieBreak.LOT])


def test_the_champions_of_the_halves_play_the_final() -> None:
    first, second = [("A", "B"), ("A", "C"), ("B", "C")], [("B", "A"), ("B", "C"), ("A", "C")]
    assert half_champions([table(*first), table(*second)], table(*first, *second)) == ["A", "B"]


def test_who_wins_both_halves_meets_the_best_of_the_season() -> None:
    first, second = [("A", "B"), ("A", "C"), ("C", "B")], [("A", "B"), ("A", "C"), ("B", "C")]
    season = table(*first, *second, ("C", "B"))
    assert half_champions([table(*first), table(*second)], season) == ["A", "C"]
