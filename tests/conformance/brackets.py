"""The kinds of case about brackets: seeds, byes, structure, routing, places."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.conformance.expectations import assert_facts, refusal
from tests.tournaments.formats.play import champion, play_in_order, play_out, tossed
from tests.tournaments.formats.rematches import earliest_rematch
from tournaments.formats.bracket import (
    Bye,
    Graph,
    LoserOf,
    MatchState,
    Occupant,
    Part,
    Seed,
    Slot,
    apply_verdicts,
)
from tournaments.formats.bracket_places import places
from tournaments.formats.knockout import Routing, double_elimination, single_elimination
from tournaments.formats.options import GrandFinal
from tournaments.formats.seeding import (
    bracket_order,
    bracket_size,
    bye_seeds,
    half_shift,
    natural,
    pair_flip,
    reverse,
    reverse_half_shift,
    seed_by_hand,
)
from tournaments.formats.series import Verdict

Case = Mapping[str, Any]

ORDERS = {
    "natural": natural,
    "reverse": reverse,
    "half_shift": half_shift,
    "reverse_half_shift": reverse_half_shift,
    "pair_flip": pair_flip,
}
BRACKETS_MANAGER = {
    4: "natural reverse",
    8: "natural reverse natural",
    16: "natural reverse_half_shift reverse natural",
    32: "natural reverse half_shift natural natural",
    64: "natural reverse half_shift reverse natural natural",
    128: "natural reverse half_shift pair_flip pair_flip pair_flip natural",
}
"""The routing of brackets-manager, which some cases were recorded with."""

GRAND_FINALS = {
    "none": GrandFinal.NONE,
    "simple": GrandFinal.SINGLE,
    "single": GrandFinal.SINGLE,
    "double": GrandFinal.RESET,
    "reset": GrandFinal.RESET,
    "with_reset": GrandFinal.RESET,
}
PARTS = {"WB": Part.MAIN, "LB": Part.LOSERS, "GF": Part.FINAL}


def routed(names: Iterable[str]) -> Routing:
    return [ORDERS[name] for name in names]


def as_brackets_manager(entries: int, **options: Any) -> Graph:
    names = BRACKETS_MANAGER.get(bracket_size(entries), "").split()
    return double_elimination(entries, routing=routed(names), **options)


def double_of(given: Case) -> Graph:
    return as_brackets_manager(
        given["participants"],
        grand_final=GRAND_FINALS[given.get("grand_final", "with_reset")],
        third_place=given.get("consolation_final", False),
    )


def named(occupant: Occupant) -> str:
    match occupant:
        case Seed(number):
            return f"T{number}"
        case Bye():
            return "BYE"
        case None:
            return "TBD"


def bracket_seed_order(case: Case) -> None:
    assert bracket_order(case["input"]["size"]) == case["expected"]


def bracket_seed_property(case: Case) -> None:
    size = case["input"]["size"]
    order = bracket_order(size)
    sums = {first + second for first, second in zip(order[::2], order[1::2], strict=True)}
    powers = [1 << power for power in range(size.bit_length())]
    apart = all(
        len({order.index(seed) * sections // size for seed in range(1, sections + 1)}) == sections
        for sections in powers
    )
    facts = {
        "each_first_round_pair_sums_to": sums.pop() if len(sums) == 1 else None,
        "top_2^k_seeds_in_distinct_2^k_sections": apart,
    }
    assert_facts(facts, case["expected"])


def se_bye_placement(case: Case) -> None:
    graph = single_elimination(case["input"]["participants"])
    states = apply_verdicts(graph, {})
    for name, pairs in case["expected"].items():
        nodes = [node for node in graph.nodes if node.round == int(name.removeprefix("round"))]
        assert [[named(slot) for slot in states[node.key].slots] for node in nodes] == pairs


def se_bye_seeds(case: Case) -> None:
    entries = case["input"]["participants"]
    graph = single_elimination(entries)
    facts = {
        "bracket_size": bracket_size(entries),
        "bye_seeds": bye_seeds(entries),
        "rounds": graph.rounds[Part.MAIN],
        "matches_played": len(play_out(graph, lambda _state: Verdict.FIRST)),
    }
    assert_facts(facts, case["expected"])


def se_structure(case: Case) -> None:
    given = case["input"]
    third = given.get("third_place", given.get("consolation_final", False))
    graph = single_elimination(given["participants"], third_place=third)
    facts = {
        "matches": len(graph.nodes),
        "groups": len(graph.rounds),
        "rounds": graph.rounds[Part.MAIN],
        "games_max": len(graph.nodes) * given.get("best_of", 1),
    }
    assert_facts(facts, case["expected"])


def se_rejects(case: Case) -> None:
    given = case["input"]
    seeding = given.get("seeding") or range(given.get("participants", 0))
    code = refusal(lambda: single_elimination(len(seed_by_hand(seeding))))
    assert ("duplicate" in str(case["expected"]["error"])) == (code == "duplicate-entry"), code


def de_structure(case: Case) -> None:
    graph = double_of(case["input"])
    facts = {
        "wb_rounds": graph.rounds[Part.MAIN],
        "lb_rounds": graph.rounds.get(Part.LOSERS, 0),
        "gf_rounds": graph.rounds.get(Part.FINAL, 0),
        "matches": len(graph.nodes),
    }
    assert_facts(facts, case["expected"])


def de_bye_propagation(case: Case) -> None:
    graph = double_of(case["input"])
    states = apply_verdicts(graph, {})
    parts = {part: name for name, part in PARTS.items()}
    assert [
        [parts[node.part], node.round, node.position, *map(named, states[node.key].slots)]
        for node in graph.nodes
    ] == case["expected"]["matches"]


def de_grand_final_reset(case: Case) -> None:
    """Whoever wins the decisive match is the champion, whichever side that is."""
    graph = double_elimination(case["input"].get("participants", 8))
    upset = "lower" in case["input"]["grand_final_winner"]
    before = play_out(graph, lambda _state: Verdict.FIRST)
    before = {key: before[key] for key in before if not key.startswith(Part.FINAL)}
    first = {**before, "final.1.1": Verdict.SECOND if upset else Verdict.FIRST}
    assert apply_verdicts(graph, first)["final.2.1"].is_ready == upset
    assert case["expected"]["second_final_played"] == upset
    for verdict in (Verdict.FIRST, Verdict.SECOND) if upset else ():
        states = apply_verdicts(graph, {**first, "final.2.1": verdict})
        assert champion(graph, states) == states["final.2.1"].winner
    if not upset:
        states = apply_verdicts(graph, first)
        assert champion(graph, states) == states["final.1.1"].winner


def de_invariant(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    stated = given["participants"]
    sizes = [stated] if isinstance(stated, int) else [*range(3, 34), 64, 100]
    for entries in sizes:
        graph = double_elimination(entries, grand_final=GRAND_FINALS[given["grand_final"]])
        for seed in range(4):
            losses, winner = losses_of(graph, play_out(graph, tossed(seed)))
            assert losses.pop(winner, 0) <= expected["champion_losses_max"]
            assert set(losses.values()) == {expected["everyone_else_losses"]}
            assert len(losses) == entries - 1


def losses_of(graph: Graph, verdicts: Mapping[str, Verdict]) -> tuple[Counter[Occupant], Occupant]:
    """How often everybody lost, and the champion."""
    states = apply_verdicts(graph, verdicts)
    return Counter(states[key].loser for key in verdicts), champion(graph, states)


def de_loser_routing_quality(case: Case) -> None:
    """Ours is as late; the ordering named is as late too and gives the positions named."""
    entries, expected = case["input"]["participants"], case["expected"]
    names = expected["one_optimal_ordering"]
    for graph in (double_elimination(entries), double_elimination(entries, routing=routed(names))):
        assert graph.rounds[Part.LOSERS] == expected["LB_rounds"]
        assert earliest_rematch(graph) >= expected["earliest_possible_rematch_LB_round_at_least"]
    for number, positions in enumerate(expected.get("slot_positions_per_LB_entry_round", ()), 1):
        row = range(1, (entries >> number) + 1)
        assert ORDERS[names[number - 1]](row) == positions


def de_loser_routing_bm_default(case: Case) -> None:
    graph = as_brackets_manager(case["input"]["participants"])
    for name, expected in case["expected"].items():
        number, _, droppers = name.removeprefix("LB_R").partition("_")
        nodes = [n for n in graph.nodes if n.part is Part.LOSERS and n.round == int(number)]
        found: Any = [[falling(slot) for slot in node.slots] for node in nodes]
        if droppers:
            found = [first for first, _ in found]
        assert (found if isinstance(expected, list) else found[0]) == expected


def falling(slot: Slot) -> str:
    return f"L of WB{slot.key.removeprefix('main.')}" if isinstance(slot, LoserOf) else ""


def standings(case: Case) -> None:
    """The cases count ranks without gaps; we use competition ranks."""
    given = case["input"]
    double = case["kind"].startswith("de_")
    graph = (
        double_of(given)
        if double
        else single_elimination(given["participants"], third_place=given.get("third_place", False))
    )
    verdicts = play_in_order(graph, lambda number: Verdict.SECOND if number % 2 else Verdict.FIRST)
    dense = dict(case["expected"])
    ranks = {
        name: 1 + sum(other < rank for other in dense.values()) for name, rank in dense.items()
    }
    assert {
        f"T{place.seed}": place.rank for place in places(graph, apply_verdicts(graph, verdicts))
    } == ranks


def elimination_sim(case: Case) -> None:
    graph = single_elimination(case["input"]["players"])
    assert case["input"]["all_higher_seed_wins"]
    verdicts = play_out(graph, better_seed)
    states = apply_verdicts(graph, verdicts)
    played = Counter(named(slot) for key in verdicts for slot in states[key].slots)
    facts = {
        "champion": named(champion(graph, states)),
        "matches_played": len(verdicts),
        **{f"{name}_matches": count for name, count in played.items()},
    }
    assert_facts(facts, case["expected"])


def better_seed(state: MatchState) -> Verdict:
    first, second = state.slots
    assert isinstance(first, Seed)
    assert isinstance(second, Seed)
    return Verdict.FIRST if first.number < second.number else Verdict.SECOND


KINDS: Mapping[str, Callable[[Case], None]] = {
    "bracket_seed_order": bracket_seed_order,
    "bracket_seed_property": bracket_seed_property,
    "se_bye_placement": se_bye_placement,
    "se_bye_seeds": se_bye_seeds,
    "se_structure": se_structure,
    "se_rejects": se_rejects,
    "se_standings": standings,
    "de_structure": de_structure,
    "de_bye_propagation": de_bye_propagation,
    "de_grand_final_reset": de_grand_final_reset,
    "de_invariant": de_invariant,
    "de_loser_routing_quality": de_loser_routing_quality,
    "de_loser_routing_bm_default": de_loser_routing_bm_default,
    "de_standings": standings,
    "elimination_sim": elimination_sim,
}
