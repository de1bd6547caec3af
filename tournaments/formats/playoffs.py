"""Knockouts that are no bracket: finals that favour the better places of a table, and duels.

In a Page play-off (curling, softball) the first two play for the final, and the loser has a second
chance against the winner of third and fourth. In a stepladder (bowling) the last two play, and the
winner meets the next better one, until the first of the table plays the final.
"""

from tournaments.formats.bracket import Graph, LoserOf, Node, Part, Seed, WinnerOf, node_key

PAGE_SIZE = 4


def page_playoff(*, third_place: bool = False) -> Graph:
    """Return the Page play-off of four; the third place is between those who lost and are out."""
    first, other = (node_key(Part.MAIN, 1, position) for position in (1, 2))
    semifinal = Node(Part.MAIN, 2, 1, (LoserOf(first), WinnerOf(other)))
    nodes = [
        Node(Part.MAIN, 1, 1, (Seed(1), Seed(2))),
        Node(Part.MAIN, 1, 2, (Seed(3), Seed(4))),
        semifinal,
        Node(Part.MAIN, 3, 1, (WinnerOf(first), WinnerOf(semifinal.key))),
    ]
    if third_place:
        nodes.append(Node(Part.THIRD, 1, 1, (LoserOf(other), LoserOf(semifinal.key))))
    return Graph(tuple(nodes))


def duels(matches: int) -> Graph:
    """Return matches that decide one place each: the best seed against the last."""
    last = 2 * matches + 1
    return Graph(
        tuple(
            Node(Part.MAIN, 1, seed, (Seed(seed), Seed(last - seed)))
            for seed in range(1, matches + 1)
        )
    )


def stepladder(entries: int) -> Graph:
    """Return the stepladder of at least two entries."""
    nodes = [Node(Part.MAIN, 1, 1, (Seed(entries - 1), Seed(entries)))]
    for number in range(entries - 2, 0, -1):
        last = nodes[-1]
        nodes.append(Node(Part.MAIN, last.round + 1, 1, (Seed(number), WinnerOf(last.key))))
    return Graph(tuple(nodes))
