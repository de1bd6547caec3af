"""The kinds of case about Swiss rounds: whole events are played and every round is checked."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx

from tests.conformance.expectations import assert_facts
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.swiss import SWISS, pair_round, recommended_rounds
from tournaments.formats.swiss_field import Contender, Field

Case = Mapping[str, Any]
Contenders = dict[int, Contender[int]]


@dataclass(frozen=True)
class Played:
    """One round: who stood where before it, and what was paired."""

    before: Contenders
    pairings: Sequence[SwissPairing[int]]
    seconds: float

    @property
    def byes(self) -> list[int]:
        return [pairing.first for pairing in self.pairings if pairing.is_bye]

    @property
    def rematches(self) -> list[SwissPairing[int]]:
        return [one for one in self.pairings if one.second in self.before[one.first].opponents]

    @property
    def second_byes(self) -> int:
        return sum(self.before[entry].byes > 0 for entry in self.byes)


def event(players: int, rounds: int, seed: int) -> Iterator[Played]:
    """Better seeds win more often."""
    coin = Random(seed)
    field = {number: Contender(number, number) for number in range(1, players + 1)}
    for _ in range(rounds):
        start = time.perf_counter()
        pairings = pair_round(list(field.values()))
        yield Played(dict(field), pairings, time.perf_counter() - start)
        for pairing in pairings:
            field |= after(field, pairing, coin)


def after(field: Contenders, pairing: SwissPairing[int], coin: Random) -> Contenders:
    one = field[pairing.first]
    if pairing.second is None:
        return {one.entry: replace(one, points=one.points + 1, byes=one.byes + 1)}
    two = field[pairing.second]
    won = coin.random() < 1 / (1 + 10 ** ((one.seed - two.seed) / 40))
    return {
        one.entry: replace(one, points=one.points + won, opponents=(*one.opponents, two.entry)),
        two.entry: replace(
            two, points=two.points + (not won), opponents=(*two.opponents, one.entry)
        ),
    }


def fewest_rematches(field: Contenders) -> int:
    """By a matching of its own, with nothing but rematches as cost; a bye may go to anybody."""
    nobody = [0] if len(field) % 2 else []
    graph = nx.Graph()
    for one, two in combinations([*field, *nobody], 2):
        met = two in field[one].opponents
        graph.add_edge(one, two, weight=1 - met)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(1 - graph.edges[pair]["weight"] for pair in matching)


def check_round(played: Played) -> None:
    """Everybody once, rematches as few as can be and flagged, a bye where it is due."""
    paired = [entry for one in played.pairings for entry in (one.first, one.second)]
    assert sorted(entry for entry in paired if entry is not None) == sorted(played.before)
    flagged = [one for one in played.pairings if one.is_rematch and not one.is_bye]
    assert flagged == played.rematches
    if played.rematches:
        assert len(played.rematches) == fewest_rematches(played.before)
    for entry in played.byes:
        check_bye(played, entry)


def check_bye(played: Played, entry: int) -> None:
    """Nobody below who had fewer byes, unless a rematch would have been the price."""
    bye = played.before[entry]
    for other in played.before.values():
        if (other.byes, other.points) < (bye.byes, bye.points):
            rest = {one: each for one, each in played.before.items() if one != other.entry}
            assert fewest_rematches(rest) > len(played.rematches)


def swiss_property(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    first, last = (int(one) for one in str(given.get("seeds", "0..0")).split(".."))
    for seed in range(first, last + 1):
        rounds = list(event(given["players"], given["rounds"], seed))
        for played in rounds:
            check_round(played)
        for name, value in expected.items():
            check_expectation(name, value, rounds)


def check_expectation(name: str, value: object, rounds: Sequence[Played]) -> None:
    """What is said in words is what `check_round` has checked; figures are compared."""
    facts = {
        "byes_per_round": max(len(played.byes) for played in rounds),
        "repeat_byes": sum(played.second_byes for played in rounds),
        "rematches": sum(len(played.rematches) for played in rounds),
    }
    if number := re.fullmatch(r"round_(\d+)", name):
        played = rounds[int(number[1]) - 1]
        forced = re.match(r"(\d+) forced rematch", str(value))
        assert forced is None or len(played.rematches) == int(forced[1])
    elif "second" in name or name.endswith("_s"):
        assert isinstance(value, int | float)
        assert max(played.seconds for played in rounds) <= value
    elif isinstance(value, int) and name in facts:
        assert facts[name] == value, (name, facts[name])


def swiss_recommended_rounds(case: Case) -> None:
    assert recommended_rounds(case["input"]["players"]) == case["expected"]


def swiss_late_join(case: Case) -> None:
    rounds = case["input"]["rounds"]
    shape = FormatOptions(format=SWISS.name, swiss_rounds=rounds)
    last = max(number for number in range(rounds + 1) if SWISS.play.may_join(shape, number))
    assert_facts({"joinable_while_current_round<=": last}, case["expected"])


def swiss_pairing_order_key(case: Case) -> None:
    """Earlier games do not matter among equal points: the key contains no tie-break."""
    assert case["input"]["equal_points"]
    assert case["expected"]["pairing_uses"] == "points then seed, never tie-breaks"
    seeds = list(range(1, 9))
    for seed in range(10):
        coin = Random(seed)
        field = [Contender(one, one, 2, opponents=coin.sample(range(20, 40), 3)) for one in seeds]
        coin.shuffle(field)
        assert [one.seed for one in Field(field).ranked] == seeds
        assert [(one.first, one.second) for one in pair_round(field)] == [
            (1, 5),
            (2, 6),
            (3, 7),
            (4, 8),
        ]


KINDS: Mapping[str, Callable[[Case], None]] = {
    "swiss_property": swiss_property,
    "swiss_recommended_rounds": swiss_recommended_rounds,
    "swiss_late_join": swiss_late_join,
    "swiss_pairing_order_key": swiss_pairing_order_key,
}
