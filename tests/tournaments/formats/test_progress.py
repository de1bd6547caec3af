"""Progress of slots as verdicts come in, and the reset of dependent slots after a correction."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.play import champion, leaning, play_out, taken_back, tossed
from tournaments.formats.bracket import BYE, Graph, Seed, apply_verdicts
from tournaments.formats.errors import FormatError
from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.formats.series import Verdict

FIRST, SECOND, NEITHER = Verdict.FIRST, Verdict.SECOND, Verdict.NEITHER
SEMIFINALS = {"main.1.1": FIRST, "main.1.2": FIRST}
BRACKETS = st.builds(single_elimination, st.integers(2, 17), third_place=st.booleans()) | st.builds(
    double_elimination, st.integers(2, 17), third_place=st.booleans()
)


def code_of(graph: Graph, verdicts: dict[str, Verdict]) -> str:
    with pytest.raises(FormatError) as refused:
        apply_verdicts(graph, verdicts)
    return refused.value.code


def test_a_match_is_ready_when_both_sides_are_known() -> None:
    states = apply_verdicts(single_elimination(4), {"main.1.1": FIRST})
    assert states["main.1.2"].is_ready
    assert not states["main.1.1"].is_ready
    assert states["main.2.1"].slots == (Seed(1), None)
    assert not states["main.2.1"].is_ready


def test_an_open_match_has_neither_winner_nor_loser() -> None:
    state = apply_verdicts(single_elimination(4), {})["main.1.1"]
    assert (state.winner, state.loser) == (None, None)


def test_a_double_walkover_has_neither_winner_nor_loser_but_byes() -> None:
    state = apply_verdicts(single_elimination(4), {"main.1.1": NEITHER})["main.1.1"]
    assert (state.winner, state.loser) == (BYE, BYE)


def test_the_second_side_can_win() -> None:
    state = apply_verdicts(single_elimination(2), {"main.1.1": SECOND})["main.1.1"]
    assert (state.winner, state.loser) == (Seed(2), Seed(1))


def test_a_verdict_for_a_match_that_is_not_ready_is_refused() -> None:
    assert code_of(single_elimination(4), {"main.2.1": FIRST}) == "match-not-ready"


def test_a_verdict_for_a_bye_is_refused() -> None:
    assert code_of(single_elimination(3), {"main.1.1": FIRST}) == "match-not-ready"


def test_a_draw_is_refused() -> None:
    assert code_of(single_elimination(2), {"main.1.1": Verdict.DRAW}) == "tie-in-elimination"


def test_a_match_of_another_bracket_is_refused() -> None:
    assert code_of(single_elimination(2), {"main.9.9": FIRST}) == "unknown-match"


def test_the_second_grand_final_is_played_only_if_the_unbeaten_side_falls() -> None:
    graph = double_elimination(4)
    whole = play_out(graph, lambda _state: FIRST)
    before = {key: verdict for key, verdict in whole.items() if not key.startswith("final")}
    assert apply_verdicts(graph, {**before, "final.1.1": FIRST})["final.2.1"].slots == (BYE, BYE)
    assert apply_verdicts(graph, {**before, "final.1.1": SECOND})["final.2.1"].is_ready


def test_all_that_leans_on_a_result_falls_with_it_and_nothing_else() -> None:
    graph = single_elimination(8, third_place=True)
    verdicts = play_out(graph, lambda _state: FIRST)
    assert leaning(graph, "main.1.1") == ["main.2.1", "main.3.1", "third.1.1"]
    states = apply_verdicts(graph, {**taken_back(graph, verdicts, "main.1.1"), "main.1.1": SECOND})
    assert states["main.2.1"].is_ready
    assert states["main.2.2"].verdict is FIRST
    assert states["main.3.1"].slots == (None, Seed(2))


@settings(max_examples=60)
@given(BRACKETS, st.data())
def test_any_history_of_results_walkovers_and_reopenings_is_consistent(
    graph: Graph, data: st.DataObject
) -> None:
    verdicts: dict[str, Verdict] = {}
    for _ in range(12):
        states = apply_verdicts(graph, verdicts)
        open_keys = [key for key, state in states.items() if state.is_ready]
        key = data.draw(st.sampled_from([*open_keys, *verdicts]))
        verdict = data.draw(st.sampled_from([FIRST, SECOND, NEITHER]))
        verdicts = {**taken_back(graph, verdicts, key), key: verdict}
        states = apply_verdicts(graph, verdicts)
        assert all(states[played].is_paired for played in verdicts)
        assert all(len(set(state.slots)) == 2 for state in states.values() if state.is_paired)


@given(BRACKETS, st.integers())
def test_every_bracket_played_out_is_settled_and_has_its_champion(graph: Graph, seed: int) -> None:
    states = apply_verdicts(graph, play_out(graph, tossed(seed)))
    assert all(state.verdict for state in states.values())
    assert isinstance(champion(graph, states), Seed)
