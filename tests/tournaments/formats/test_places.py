"""Places in brackets, in competition ranks."""

from collections.abc import Callable
from random import Random

import pytest

from tests.tournaments.formats.play import play_in_order, play_out, tossed
from tournaments.formats.bracket import Graph, MatchState, Part, apply_verdicts
from tournaments.formats.bracket_places import champion, places
from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.formats.options import GrandFinal
from tournaments.formats.series import Verdict

FIRST, SECOND, NEITHER = Verdict.FIRST, Verdict.SECOND, Verdict.NEITHER


def ranks(graph: Graph, verdicts: dict[str, Verdict]) -> dict[int, int | None]:
    return {place.seed: place.rank for place in places(graph, apply_verdicts(graph, verdicts))}


def alternating(graph: Graph) -> dict[str, Verdict]:
    return play_in_order(graph, lambda number: SECOND if number % 2 else FIRST)


def test_those_who_left_in_the_same_round_share_a_place() -> None:
    graph = single_elimination(8)
    assert list(ranks(graph, alternating(graph)).values()) == [1, 2, 3, 3, 5, 5, 5, 5]


def test_the_match_for_third_place_parts_the_semifinalists() -> None:
    graph = single_elimination(8, third_place=True)
    found = ranks(graph, alternating(graph))
    assert found == {1: 1, 6: 2, 2: 3, 5: 4, 3: 5, 4: 5, 7: 5, 8: 5}


def test_double_elimination_places_by_the_second_defeat() -> None:
    graph = double_elimination(8)
    assert ranks(graph, alternating(graph)) == {1: 1, 6: 2, 5: 3, 4: 4, 2: 5, 7: 5, 3: 7, 8: 7}


def test_without_a_grand_final_the_winner_of_the_losers_bracket_is_second() -> None:
    graph = double_elimination(4, grand_final=GrandFinal.NONE)
    assert ranks(graph, play_out(graph, lambda _state: FIRST)) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_the_last_of_a_losers_bracket_can_play_for_third_place() -> None:
    graph = double_elimination(8, third_place=True)
    found = ranks(graph, play_out(graph, tossed(3)))
    assert sorted(rank for rank in found.values() if rank) == [1, 2, 3, 4, 5, 5, 7, 7]


def test_who_may_still_play_has_no_place_and_is_listed_first() -> None:
    graph = single_elimination(4, third_place=True)
    semifinals = {"main.1.1": FIRST, "main.1.2": FIRST}
    assert list(ranks(graph, semifinals).values()) == [None] * 4
    final = {**semifinals, "main.2.1": FIRST}
    assert ranks(graph, final) == {3: None, 4: None, 1: 1, 2: 2}


def test_who_is_out_stands_behind_all_who_play() -> None:
    graph = single_elimination(8)
    assert ranks(graph, {"main.1.1": FIRST})[8] == 8


def test_a_double_walkover_in_the_final_leaves_the_first_place_vacant() -> None:
    graph = single_elimination(4)
    verdicts = {"main.1.1": FIRST, "main.1.2": FIRST, "main.2.1": NEITHER}
    assert ranks(graph, verdicts) == {1: 2, 2: 2, 3: 4, 4: 4}


def test_a_double_walkover_puts_both_out_where_it_happened() -> None:
    graph = double_elimination(4)
    verdicts = {"main.1.1": NEITHER, "main.1.2": FIRST}
    found = ranks(graph, verdicts)
    assert (found[1], found[4]) == (3, 3)


@pytest.mark.parametrize("entries", [2, 3, 5, 9, 16])
@pytest.mark.parametrize("make", [single_elimination, double_elimination])
def test_everybody_has_a_place_in_the_end(entries: int, make: type) -> None:
    graph = make(entries)
    found = ranks(graph, play_out(graph, tossed(entries)))
    assert len(found) == entries
    assert min(rank for rank in found.values() if rank) == 1
    assert None not in found.values()


def finals(graph: Graph, verdicts: dict[str, Verdict]) -> list[MatchState]:
    """The matches that decide it: the grand finals, or the final of the main bracket."""
    states = apply_verdicts(graph, verdicts)
    grand = [states[node.key] for node in graph.nodes if node.part is Part.FINAL]
    main = [node for node in graph.nodes if node.part is Part.MAIN]
    return grand or [states[max(main, key=lambda node: node.round).key]]


def at_times_nobody(seed: int) -> Callable[[MatchState], Verdict]:
    """Draw every outcome at random; in some matches both sides are absent."""
    die = Random(seed)
    return lambda _state: die.choice((FIRST, FIRST, SECOND, SECOND, NEITHER))


@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8, 9])
@pytest.mark.parametrize(
    "make",
    [
        single_elimination,
        lambda entries: single_elimination(entries, third_place=entries > 3),
        *(
            lambda entries, grand=grand: double_elimination(entries, grand_final=grand)
            for grand in GrandFinal
        ),
    ],
)
def test_the_finals_alone_tell_who_comes_first(entries: int, make: Callable[[int], Graph]) -> None:
    graph = make(entries)
    for seed in range(60):
        verdicts = play_out(graph, at_times_nobody(seed))
        first = [seed for seed, rank in ranks(graph, verdicts).items() if rank == 1]
        assert [champion(finals(graph, verdicts))] == (first or [None])


def test_nobody_comes_first_while_the_final_is_open() -> None:
    graph = single_elimination(4)
    assert champion(finals(graph, {"main.1.1": FIRST})) is None
    assert champion(finals(graph, {"main.1.1": FIRST, "main.1.2": FIRST})) is None
