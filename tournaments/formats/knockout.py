"""Single and double elimination.

In double elimination, the losers of the main bracket drop into the losers' bracket. Its odd
rounds are between survivors, its even rounds between survivors and dropped entries. The order in
which the losers of a round drop decides how late two entries can meet again.
"""

from collections.abc import Sequence
from itertools import cycle, islice

from tournaments.formats.bracket import (
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
from tournaments.formats.format import Format
from tournaments.formats.options import (
    FINAL_BEST_OF,
    GRAND_FINAL,
    THIRD_PLACE,
    FormatOptions,
    GrandFinal,
)
from tournaments.formats.outline import bracket_waves
from tournaments.formats.play import Bracket
from tournaments.formats.seeding import (
    Order,
    bracket_order,
    bracket_size,
    half_shift,
    natural,
    pair_flip,
    reverse,
    reverse_half_shift,
)


def single_elimination(entries: int, *, third_place: bool = False) -> Graph:
    """Return a bracket for any number of entries; the top seeds take the byes.

    The match for third place exists only if two semifinals are played.
    """
    nodes = main_bracket(entries)
    if third_place and entries >= 4:
        nodes.append(_third_place(rounds=nodes[-1].round))
    return Graph(tuple(nodes))


def main_bracket(entries: int) -> list[Node]:
    """Return the rounds of a bracket, the first by seed."""
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
    """Return the matches of neighbouring slots."""
    return [
        Node(part, round_, position, pair)
        for position, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
    ]


def _third_place(rounds: int) -> Node:
    semifinals = (node_key(Part.MAIN, rounds - 1, position) for position in (1, 2))
    first, second = (LoserOf(key) for key in semifinals)
    return Node(Part.THIRD, 1, 1, (first, second))


def _graph(shape: FormatOptions, entries: int) -> Graph:
    return single_elimination(entries, third_place=shape.third_place)


SINGLE = Format(
    name="single",
    play=Bracket(_graph),
    choices=(FINAL_BEST_OF, THIRD_PLACE),
    outline=lambda shape, entries: bracket_waves(_graph(shape, entries)),
)
Routing = Sequence[Order[Slot]]
"""For each round of the main bracket, the order in which its losers drop."""
LATEST_REMATCHES: dict[int, Routing] = {
    2: (natural, natural),
    3: (natural, half_shift, natural),
    4: (natural, half_shift, natural, natural),
    5: (natural, reverse_half_shift, half_shift, natural, natural),
    6: (natural, half_shift, reverse, pair_flip, half_shift, natural),
    7: (natural, reverse_half_shift, half_shift, reverse, natural, half_shift, natural),
}
"""By rounds of the main bracket: the fewest and latest rematches of all combinations."""
LARGE_BRACKETS: Routing = (reverse, half_shift, reverse_half_shift, pair_flip)
"""Repeated between the first and the last round of brackets too large for a search."""


def double_elimination(
    entries: int,
    *,
    grand_final: GrandFinal = GrandFinal.RESET,
    third_place: bool = False,
    routing: Routing | None = None,
) -> Graph:
    """Return the whole graph. Two entries play a single match. `routing` replaces the default."""
    main = main_bracket(entries)
    if entries == 2:
        return Graph(tuple(main))
    losers = _losers_bracket(main, routing or latest_rematches(main[-1].round))
    nodes = [*main, *losers, *_grand_final(main[-1], losers[-1], grand_final)]
    if third_place and entries >= 4:
        nodes.append(_double_elimination_third_place(losers[-1].round))
    return Graph(tuple(nodes))


def latest_rematches(rounds: int) -> Routing:
    """Return the routing for a main bracket of `rounds` rounds."""
    between = islice(cycle(LARGE_BRACKETS), max(0, rounds - 2))
    return LATEST_REMATCHES.get(rounds) or (natural, *between, natural)


def _losers_bracket(main: Sequence[Node], routing: Routing) -> list[Node]:
    dropping = [
        order([LoserOf(node.key) for node in main if node.round == round_])
        for round_, order in enumerate(routing, start=1)
    ]
    survivors = paired(Part.LOSERS, 1, dropping[0])
    nodes = list(survivors)
    for drop in dropping[1:]:
        if len(survivors) > len(drop):
            survivors = paired(Part.LOSERS, survivors[-1].round + 1, _winners(survivors))
            nodes += survivors
        meeting = [slot for pair in zip(drop, _winners(survivors), strict=True) for slot in pair]
        survivors = paired(Part.LOSERS, survivors[-1].round + 1, meeting)
        nodes += survivors
    return nodes


def _winners(nodes: Sequence[Node]) -> list[Slot]:
    return [WinnerOf(node.key) for node in nodes]


def _grand_final(main: Node, losers: Node, kind: GrandFinal) -> list[Node]:
    first = Node(Part.FINAL, 1, 1, (WinnerOf(main.key), WinnerOf(losers.key)))
    reset = Node(Part.FINAL, 2, 1, (LoserOf(first.key), WinnerOf(first.key)))
    played = {GrandFinal.NONE: 0, GrandFinal.SINGLE: 1, GrandFinal.RESET: 2}
    return [first, reset][: played[kind]]


def _double_elimination_third_place(losers_rounds: int) -> Node:
    """Return the match between the last two losers of the losers' bracket."""
    last, before = (LoserOf(node_key(Part.LOSERS, losers_rounds - back, 1)) for back in (0, 1))
    return Node(Part.THIRD, 1, 1, (last, before))


def _double_elimination_graph(shape: FormatOptions, entries: int) -> Graph:
    return double_elimination(
        entries, grand_final=GrandFinal(shape.grand_final), third_place=shape.third_place
    )


DOUBLE = Format(
    name="double",
    play=Bracket(_double_elimination_graph),
    choices=(GRAND_FINAL, FINAL_BEST_OF, THIRD_PLACE),
    outline=lambda shape, entries: bracket_waves(_double_elimination_graph(shape, entries)),
)
