"""Matches of several boards: how many, and when and by which side they are decided."""

import pytest

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.club_match import (
    Standing,
    points,
    ranked_by_boards,
    read_boards,
    standing,
    winner,
    write_boards,
)
from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions

OPEN, LEVEL, DECIDED = Standing


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("", ()),
        ("2,2,1", (2, 2, 1)),
        (" 2 + 2+1 ", (2, 2, 1)),
        ("3 3", (3, 3)),
        ("1," * 9, (1,) * 9),
    ],
)
def test_boards_are_read_and_written(text: str, sizes: tuple[int, ...]) -> None:
    assert read_boards(text) == sizes
    assert read_boards(write_boards(sizes)) == sizes


@pytest.mark.parametrize("text", ["2", "2,4", "2,0", "2,x", "12,1", "1," * 10, "²,2"])
def test_what_names_no_boards_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="bad-boards"):
        read_boards(text)


@pytest.mark.parametrize(
    ("boards", "results", "expected", "won_by"),
    [
        (3, {}, OPEN, None),
        (3, {1: 0, 2: 0}, OPEN, 0),  # all are played, also when it is decided
        (3, {1: 0, 2: 1, 3: 0}, DECIDED, 0),
        (3, {1: 1, 2: None, 3: None}, DECIDED, 1),
        (3, {1: 1, 2: 0, 3: None}, LEVEL, 1),
        (3, {1: None, 2: None, 3: None}, DECIDED, None),
        (2, {1: 0, 2: 1}, LEVEL, 0),
        (2, {1: 0, 2: 1, 3: 1}, DECIDED, 1),
        (2, {2: 0, 1: 1, 3: None}, DECIDED, 1),  # both sides missed the tie-break: the first board
    ],
)
def test_a_match_is_decided_by_its_boards(
    boards: int, results: dict[int, int | None], expected: Standing, won_by: int | None
) -> None:
    assert standing(boards, results) is expected
    assert winner(results) == won_by


def test_each_board_is_a_point() -> None:
    assert points({1: 0, 2: 1, 3: 0, 4: None}) == (2, 1)


@pytest.mark.parametrize("name", ["round-robin", "groups", "league", "swiss"])
def test_boards_come_after_points_unless_another_order_was_chosen(name: str) -> None:
    how = FORMATS[name]
    ranked = ranked_by_boards(FormatOptions(format=name), how)
    assert ranked.tie_breaks[:2] == ("points", "games")
    assert len(set(ranked.tie_breaks)) == len(ranked.tie_breaks)
    assert set(ranked.tie_breaks) <= set(how.offered)
    assert ranked_by_boards(ranked, how) == ranked
    chosen = FormatOptions(format=name, tie_breaks=("points", "wins", "lot"))
    assert ranked_by_boards(chosen, how) == chosen
    assert ranked_by_boards(FormatOptions(), FORMATS["single"]) == FormatOptions()


@pytest.mark.parametrize(
    ("results", "won_by"), [({1: 1, 2: 0}, 1), ({1: None, 2: None}, None), ({1: 0, 2: 0}, 0)]
)
def test_without_a_tie_break_a_level_match_is_decided(
    results: dict[int, int | None], won_by: int | None
) -> None:
    assert standing(2, results, has_tie_break=False) is DECIDED
    assert winner(results) == won_by
