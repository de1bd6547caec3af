"""Single elimination: one defeat and you are out."""

from tournaments.formats.choices import FINAL_BEST_OF, THIRD_PLACE
from tournaments.formats.format import Bracket, Format
from tournaments.formats.graph import (
    BYE,
    Graph,
    LoserOf,
    Node,
    Part,
    Seed,
    Slot,
    WinnerOf,
    node_key,
)
from tournaments.formats.outline import bracket_waves
from tournaments.formats.seeds import bracket_order, bracket_size
from tournaments.formats.shape import Shape


def single_elimination(entries: int, *, third_place: bool = False) -> Graph:
    """A bracket for any number of entries; the top seeds take the byes.

    The match for third place is made only where two semifinals are really played.
    """
    nodes = main_bracket(entries)
    if third_place and entries >= 4:
        nodes.append(_third_place(rounds=nodes[-1].round))
    return Graph(tuple(nodes))


def main_bracket(entries: int) -> list[Node]:
    """First round by seed, then winners meet until one is left."""
    size = bracket_size(entries)
    seeds: list[Slot] = [
        Seed(number) if number <= entries else BYE for number in bracket_order(size)
    ]
    nodes: list[Node] = []
    feeding, round_ = seeds, 1
    while len(feeding) > 1:
        matches = paired(Part.MAIN, round_, feeding)
        nodes += matches
        feeding, round_ = [WinnerOf(node.key) for node in matches], round_ + 1
    return nodes


def paired(part: Part, round_: int, slots: list[Slot]) -> list[Node]:
    """Neighbouring slots meet."""
    return [
        Node(part, round_, position, pair)
        for position, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
    ]


def _third_place(rounds: int) -> Node:
    semifinals = (node_key(Part.MAIN, rounds - 1, position) for position in (1, 2))
    first, second = (LoserOf(key) for key in semifinals)
    return Node(Part.THIRD, 1, 1, (first, second))


def _graph(shape: Shape, entries: int) -> Graph:
    return single_elimination(entries, third_place=shape.third_place)


SINGLE = Format(
    name="single",
    play=Bracket(_graph),
    choices=(FINAL_BEST_OF, THIRD_PLACE),
    outline=lambda shape, entries: bracket_waves(_graph(shape, entries)),
)
