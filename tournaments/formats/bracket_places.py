"""Final places of an elimination bracket, in competition ranks (1 2 3 3 5)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.bracket import (
    Graph,
    LoserOf,
    MatchState,
    Node,
    Occupant,
    Part,
    Seed,
    first_place_of,
)

Exit = tuple[int, int]
"""How far an entry came, lower is better: the kind of exit, then the later round."""
CHAMPION, RUNNER_UP, THIRD, FOURTH, PLACED, LOST_TWICE, LOST_ONCE, CONSOLED, ABSENT = range(9)


@dataclass(frozen=True)
class FinalPlace:
    """The final rank of a seed; None while it can still play."""

    seed: int
    rank: int | None


def places(graph: Graph, states: Mapping[str, MatchState]) -> list[FinalPlace]:
    """Return the place of every seed, best first. Seeds eliminated in the same round share it.

    A seed that can still play counts with its best possible exit. The first place is won or vacant:
    after a double walkover in the final both are second.
    """
    last = {
        occupant: node
        for node in graph.nodes
        for occupant in states[node.key].slots
        if isinstance(occupant, Seed)
    }
    exits = {seed: _exit(graph, node, states[node.key], seed) for seed, node in last.items()}
    reached = sorted(exits.values())
    first = 1 if reached[0][0] == CHAMPION else 2
    final_places = [
        FinalPlace(
            seed.number, first + reached.index(how) if states[last[seed].key].verdict else None
        )
        for seed, how in exits.items()
    ]
    return sorted(final_places, key=lambda place: (place.rank or 0, place.seed))


def places_at_early_end(
    graph: Graph,
    states: Mapping[str, MatchState],
    numbers: Mapping[int, int],
    *,
    out: Collection[int] = (),
    has_champion: bool = True,
) -> list[FinalPlace]:
    """Return the place of every seed of a bracket that is not played to its end, best first.

    Of the seeds that can still win, one is champion: the one with the fewest defeats, then with the
    latest round, then with the lowest of `numbers`. The others are second; without a champion all
    of them are. Seeds in `out` have left and cannot win.
    """
    exits: dict[int, Exit] = {}
    progress: dict[int, tuple[int, bool, int, int]] = {}
    lost: Counter[int] = Counter()
    for node in graph.nodes:
        state = states[node.key]
        for seed in (one for one in state.slots if isinstance(one, Seed)):
            lost[seed.number] += state.verdict is not None and state.winner != seed
            kind, depth = _exit(graph, node, state, seed)
            has_left = state.verdict is None and seed.number in out
            exits[seed.number] = (RUNNER_UP, 0) if has_left and kind == CHAMPION else (kind, depth)
            is_final = node.part == Part.FINAL
            progress[seed.number] = (
                lost[seed.number], not is_final, -node.round, numbers[seed.number]
            )  # fmt: skip
    reached = sorted(exits.values())
    first = 1 if reached[0][0] == CHAMPION else 2
    ranks = {seed: first + reached.index(how) for seed, how in exits.items()}
    level = [seed for seed, rank in ranks.items() if rank == 1]
    best = min(level, key=lambda seed: progress[seed], default=None) if has_champion else None
    ranks |= dict.fromkeys((seed for seed in level if seed != best), 2)
    places_found = [FinalPlace(seed, rank) for seed, rank in ranks.items()]
    return sorted(places_found, key=lambda place: (place.rank or 0, numbers[place.seed]))


def champion(deciding: Sequence[MatchState]) -> int | None:
    """Return the winner, from the matches that decide the first place; None if there is none.

    These are the grand finals, or the final of the main bracket, in order. A second grand final
    that was not needed has no entries.
    """
    played = (state for state in reversed(deciding) if any(map(_is_seed, state.slots)))
    last = next(played, None)
    winner = None if last is None else last.winner
    return winner.number if isinstance(winner, Seed) else None


def _is_seed(occupant: Occupant) -> bool:
    return isinstance(occupant, Seed)


def _exit(graph: Graph, node: Node, state: MatchState, seed: Seed) -> Exit:
    """Return the exit that a seed's last match leads to."""
    has_won = state.winner in (seed, None)
    if first_place_of(node.part) is not None or _is_placement(graph):
        return _placed(graph, node, has_won=has_won)
    kind = _won(graph, node) if has_won else _lost(graph, node)
    if kind == CONSOLED:
        return kind, -node.round - has_won
    return kind, -node.round if kind in (LOST_TWICE, LOST_ONCE, ABSENT) else 0


def _is_placement(graph: Graph) -> bool:
    """Return whether places after the third are played for."""
    return any(part != Part.THIRD and first_place_of(part) for part in graph.rounds)


def _placed(graph: Graph, node: Node, *, has_won: bool) -> Exit:
    """Return an exit by the place of a full bracket.

    Who lost and did not come to the match that followed has the last place that it could lead to.
    """
    best = first_place_of(node.part) or 1
    rounds_left = graph.rounds[node.part] - node.round
    if has_won:
        place = best
    elif LoserOf(node.key) in graph.sources:
        place = best + (2 << rounds_left) - 1
    else:
        place = best + (1 << rounds_left)
    return min(place - 1, PLACED), place


def _won(graph: Graph, node: Node) -> int:
    """Return the best exit from a match; without a grand final a losers' bracket gives second."""
    if node.part == Part.LOSERS and Part.FINAL not in graph.rounds:
        return RUNNER_UP
    return CONSOLED if node.part == Part.CONSOLATION else CHAMPION


def _lost(graph: Graph, node: Node) -> int:
    """Return the exit of a loser.

    In a main bracket with a losers' bracket, only a double walkover eliminates directly. Those who
    did not come to the consolation rank after those who did.
    """
    if node.part == Part.MAIN:
        if LoserOf(node.key) in graph.sources and Part.CONSOLATION in graph.rounds:
            return ABSENT if node.round < graph.rounds[Part.MAIN] - 1 else LOST_ONCE
        is_final = node.round == graph.rounds[Part.MAIN] and Part.LOSERS not in graph.rounds
        return RUNNER_UP if is_final else LOST_ONCE
    exits: dict[str, int] = {
        Part.FINAL: RUNNER_UP,
        Part.LOSERS: LOST_TWICE,
        Part.CONSOLATION: CONSOLED,
    }
    return exits[node.part]
