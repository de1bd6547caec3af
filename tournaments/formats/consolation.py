"""Further brackets for the losers of a bracket: a consolation, a feed-in, or for every place.

A consolation is for those who lose their first match (ITF and USTA: first match losers'
consolation): a seed that had a bye and loses at once plays it, too. Into a feed-in consolation
drop all who lose up to the quarter-finals, as in a double elimination. With every place to be
played for, the losers of each round play a bracket of their own, and so do the losers there. No
slot of these brackets is left to two byes from the start.
"""

from collections.abc import Iterator, Sequence

from tournaments.formats.bracket import (
    BYE,
    Bye,
    LoserOf,
    Node,
    Part,
    Slot,
    placement_part,
    rounds_of,
)
from tournaments.formats.seeding import bracket_order, bracket_size

QUARTER_FINALS = 2  # rounds after them
FEWEST_ROUNDS = 3  # of a bracket with quarter-finals


def consolation(main: Sequence[Node]) -> list[Node]:
    """Return the consolation of those who lose their first match before the semifinals."""
    rounds = main[-1].round
    if rounds < FEWEST_ROUNDS:
        return []
    if rounds == FEWEST_ROUNDS:
        return _bracket(Part.CONSOLATION, _losers(main, 1))
    firsts = [_first_losers(main, second) for second in main if second.round == 2]
    return rounds_of(Part.CONSOLATION, [slot for pair in firsts for slot in pair])


def feed_in(main: Sequence[Node], dropping: Sequence[Sequence[Slot]]) -> list[Node]:
    """Return the consolation into which the losers up to the quarter-finals drop.

    `dropping` are the losers of each round of the main bracket, in the order of their places.
    """
    drops = dropping[1 : main[-1].round - QUARTER_FINALS]
    first = _losers(main, 1)
    if not drops:
        return consolation(main)
    places = len(drops[0]) if len(first) <= len(drops[0]) else 2 * len(drops[0])
    return rounds_of(Part.CONSOLATION, _spread(first, places), drops)


def placement(main: Sequence[Node]) -> list[Node]:
    """Return the brackets for every place from the third on."""
    return list(_placement(main, first=1))


def _placement(bracket: Sequence[Node], first: int) -> Iterator[Node]:
    """Yield the brackets of those who lose in one that is played for the places from `first`."""
    last = bracket[-1].round
    for round_ in range(last - 1, 0, -1):
        best = first + (1 << last - round_)
        nodes = _bracket(placement_part(best), _losers(bracket, round_))
        yield from nodes
        if nodes:
            yield from _placement(nodes, best)


def _bracket(part: str, slots: Sequence[Slot]) -> list[Node]:
    """Return a bracket of its own; none for a single entry."""
    if len(slots) < 2:
        return []
    return rounds_of(part, _spread(slots, bracket_size(len(slots))))


def _losers(bracket: Sequence[Node], round_: int) -> list[Slot]:
    return [LoserOf(node.key) for node in bracket if node.round == round_ and not _has_bye(node)]


def _first_losers(main: Sequence[Node], second: Node) -> tuple[Slot, Slot]:
    """Return those who lose their first match in a match of the second round, or before it."""
    before = [node for node in main if node.key in second.sources]
    match [_has_bye(node) for node in before]:
        case [True, True]:
            return LoserOf(second.key), BYE
        case byes:
            first, other = (
                LoserOf(second.key, only=side) if has_bye else LoserOf(node.key)
                for side, (node, has_bye) in enumerate(zip(before, byes, strict=True))
            )
            return first, other


def _has_bye(node: Node) -> bool:
    return any(isinstance(slot, Bye) for slot in node.slots)


def _spread(slots: Sequence[Slot], places: int) -> list[Slot]:
    """Put at least half as many slots as there are places; no bye meets another."""
    coming = iter(slots)
    return [next(coming) if number <= len(slots) else BYE for number in bracket_order(places)]
