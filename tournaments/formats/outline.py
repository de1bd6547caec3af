"""What a format comes to before anything is drawn: its matches in waves, one after the other."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.formats.graph import Graph
from tournaments.formats.progress import settle


@dataclass(frozen=True)
class Wave:
    """So many matches that can be played at the same time; the final may be a longer one."""

    matches: int
    has_final: bool = False


def bracket_waves(graph: Graph) -> tuple[Wave, ...]:
    """The played matches by how many have to be played before them; byes cost no time.

    The second grand final is left out: nobody knows whether there will be one.
    """
    states = settle(graph, {})
    depths: dict[str, int] = {}
    for node in graph.nodes:
        before = max((depths[key] for key in node.sources), default=0)
        depths[node.key] = before + (not states[node.key].is_bye)
    played = [node for node in graph.nodes if not states[node.key].is_bye and not node.is_reset]
    matches = Counter(depths[node.key] for node in played)
    finals = {depths[node.key] for node in played if graph.is_final(node.part, node.round)}
    return tuple(Wave(matches[depth], depth in finals) for depth in sorted(matches))


def alongside(tables: Sequence[Sequence[Wave]]) -> tuple[Wave, ...]:
    """Several groups, divisions or cups at the same time: their first waves together, and so on."""
    return tuple(
        Wave(sum(wave.matches for wave in waves), any(wave.has_final for wave in waves))
        for waves in zip_longest(*tables, fillvalue=Wave(0))
    )
