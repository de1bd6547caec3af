"""Where in a losers' bracket two entries that met in the main one can meet again."""

from itertools import product

from tournaments.formats.bracket import Graph, LoserOf, Node, Part, Slot, WinnerOf


def earliest_rematch(graph: Graph) -> int:
    """The first round of the losers' bracket with a possible rematch, one past the last if none.

    Whoever falls in a match of the main bracket has beaten those who fell on the way to it.
    """
    losers = [node for node in graph.nodes if node.part is Part.LOSERS]
    rounds = (node.round for node in losers if _can_be_rematch(graph, node))
    return next(rounds, losers[-1].round + 1)


def _can_be_rematch(graph: Graph, node: Node) -> bool:
    sides = (_fallen(graph, slot) for slot in node.slots)
    return any(_leads_to(one, two) or _leads_to(two, one) for one, two in product(*sides))


def _leads_to(early: Node, late: Node) -> bool:
    rounds = late.round - early.round
    return rounds > 0 and (early.position - 1) >> rounds == late.position - 1


def _fallen(graph: Graph, slot: Slot) -> list[Node]:
    """The matches of the main bracket whose losers can stand in a slot of the losers' bracket."""
    match slot:
        case LoserOf(key):
            return [graph.by_key[key]]
        case WinnerOf(key):
            return [fell for source in graph.by_key[key].slots for fell in _fallen(graph, source)]
        case _:
            return []
