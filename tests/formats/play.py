"""Plays a bracket to its end, as a competition would."""

from collections.abc import Callable
from random import Random

from tournaments.formats.graph import Graph
from tournaments.formats.progress import MatchState, settle
from tournaments.formats.series import Verdict


def play_out(graph: Graph, decide: Callable[[MatchState], Verdict]) -> dict[str, Verdict]:
    """All ready matches at a time, decided by who stands in their slots, until none is ready."""
    verdicts: dict[str, Verdict] = {}
    while ready := {key: state for key, state in settle(graph, verdicts).items() if state.is_ready}:
        verdicts |= {key: decide(state) for key, state in ready.items()}
    return verdicts


def play_in_order(graph: Graph, decide: Callable[[int], Verdict]) -> dict[str, Verdict]:
    """Match by match in the order of the graph, decided by its number from 0 on."""
    verdicts: dict[str, Verdict] = {}
    for number, node in enumerate(graph.nodes):
        if settle(graph, verdicts)[node.key].is_ready:
            verdicts[node.key] = decide(number)
    return verdicts


def tossed(seed: int) -> Callable[[MatchState], Verdict]:
    """Every match by a coin."""
    coin = Random(seed)
    return lambda _state: coin.choice((Verdict.FIRST, Verdict.SECOND))
