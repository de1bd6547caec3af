"""Plays a bracket to its end, as a competition would."""

from collections.abc import Callable, Mapping
from random import Random

from tournaments.formats.bracket import (
    BYE,
    Graph,
    MatchState,
    Occupant,
    Seed,
    apply_verdicts,
    reached,
)
from tournaments.formats.bracket_places import places
from tournaments.formats.series import Verdict


def play_out(graph: Graph, decide: Callable[[MatchState], Verdict]) -> dict[str, Verdict]:
    """All ready matches at a time, decided by who stands in their slots, until none is ready."""
    verdicts: dict[str, Verdict] = {}
    while ready := {
        key: state for key, state in apply_verdicts(graph, verdicts).items() if state.is_ready
    }:
        verdicts |= {key: decide(state) for key, state in ready.items()}
    return verdicts


def play_in_order(graph: Graph, decide: Callable[[int], Verdict]) -> dict[str, Verdict]:
    """Match by match in the order of the graph, decided by its number from 0 on."""
    verdicts: dict[str, Verdict] = {}
    for number, node in enumerate(graph.nodes):
        if apply_verdicts(graph, verdicts)[node.key].is_ready:
            verdicts[node.key] = decide(number)
    return verdicts


def tossed(seed: int) -> Callable[[MatchState], Verdict]:
    """Every match by a coin."""
    coin = Random(seed)
    return lambda _state: coin.choice((Verdict.FIRST, Verdict.SECOND))


def champion(graph: Graph, states: Mapping[str, MatchState]) -> Occupant:
    """Return the champion; a bye if a double walkover left none."""
    first = places(graph, states)[0]
    return Seed(first.seed) if first.rank == 1 else BYE


def leaning(graph: Graph, key: str) -> list[str]:
    """Return the slots that the outcome of a match can reach."""
    return reached({key}, ((node.key, node.sources) for node in graph.nodes))


def taken_back(graph: Graph, verdicts: Mapping[str, Verdict], key: str) -> dict[str, Verdict]:
    """The verdicts without this one and all that lean on it."""
    fallen = {key, *leaning(graph, key)}
    return {other: verdict for other, verdict in verdicts.items() if other not in fallen}
