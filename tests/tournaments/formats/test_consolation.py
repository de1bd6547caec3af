"""Consolations and placement brackets: their matches, entries and final places."""

from collections.abc import Callable
from random import Random

import pytest

from tests.tournaments.formats.play import leaning, play_out, tossed
from tournaments.formats.bracket import BYE, Graph, LoserOf, MatchState, Part, Seed, apply_verdicts
from tournaments.formats.bracket_places import places
from tournaments.formats.knockout import single_elimination
from tournaments.formats.options import LosersPlay
from tournaments.formats.outline import bracket_waves, fewest_matches
from tournaments.formats.series import Verdict

CONSOLATION, FEED_IN, PLACES = LosersPlay.CONSOLATION, LosersPlay.FEED_IN, LosersPlay.PLACES
FIRST, SECOND, NEITHER = Verdict.FIRST, Verdict.SECOND, Verdict.NEITHER
SIZES = (*range(2, 35), 63, 64, 65)


def graph_of(entries: int, losers: LosersPlay) -> Graph:
    return single_elimination(entries, losers=losers)


def the_better(state: MatchState) -> Verdict:
    first, second = (slot.number for slot in state.slots if isinstance(slot, Seed))
    return FIRST if first < second else SECOND


def the_worse(state: MatchState) -> Verdict:
    return SECOND if the_better(state) is FIRST else FIRST


def ranks(graph: Graph, decide: Callable[[MatchState], Verdict]) -> dict[int, int | None]:
    states = apply_verdicts(graph, play_out(graph, decide))
    return {place.seed: place.rank for place in places(graph, states)}


@pytest.mark.parametrize(
    ("losers", "counts"),
    [
        (CONSOLATION, {3: 2, 5: 4, 6: 6, 8: 10, 16: 22, 32: 46, 64: 94}),
        (FEED_IN, {3: 2, 8: 10, 9: 12, 13: 20, 16: 26, 32: 58, 64: 122}),
        (PLACES, {3: 2, 4: 4, 8: 12, 9: 13, 13: 22, 16: 32, 31: 75, 32: 80, 64: 192}),
    ],
)
def test_a_full_field_plays_so_many_matches(losers: LosersPlay, counts: dict[int, int]) -> None:
    """Feed-in: 12 of 16 lose before the semifinals. Every place: log2 n rounds of n/2 matches."""
    for entries, matches in counts.items():
        assert len(play_out(graph_of(entries, losers), the_better)) == matches, entries


@pytest.mark.parametrize("losers", [CONSOLATION, FEED_IN, PLACES])
def test_no_match_is_between_two_byes_from_the_start(losers: LosersPlay) -> None:
    for entries in SIZES:
        graph = graph_of(entries, losers)
        states = apply_verdicts(graph, {})
        assert not [key for key, state in states.items() if state.slots == (BYE, BYE)], entries


@pytest.mark.parametrize("losers", [CONSOLATION, FEED_IN, PLACES])
def test_every_match_comes_after_those_that_feed_it(losers: LosersPlay) -> None:
    for entries in SIZES:
        seen: set[str] = set()
        for node in graph_of(entries, losers).nodes:
            assert seen.issuperset(node.sources)
            seen.add(node.key)


def test_every_place_is_decided() -> None:
    for entries in SIZES:
        graph = graph_of(entries, PLACES)
        for decide in (the_better, the_worse, tossed(entries)):
            assert sorted(ranks(graph, decide).values()) == [*range(1, entries + 1)], entries


def test_the_better_seed_ends_at_its_own_place() -> None:
    assert ranks(graph_of(16, PLACES), the_better) == {seed: seed for seed in range(1, 17)}


def test_who_lost_the_first_match_plays_the_consolation() -> None:
    """Of 13, seeds 1 to 3 have a bye: they come to it only if they lose at once."""
    graph = graph_of(13, CONSOLATION)
    for seed in range(20):
        states = apply_verdicts(graph, play_out(graph, tossed(seed)))
        played: dict[object, list[bool]] = {}
        for node in graph.nodes:
            state = states[node.key]
            if node.part == Part.MAIN and state.is_paired:
                for slot in state.slots:
                    played.setdefault(slot, []).append(state.winner == slot)
        consoled = {
            slot
            for node in graph.nodes
            if node.part == Part.CONSOLATION
            for slot in states[node.key].slots
            if isinstance(slot, Seed)
        }
        lost_first = {slot for slot, won in played.items() if not won[0]}
        semifinalists = {
            slot for slot, won in played.items() if len(won) - 1 + (slot.number < 4) >= 2
        }
        assert consoled == lost_first - semifinalists


def test_the_consolation_ranks_after_all_who_won_a_match() -> None:
    found = ranks(graph_of(16, CONSOLATION), the_better)
    assert [found[seed] for seed in range(1, 17)] == [
        *(1, 2, 3, 3, 5, 5, 5, 5),
        *(9, 10, 11, 11, 13, 13, 13, 13),
    ]


def test_the_winner_of_a_feed_in_is_fifth() -> None:
    found = ranks(graph_of(16, FEED_IN), the_better)
    assert sorted(rank for rank in found.values() if rank) == [
        *(1, 2, 3, 3, 5, 6, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13),
    ]


def test_a_match_for_third_place_stays_beside_a_consolation() -> None:
    graph = single_elimination(16, third_place=True, losers=CONSOLATION)
    assert graph.rounds == {Part.MAIN: 4, Part.CONSOLATION: 3, Part.THIRD: 1}
    assert single_elimination(16, third_place=True, losers=PLACES) == graph_of(16, PLACES)


def test_who_misses_the_first_match_ranks_after_the_consolation() -> None:
    graph = graph_of(8, CONSOLATION)
    verdicts = {"main.1.1": NEITHER, "main.1.2": FIRST, "main.1.3": FIRST, "main.1.4": FIRST}
    verdicts |= play_on(graph, verdicts)
    found = {place.seed: place.rank for place in places(graph, apply_verdicts(graph, verdicts))}
    assert {seed for seed, rank in found.items() if rank == 7} == {1, 8}
    assert sorted(rank for rank in found.values() if rank) == [1, 2, 3, 4, 5, 6, 7, 7]


def test_who_misses_a_match_has_the_last_places_that_it_led_to() -> None:
    graph = graph_of(8, PLACES)
    verdicts = {"main.1.1": FIRST, "main.1.2": NEITHER, "main.1.3": FIRST, "main.1.4": FIRST}
    verdicts |= play_on(graph, verdicts)
    found = {place.seed: place.rank for place in places(graph, apply_verdicts(graph, verdicts))}
    assert {seed for seed, rank in found.items() if rank == 7} == {4, 5}
    assert sorted(rank for rank in found.values() if rank) == [1, 2, 3, 4, 5, 6, 7, 7]


def play_on(graph: Graph, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """Play what is left, always won by the better seed."""
    found = dict(verdicts)
    while ready := {
        key: state for key, state in apply_verdicts(graph, found).items() if state.is_ready
    }:
        found |= {key: the_better(state) for key, state in ready.items()}
    return found


@pytest.mark.parametrize("losers", [CONSOLATION, FEED_IN, PLACES])
def test_places_never_have_a_gap(losers: LosersPlay) -> None:
    """With walkovers of both sides at random, ranks are those of a competition ranking."""
    for entries in range(2, 20):
        graph = graph_of(entries, losers)
        for seed in range(6):
            chance = Random(f"{entries} {seed}")
            verdicts = play_out(graph, lambda _, it=chance: it.choice((FIRST, SECOND, NEITHER)))
            found = [place.rank for place in places(graph, apply_verdicts(graph, verdicts))]
            assert None not in found
            vacant = 1 not in found
            for rank in {rank for rank in found if rank}:
                assert rank == 1 + vacant + sum(other < rank for other in found if other)


def test_a_correction_reaches_the_consolation() -> None:
    assert "consol.1.1" in leaning(graph_of(8, CONSOLATION), "main.1.1")
    assert "place7.1.1" in leaning(graph_of(8, PLACES), "main.1.1")


def test_a_seed_with_a_bye_comes_by_its_own_side() -> None:
    slots = [slot for node in graph_of(13, CONSOLATION).nodes for slot in node.slots]
    assert [slot for slot in slots if isinstance(slot, LoserOf) and slot.only is not None] == [
        LoserOf("main.2.1", only=0),
        LoserOf("main.2.3", only=0),
        LoserOf("main.2.4", only=0),
    ]


@pytest.mark.parametrize(
    ("losers", "sure"),
    [
        (LosersPlay.NOTHING, {2: 1, 8: 1, 13: 1}),
        (CONSOLATION, {2: 1, 8: 2, 13: 2, 16: 2}),
        (FEED_IN, {8: 2, 16: 2, 32: 2}),
        (PLACES, {4: 2, 8: 3, 16: 4, 32: 5}),
    ],
)
def test_everybody_plays_so_many_matches_at_least(losers: LosersPlay, sure: dict[int, int]) -> None:
    for entries, matches in sure.items():
        assert fewest_matches(graph_of(entries, losers)) == matches, entries


def test_an_estimate_counts_the_further_matches() -> None:
    waves = bracket_waves(graph_of(16, CONSOLATION))
    assert [wave.matches for wave in waves] == [8, 8, 4, 2]
    waves = bracket_waves(graph_of(16, PLACES))
    assert [wave.matches for wave in waves] == [8, 8, 8, 8]
