"""The kinds of case about consolations, every place, Page play-offs and stepladders."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.expectations import assert_facts
from tests.tournaments.formats.play import play_out
from tournaments.formats.bracket import Graph, MatchState, Seed, apply_verdicts
from tournaments.formats.bracket_places import places
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import fewest_matches
from tournaments.formats.seeding import bracket_order
from tournaments.formats.series import Verdict

Case = Mapping[str, Any]


def further_matches(case: Case) -> None:
    """Check the graph of a knockout: its matches, rounds, and who can be in which part."""
    graph = _graph(case["input"])
    played = play_out(graph, _by_seed(is_best=case["input"].get("better_wins", True)))
    states = apply_verdicts(graph, played)
    found = places(graph, states)
    facts = {
        "matches": len(played),
        "rounds": {part: number for part, number in graph.rounds.items() if number},
        "each_plays_at_least": fewest_matches(graph),
        "ranks": [place.rank for place in found],
        "order": [place.seed for place in found],
        "in_consolation": sorted(
            {
                slot.number
                for key in played
                if key.startswith("consol")
                for slot in states[key].slots
                if isinstance(slot, Seed)
            }
        ),
        "meetings": [[_number(slot) for slot in states[key].slots] for key in played],
    }
    assert_facts(facts, case["expected"])


def as_played(case: Case) -> None:
    """Check an event that was played: its matches are those of the graph, and so are its places.

    A game is `WINNER-LOSER`. In a bracket the entries are in the order of the first round, in a
    ladder by their rank.
    """
    given = case["input"]
    entries = given["entries"]
    graph = _graph({**given, "participants": len(entries)})
    is_ladder = given.get("layout", "bracket") != "bracket"
    order = range(1, len(entries) + 1) if is_ladder else bracket_order(len(entries))
    names = dict(zip(order, entries, strict=True))
    games = [tuple(game.split("-")) for game in given["games"]]
    left = list(games)

    def decide(state: MatchState) -> Verdict:
        first, second = (names[_number(slot)] for slot in state.slots)
        won = next(game for game in left if {*game} == {first, second})
        left.remove(won)
        return Verdict.FIRST if won[0] == first else Verdict.SECOND

    states = apply_verdicts(graph, play_out(graph, decide))
    assert left == []
    facts = {
        "places": [[place.rank, names[place.seed]] for place in places(graph, states)],
    }
    assert_facts(facts, case["expected"])


def _graph(given: Case) -> Graph:
    options = {name: given[name] for name in ("layout", "losers", "third_place") if name in given}
    shape = FormatOptions(**options)
    graph = FORMATS[shape.format].play.stored(shape, range(given["participants"]))
    assert isinstance(graph, Graph)
    return graph


def _by_seed(*, is_best: bool) -> Callable[[MatchState], Verdict]:
    def decide(state: MatchState) -> Verdict:
        first, second = map(_number, state.slots)
        return Verdict.FIRST if (first < second) == is_best else Verdict.SECOND

    return decide


def _number(slot: object) -> int:
    assert isinstance(slot, Seed)
    return slot.number


KINDS: Mapping[str, Callable[[Case], None]] = {
    "further_matches": further_matches,
    "brackets_as_played": as_played,
}
