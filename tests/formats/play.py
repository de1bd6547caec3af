"""Plays a bracket to its end, as a competition would."""

from collections.abc import Callable

from tournaments.formats.graph import Graph
from tournaments.formats.progress import MatchState, settle
from tournaments.formats.series import Verdict


def play_out(graph: Graph, decide: Callable[[MatchState], Verdict]) -> dict[str, Verdict]:
    """All ready matches at a time, decided by who stands in their slots, until none is ready."""
    verdicts: dict[str, Verdict] = {}
    while ready := {key: state for key, state in settle(graph, verdicts).items() if state.is_ready}:
        verdicts |= {key: decide(state) for key, state in ready.items()}
    return verdicts
