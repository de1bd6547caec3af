"""Single elimination: structure, byes, third place."""

import pytest

from tests.tournaments.formats.play import champion, play_out
from tournaments.formats.bracket import BYE, LoserOf, Part, Seed, WinnerOf, apply_verdicts
from tournaments.formats.errors import FormatError
from tournaments.formats.knockout import single_elimination
from tournaments.formats.series import Verdict


@pytest.mark.parametrize("entries", range(2, 130))
def test_one_match_less_than_entries_finds_the_champion(entries: int) -> None:
    graph = single_elimination(entries)
    verdicts = play_out(graph, lambda _state: Verdict.SECOND)
    assert len(verdicts) == entries - 1
    assert isinstance(champion(graph, apply_verdicts(graph, verdicts)), Seed)


def test_winners_of_neighbouring_matches_meet() -> None:
    final = single_elimination(4).by_key["main.2.1"]
    assert final.slots == (WinnerOf("main.1.1"), WinnerOf("main.1.2"))


def test_third_place_is_between_the_losers_of_the_semifinals() -> None:
    graph = single_elimination(8, third_place=True)
    assert graph.by_key["third.1.1"].slots == (LoserOf("main.2.1"), LoserOf("main.2.2"))
    assert graph.rounds == {Part.MAIN: 3, Part.THIRD: 1}


@pytest.mark.parametrize("entries", [2, 3])
def test_no_third_place_without_two_played_semifinals(entries: int) -> None:
    assert single_elimination(entries, third_place=True) == single_elimination(entries)


def test_an_entry_against_a_bye_passes_at_once() -> None:
    states = apply_verdicts(single_elimination(6), {})
    assert states["main.1.1"].is_bye
    assert states["main.2.1"].slots == (Seed(1), None)


def test_a_double_walkover_becomes_a_bye_that_propagates() -> None:
    graph = single_elimination(4)
    states = apply_verdicts(graph, {"main.1.1": Verdict.NEITHER, "main.1.2": Verdict.FIRST})
    assert states["main.2.1"].slots == (BYE, Seed(2))
    assert champion(graph, states) == Seed(2)


def test_two_double_walkovers_leave_no_champion() -> None:
    graph = single_elimination(4)
    states = apply_verdicts(graph, {"main.1.1": Verdict.NEITHER, "main.1.2": Verdict.NEITHER})
    assert champion(graph, states) == BYE


@pytest.mark.parametrize("entries", [0, 1])
def test_a_bracket_needs_two(entries: int) -> None:
    with pytest.raises(FormatError) as refused:
        single_elimination(entries)
    assert refused.value.code == "too-few-entries"
