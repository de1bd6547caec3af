"""The Page play-off and the stepladder."""

import pytest

from tests.tournaments.formats.play import play_out
from tests.tournaments.formats.test_consolation import ranks, the_better, the_worse
from tournaments.formats.bracket import LoserOf, Seed, WinnerOf, apply_verdicts
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.knockout import SINGLE
from tournaments.formats.options import FormatOptions, Layout, LosersPlay
from tournaments.formats.outline import bracket_waves, fewest_matches
from tournaments.formats.playoffs import page_playoff, stepladder
from tournaments.formats.round_draft import first_round
from tournaments.formats.series import Verdict


def test_the_first_two_of_a_page_playoff_have_two_chances() -> None:
    graph = page_playoff()
    assert ranks(graph, the_better) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks(graph, the_worse) == {4: 1, 2: 2, 1: 3, 3: 4}
    assert len(play_out(graph, the_better)) == 4
    assert graph.by_key["main.2.1"].slots == (LoserOf("main.1.1"), WinnerOf("main.1.2"))


def test_the_two_who_are_out_of_a_page_playoff_can_play_for_the_third_place() -> None:
    graph = page_playoff(third_place=True)
    assert graph.by_key["third.1.1"].slots == (LoserOf("main.1.2"), LoserOf("main.2.1"))
    assert ranks(graph, the_worse) == {4: 1, 2: 2, 3: 3, 1: 4}


def test_who_was_first_and_lost_once_can_still_win() -> None:
    graph = page_playoff()
    verdicts = {
        "main.1.1": Verdict.SECOND,
        "main.1.2": Verdict.FIRST,
        "main.2.1": Verdict.FIRST,
        "main.3.1": Verdict.SECOND,
    }
    assert apply_verdicts(graph, verdicts)["main.3.1"].winner == Seed(1)


@pytest.mark.parametrize("entries", [2, 3, 5, 8, 13, 32])
def test_a_stepladder_has_a_match_less_than_entries_and_every_place(entries: int) -> None:
    graph = stepladder(entries)
    assert len(play_out(graph, the_better)) == entries - 1
    assert len(bracket_waves(graph)) == entries - 1
    for decide in (the_better, the_worse):
        assert sorted(rank for rank in ranks(graph, decide).values() if rank) == [
            *range(1, entries + 1)
        ]
    assert fewest_matches(graph) == 1


def test_the_last_seed_of_a_stepladder_can_win_everything() -> None:
    assert ranks(stepladder(5), the_worse) == {5: 1, 1: 2, 2: 3, 3: 4, 4: 5}


def test_everybody_of_a_ladder_can_be_swapped_before_it_is_published() -> None:
    assert first_round(stepladder(4), "abcd") == (("c", "d"), ("b", None), ("a", None))
    assert first_round(page_playoff(), "abcd") == (("a", "b"), ("c", "d"))


@pytest.mark.parametrize(
    ("entries", "layout", "losers", "misfit"),
    [
        (4, Layout.PAGE, LosersPlay.NOTHING, None),
        (5, Layout.PAGE, LosersPlay.NOTHING, ("layout", "page-needs-four")),
        (4, Layout.PAGE, LosersPlay.PLACES, ("losers", "losers-without-bracket")),
        (9, Layout.STEPLADDER, LosersPlay.NOTHING, None),
        (9, Layout.STEPLADDER, LosersPlay.FEED_IN, ("losers", "losers-without-bracket")),
        (9, Layout.BRACKET, LosersPlay.FEED_IN, None),
    ],
)
def test_a_layout_fits_or_is_refused(
    entries: int, layout: str, losers: str, misfit: tuple[str, str] | None
) -> None:
    shape = FormatOptions(layout=layout, losers=losers)
    assert next(SINGLE.misfits(shape, entries), None) == misfit
    if misfit is not None:
        fitted = SINGLE.fitting(shape, entries)
        assert not [*SINGLE.misfits(fitted, entries)]


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "groups"])
def test_the_finals_of_a_table_take_the_layout_and_leave_the_table_without(format_: str) -> None:
    shape = FormatOptions(format=format_, finalists=4, layout=Layout.PAGE, swiss_rounds=3)
    shape = shape if format_ != "groups" else FormatOptions(format=format_, layout=Layout.PAGE)
    first, *_, last = FORMATS[format_].stages(shape)
    assert (first.shape.layout, last.shape.layout) == (Layout.BRACKET, Layout.PAGE)


def test_a_page_playoff_of_fewer_finalists_is_a_bracket() -> None:
    shape = FormatOptions(format="round-robin", finalists=4, layout=Layout.PAGE)
    how = FORMATS["round-robin"]
    assert next(how.misfits(shape, 3))[1] == "too-many-finalists"
    fitted = how.fitting(shape, 3)
    assert (fitted.finalists, fitted.layout) == (2, Layout.BRACKET)


def test_groups_that_send_on_four_can_end_in_a_page_playoff() -> None:
    shape = FormatOptions(format="groups", group_count=2, layout=Layout.PAGE)
    how = FORMATS["groups"]
    assert not [*how.misfits(shape, 8)]
    three = FormatOptions(format="groups", group_count=3, layout=Layout.PAGE)
    assert [*how.misfits(three, 12)] == [("layout", "page-needs-four")]
    assert how.fitting(three, 12).layout == Layout.BRACKET
