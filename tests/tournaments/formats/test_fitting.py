"""Fit of a format to the entries present: the nearest shape to the announced one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.drawable import draw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions

MOVERS = st.integers(0, 8)
SHAPES = st.builds(
    FormatOptions,
    format=st.sampled_from(sorted(FORMATS)),
    group_count=st.none() | st.integers(1, 16),
    qualifiers=st.integers(1, 16),
    swiss_rounds=st.none() | st.integers(1, 32),
    divisions=st.integers(1, 8),
)


def groups(number: int | None, per_group: int) -> FormatOptions:
    return FormatOptions(format="groups", group_count=number, qualifiers=per_group)


def swiss(rounds: int | None) -> FormatOptions:
    return FormatOptions(format="swiss", swiss_rounds=rounds)


def league(divisions: int) -> FormatOptions:
    return FormatOptions(format="league", divisions=divisions)


def misfits(shape: FormatOptions, entries: int, movers: int) -> list[str]:
    return [code for _, code in FORMATS[shape.format].misfits(shape, entries, movers)]


def fitting(shape: FormatOptions, entries: int, movers: int) -> FormatOptions:
    return FORMATS[shape.format].fitting(shape, entries, movers)


@pytest.mark.parametrize(
    ("shape", "movers", "entries", "codes", "nearest"),
    [
        (groups(4, 2), 0, 7, ["too-many-groups"], groups(2, 2)),
        (groups(4, 2), 0, 12, [], groups(4, 2)),
        (groups(4, 2), 0, 8, ["too-many-qualifiers"], groups(2, 2)),
        (groups(4, 2), 0, 11, ["too-many-qualifiers"], replace(groups(3, 2), best_next=2)),
        (groups(4, 2), 0, 5, ["too-many-groups"], groups(1, 2)),
        (groups(2, 3), 0, 4, ["too-many-qualifiers"], groups(1, 3)),
        (groups(4, 1), 0, 3, ["too-many-groups"], groups(1, 2)),
        (groups(None, 8), 0, 7, ["too-many-qualifiers"], groups(1, 6)),
        (groups(1, 1), 0, 6, ["too-few-qualifiers"], groups(1, 2)),
        (groups(4, 2), 0, 2, ["too-many-groups"], FormatOptions(format="single")),
        (groups(None, 2), 0, 7, [], groups(None, 2)),
        (groups(2, 2), 0, 300, ["too-few-groups"], groups(3, 2)),
        (groups(None, 2), 0, 512, [], groups(None, 2)),
        (swiss(7), 0, 4, ["too-many-rounds"], swiss(3)),
        (swiss(None), 0, 3, [], swiss(None)),
        (league(3), 2, 7, ["division-too-small"], league(2)),
        (league(2), 3, 5, ["division-too-small"], league(1)),
        (league(2), 0, 4, [], league(2)),
        (league(1), 0, 300, ["too-few-divisions"], league(3)),
        (FormatOptions(format="double"), 0, 2, [], FormatOptions(format="double")),
    ],
)
def test_the_number_of_groups_rounds_and_divisions_gives_way(
    shape: FormatOptions, movers: int, entries: int, codes: list[str], nearest: FormatOptions
) -> None:
    assert misfits(shape, entries, movers) == codes
    assert fitting(shape, entries, movers) == nearest


def test_a_knockout_in_the_place_of_groups_keeps_what_was_chosen_of_theirs() -> None:
    chosen = FormatOptions(format="groups", group_count=4, third_place=True, final_best_of=3)
    knockout = FormatOptions(format="single", third_place=True, final_best_of=3)
    assert fitting(chosen, 2, 0) == knockout


@given(SHAPES, st.integers(-1, 1), MOVERS)
def test_fewer_than_two_play_nothing(shape: FormatOptions, entries: int, movers: int) -> None:
    with pytest.raises(FormatError, match="too-few-entries"):
        fitting(shape, entries, movers)


@given(SHAPES, st.integers(2, 40), MOVERS)
def test_what_is_proposed_can_be_drawn_and_what_fits_stays(
    shape: FormatOptions, entries: int, movers: int
) -> None:
    entries = max(entries, FORMATS[shape.format].least)
    proposed = fitting(shape, entries, movers)
    assert fitting(proposed, entries, movers) == proposed
    assert (proposed == shape) == (not misfits(shape, entries, movers))
    draw(proposed, entries, movers)


@given(SHAPES, st.integers(2, 40), st.integers(0, 40), MOVERS)
def test_what_is_proposed_for_those_who_came_fits_a_larger_cap(
    shape: FormatOptions, entries: int, more: int, movers: int
) -> None:
    entries = max(entries, FORMATS[shape.format].least)
    cap = entries + more
    if not misfits(shape, cap, movers):
        assert not misfits(fitting(shape, entries, movers), cap, movers)
