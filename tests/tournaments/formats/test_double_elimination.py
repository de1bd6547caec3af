"""Double elimination: structure, grand finals, routing."""

from collections import Counter

import pytest

from tests.tournaments.formats.play import champion, play_out, tossed
from tests.tournaments.formats.rematches import earliest_rematch
from tournaments.formats.bracket import BYE, LoserOf, Part, Seed, WinnerOf, apply_verdicts
from tournaments.formats.knockout import double_elimination
from tournaments.formats.options import GrandFinal
from tournaments.formats.seeding import natural
from tournaments.formats.series import Verdict

SIZES = [3, 4, 5, 6, 7, 8, 11, 16, 23, 32, 64]


@pytest.mark.parametrize("entries", SIZES)
@pytest.mark.parametrize("seed", range(5))
def test_everybody_but_the_champion_loses_twice(entries: int, seed: int) -> None:
    graph = double_elimination(entries)
    verdicts = play_out(graph, tossed(seed))
    states = apply_verdicts(graph, verdicts)
    losses = Counter(states[key].loser for key in verdicts)
    assert losses.pop(champion(graph, states), 0) <= 1
    assert list(losses.values()) == [2] * (entries - 1)


def test_two_entries_play_a_single_match() -> None:
    assert len(double_elimination(2).nodes) == 1


@pytest.mark.parametrize(
    ("grand_final", "matches"),
    [(GrandFinal.NONE, 13), (GrandFinal.SINGLE, 14), (GrandFinal.RESET, 15)],
)
def test_a_grand_final_has_none_one_or_two_matches(grand_final: GrandFinal, matches: int) -> None:
    graph = double_elimination(8, grand_final=grand_final)
    assert len(graph.nodes) == matches
    assert graph.rounds[Part.LOSERS] == 4


def test_the_second_final_is_void_if_the_unbeaten_side_wins_the_first() -> None:
    graph = double_elimination(4)
    states = apply_verdicts(graph, play_out(graph, lambda _state: Verdict.FIRST))
    assert states["final.2.1"].slots == (BYE, BYE)
    assert champion(graph, states) == states["final.1.1"].slots[0]


def test_the_second_final_decides_if_the_unbeaten_side_loses_the_first() -> None:
    graph = double_elimination(4)
    verdicts = play_out(graph, lambda _state: Verdict.SECOND)
    states = apply_verdicts(graph, verdicts)
    assert states["final.2.1"].slots == states["final.1.1"].slots
    assert champion(graph, states) == states["final.2.1"].slots[1]


def test_without_a_grand_final_the_main_bracket_has_the_champion() -> None:
    graph = double_elimination(4, grand_final=GrandFinal.NONE)
    states = apply_verdicts(graph, play_out(graph, lambda _state: Verdict.FIRST))
    assert champion(graph, states) == Seed(1)


def test_third_place_is_between_the_last_two_to_fall() -> None:
    graph = double_elimination(8, third_place=True)
    assert graph.by_key["third.1.1"].slots == (LoserOf("losers.4.1"), LoserOf("losers.3.1"))


def test_three_entries_have_no_match_for_third_place() -> None:
    assert double_elimination(3, third_place=True) == double_elimination(3)


def test_those_who_drop_are_the_first_side_and_survivors_the_second() -> None:
    graph = double_elimination(8)
    assert graph.by_key["losers.1.1"].slots == (LoserOf("main.1.1"), LoserOf("main.1.2"))
    assert graph.by_key["losers.2.1"].slots == (LoserOf("main.2.2"), WinnerOf("losers.1.1"))
    assert graph.by_key["losers.3.1"].slots == (WinnerOf("losers.2.1"), WinnerOf("losers.2.2"))


def test_byes_fall_into_the_losers_bracket_and_pass_on() -> None:
    states = apply_verdicts(double_elimination(5), {})
    assert states["losers.1.2"].slots == (BYE, BYE)
    assert states["losers.2.2"].slots == (None, BYE)


@pytest.mark.parametrize(
    ("entries", "round_"), [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 9)]
)
def test_rematches_come_as_late_as_they_can(entries: int, round_: int) -> None:
    assert earliest_rematch(double_elimination(entries)) == round_


def test_a_routing_of_ones_own_is_followed() -> None:
    graph = double_elimination(8, routing=(natural, natural, natural))
    assert graph.by_key["losers.2.1"].slots[0] == LoserOf("main.2.1")
    assert earliest_rematch(graph) == 2
