"""Single and double elimination, and knockouts that are no bracket.

In double elimination, the losers of the main bracket drop into the losers' bracket. Its odd
rounds are between survivors, its even rounds between survivors and dropped entries. The order in
which the losers of a round drop decides how late two entries can meet again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
    rounds_of,
)
from tournaments.formats.consolation import consolation, feed_in, placement
from tournaments.formats.format import Format, Misfit
from tournaments.formats.options import (
    FINAL_BEST_OF,
    GRAND_FINAL,
    LAYOUT,
    LOSERS,
    ROUND_GAMES,
    THIRD_PLACE,
    FormatOptions,
    GrandFinal,
    Layout,
    LosersPlay,
)
from tournaments.formats.outline import bracket_waves
from tournaments.formats.play import Bracket
from tournaments.formats.playoffs import PAGE_SIZE, duels, page_playoff, stepladder
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


def single_elimination(
    entries: int, *, third_place: bool = False, losers: LosersPlay = LosersPlay.NOTHING
) -> Graph:
    """Return a bracket for any number of entries; the top seeds take the byes.

    The match for third place exists only if two semifinals are played, and what the losers play
    only if there are two of them.
    """
    main = main_bracket(entries)
    nodes = [*main, *_of_losers(main, losers)]
    if third_place and entries >= FEWEST_FOR_THIRD_PLACE and losers != LosersPlay.PLACES:
        nodes.append(_third_place(rounds=main[-1].round))
    return Graph(tuple(nodes))


FEWEST_FOR_THIRD_PLACE = 4


def _of_losers(main: Sequence[Node], losers: LosersPlay) -> list[Node]:
    match losers:
        case LosersPlay.NOTHING:
            return []
        case LosersPlay.CONSOLATION:
            return consolation(main)
        case LosersPlay.FEED_IN:
            return feed_in(main, routed_losers(main, latest_rematches(main[-1].round)))
        case LosersPlay.PLACES:
            return placement(main)


def main_bracket(entries: int) -> list[Node]:
    """Return the rounds of a bracket, the first by seed."""
    order = bracket_order(bracket_size(entries))
    return rounds_of(Part.MAIN, [Seed(number) if number <= entries else BYE for number in order])


def _third_place(rounds: int) -> Node:
    semifinals = (node_key(Part.MAIN, rounds - 1, position) for position in (1, 2))
    first, second = (LoserOf(key) for key in semifinals)
    return Node(Part.THIRD, 1, 1, (first, second))


def _graph(shape: FormatOptions, entries: int) -> Graph:
    if shape.promotion:
        return duels(shape.promotion)
    match Layout(shape.layout):
        case Layout.PAGE if entries == PAGE_SIZE:
            return page_playoff(third_place=shape.third_place)
        case Layout.STEPLADDER if entries > 1:
            return stepladder(entries)
        case _:
            losers = LosersPlay(shape.losers)
            return single_elimination(entries, third_place=shape.third_place, losers=losers)


def misfits_of_layout(shape: FormatOptions, entries: int) -> Iterator[Misfit]:
    """Yield the misfits of a knockout that is no bracket."""
    if shape.layout == Layout.PAGE and entries != PAGE_SIZE:
        yield LAYOUT.name, "page-needs-four"
    elif shape.layout != Layout.BRACKET and shape.losers != LosersPlay.NOTHING:
        yield LOSERS.name, "losers-without-bracket"


def fitting_layout(shape: FormatOptions, entries: int) -> FormatOptions:
    """Return the announced knockout, or a bracket if there are not four for a Page play-off."""
    if shape.layout == Layout.PAGE and entries != PAGE_SIZE:
        return replace(shape, layout=Layout.BRACKET)
    return shape if shape.layout == Layout.BRACKET else replace(shape, losers=LosersPlay.NOTHING)


SINGLE = Format(
    name="single",
    play=Bracket(_graph),
    choices=(LAYOUT, LOSERS, ROUND_GAMES, FINAL_BEST_OF, THIRD_PLACE),
    check=lambda shape, entries, _movers: misfits_of_layout(shape, entries),
    nearest=lambda shape, entries, _movers: fitting_layout(shape, entries),
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
    if third_place and entries >= FEWEST_FOR_THIRD_PLACE:
        nodes.append(_double_elimination_third_place(losers[-1].round))
    return Graph(tuple(nodes))


def latest_rematches(rounds: int) -> Routing:
    """Return the routing for a main bracket of `rounds` rounds."""
    between = islice(cycle(LARGE_BRACKETS), max(0, rounds - 2))
    return LATEST_REMATCHES.get(rounds) or (natural, *between, natural)


def _losers_bracket(main: Sequence[Node], routing: Routing) -> list[Node]:
    first, *drops = routed_losers(main, routing)
    return rounds_of(Part.LOSERS, first, drops)


def routed_losers(main: Sequence[Node], routing: Routing) -> list[list[Slot]]:
    """Return the losers of each round of the main bracket, in the order in which they drop."""
    return [
        order([LoserOf(node.key) for node in main if node.round == round_])
        for round_, order in enumerate(routing, start=1)
    ]


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
    choices=(GRAND_FINAL, ROUND_GAMES, FINAL_BEST_OF, THIRD_PLACE),
    outline=lambda shape, entries: bracket_waves(_double_elimination_graph(shape, entries)),
)
