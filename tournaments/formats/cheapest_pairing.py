"""Minimum-cost perfect matching of the nodes of a graph."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def cheapest_partners(costs: Mapping[tuple[N, N], int]) -> dict[N, N]:
    """Return the partner of each node; only pairs in `costs` are allowed.

    It makes as many pairs as possible, at the lowest total cost (Edmonds' blossom algorithm with
    weights).
    """
    dearest = max(costs.values(), default=0)
    import networkx as nx  # 0.3 s: a start without a Swiss draw does not wait for it

    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, dearest + 1 - cost) for (a, b), cost in costs.items())
    partners: dict[N, N] = {}
    for first, second in nx.max_weight_matching(graph, maxcardinality=True):
        partners |= {first: second, second: first}
    return partners
