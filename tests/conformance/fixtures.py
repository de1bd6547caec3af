"""The kinds of case about fixtures, groups, standings and leagues."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, groupby
from random import Random
from typing import Any

from tests.conformance.expectations import assert_facts
from tests.tournaments.formats.drawable import qualifiers
from tournaments.formats.groups import deal_groups
from tournaments.formats.league import season_moves
from tournaments.formats.options import Dealing
from tournaments.formats.qualification import Qualifier, seed_qualifiers
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.round_robin import round_robin
from tournaments.formats.seeding import bracket_order, bracket_size, seed_rows, separate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import standings
from tournaments.formats.swiss import pair_round
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import ROUND_ROBIN, SWISS, TieBreak

Case = Mapping[str, Any]


def groups_snake(case: Case) -> None:
    check_groups(case, Dealing.SNAKE)


def groups_bracket_optimized(case: Case) -> None:
    check_groups(case, Dealing.BRACKET)


def check_groups(case: Case, dealing: Dealing) -> None:
    given = case["input"]
    dealt = deal_groups(range(1, given["seeds"] + 1), given["groups"], dealing=dealing)
    assert [list(group) for group in dealt] == case["expected"]


def rr_groups_snake(case: Case) -> None:
    given = case["input"]
    entries = [f"T{number}" for number in range(1, given["participants"] + 1)]
    dealt = deal_groups(entries, given["groups"])
    rounds = chain.from_iterable(round_robin(group) for group in dealt)
    facts = {
        "group_members": [list(group) for group in dealt],
        "matches": sum(not pairing.is_bye for round_ in rounds for pairing in round_),
    }
    assert_facts(facts, case["expected"])


def berger_table(case: Case) -> None:
    """One table for both sizes; in the odd field its last number is the bye."""
    stated = case["input"]["participants"]
    sizes = [stated] if isinstance(stated, int) else stated
    for entries in sizes:
        table = entries + entries % 2
        found = [
            [
                [pairing.first, table if pairing.second is None else pairing.second]
                for pairing in round_
            ]
            for round_ in round_robin(range(1, entries + 1))
        ]
        expected = case["expected"]["rounds"]
        if entries == table:
            assert found == expected
        else:
            assert [as_pairs(round_) for round_ in found] == [as_pairs(each) for each in expected]


def as_pairs(round_: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in round_]


def round_robin_invariants(case: Case) -> None:
    given = case["input"]
    entries, cycles = range(given["participants"]), given.get("legs", 1)
    rounds = round_robin(entries, cycles)
    pairings = list(chain.from_iterable(rounds))
    matches = [(pairing.first, pairing.second) for pairing in pairings if not pairing.is_bye]
    byes = Counter(pairing.first for pairing in pairings if pairing.is_bye)
    played = Counter(chain.from_iterable(matches))
    meetings = Counter(frozenset(match) for match in matches)
    assert set(meetings.values()) == {cycles}
    facts = {
        "rounds": len(rounds),
        "matches": len(matches),
        "matches_per_participant": only({played[entry] for entry in entries}),
        "byes_per_participant": only({byes[entry] for entry in entries}),
        "second_leg_sides": (
            "reversed" if cycles == 2 and max(Counter(matches).values()) == 1 else "same"
        ),
    }
    assert_facts(facts, case["expected"])


def only(values: set[int]) -> int | None:
    return values.pop() if len(values) == 1 else None


def round_robin_double_swap(case: Case) -> None:
    entries = range(1, case["input"]["participants"] + 1)
    table = [as_pairs(matches_of(round_)) for round_ in round_robin(entries)]
    rounds = [as_pairs(matches_of(round_)) for round_ in round_robin(entries, 2)]
    order = [table.index(round_) + 1 for round_ in rounds]
    facts = {
        "leg1_round_order": order[: len(table)],
        "leg2_round_order": order[len(table) :],
        "property": case["expected"].get("property"),
    }
    assert_facts(facts, case["expected"])
    sides = (
        [entry in {pairing.first for pairing in round_} for round_ in round_robin(entries, 2)]
        for entry in entries
    )
    assert all(len(list(run)) < 3 for own in sides for _, run in groupby(own))


def matches_of(round_: Sequence[Any]) -> list[tuple[Any, Any]]:
    return [(pairing.first, pairing.second) for pairing in round_]


def round_robin_bye_flag(case: Case) -> None:
    for round_ in round_robin(range(case["input"]["participants"])):
        assert sum(pairing.is_bye for pairing in round_) == 1


COLUMNS = {
    "PTS": TieBreak.POINTS,
    "WIN": TieBreak.WINS,
    "BH": TieBreak.BUCHHOLZ,
    "BH/C1": TieBreak.BUCHHOLZ_CUT_1,
    "BH/M1": TieBreak.BUCHHOLZ_MEDIAN,
    "SB": TieBreak.SONNEBORN_BERGER,
    "PS": TieBreak.PROGRESSIVE,
    "KS": TieBreak.KOYA,
    "DE": TieBreak.DIRECT_ENCOUNTER,
}
OUTCOMES = {"1": Verdict.FIRST, "=": Verdict.DRAW, "0": Verdict.SECOND}
FORFEITS = {"+": Verdict.FIRST, "-": Verdict.SECOND}


def swiss_tiebreaks(case: Case) -> None:
    """The report lists each player's rounds from column 92 on, ten columns each."""
    players = [line for line in case["input"]["trf"].splitlines() if line.startswith("001")]
    results = [result for line in players for result in results_of(line)]
    rows = standings(
        tabulate([int(line[4:8]) for line in players], results), list(COLUMNS.values())
    )
    columns = [COLUMNS[name] for name in case["expected"]["columns"]]
    assert {str(row.entry): [row.values[column] for column in columns] for row in rows} == case[
        "expected"
    ]["by_start_no"]


def results_of(line: str) -> list[Result[int]]:
    """Return the results of a line against the opponents with lower numbers."""
    own = int(line[4:8])
    results: list[Result[int]] = []
    for number, start in enumerate(range(91, len(line), 10), 1):
        other, code = int(line[start : start + 4].strip() or 0), line[start + 7 : start + 8]
        if code in {"U", "F"}:
            results.append(Result(own, None, round=number))
        elif own < other:
            verdict = {**OUTCOMES, **FORFEITS}[code]
            results.append(Result(own, other, verdict, number, walkover=code in FORFEITS))
    return results


def standings_unplayed(case: Case) -> None:
    """A table with fixtures still open equals the table of the matches played."""
    fixtures = [pairing for round_ in round_robin("ABCDE") for pairing in round_]
    coin = Random(0)
    matches = [
        Result(pairing.first, pairing.second, coin.choice((*Verdict, None, None)), games=(2, 1))
        for pairing in fixtures
        if not pairing.is_bye
    ]
    played = [result for result in matches if result.verdict is not None]
    assert len(played) < len(matches)
    for tie_breaks in (ROUND_ROBIN, SWISS):
        found, alone = (
            standings(tabulate("ABCDE", results), tie_breaks) for results in (matches, played)
        )
        assert found == alone
    assert case["expected"]["tie_breaks_ignore_unplayed"]


def groups_to_knockout_separation(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    seeded = dict(enumerate(seed_qualifiers(qualifiers_of(given)), 1))
    size = bracket_size(len(seeded))
    assert size == given.get("bracket", size)
    slots = [seeded.get(seed) for seed in bracket_order(size)]
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    mates: dict[int, list[int]] = {}
    for place, slot in enumerate(slots):
        if slot and slot.rank <= 2:
            mates.setdefault(slot.group, []).append(2 * place // size)
    met = [pair for pair in pairs if all(pair)]
    facts: dict[str, object] = {
        "winner_and_runner_up_of_a_group": "opposite halves"
        if all(sorted(halves) == [0, 1] for halves in mates.values())
        else "same half",
        "round1": "every match is winner v runner-up of another group"
        if all(
            {one.rank, two.rank} == {1, 2} and one.group != two.group
            for one, two in met
            if one and two
        )
        else "mixed",
    }
    first_round = [[qualifier_name(slot) for slot in pair] for pair in pairs]
    names = ("semifinals", "quarterfinals", "round1")
    facts |= {name: first_round for name in names if isinstance(expected.get(name), list)}
    assert_facts(facts, expected)


def qualifiers_of(given: Case) -> list[Qualifier]:
    return qualifiers(given["groups"], given["qualifiers_per_group"])


def qualifier_name(qualifier: Qualifier | None) -> str:
    return f"{chr(ord('A') + qualifier.group - 1)}{qualifier.rank}" if qualifier else "BYE"


def club_separation(case: Case) -> None:
    """Any order of seeds, where the sizes of the clubs allow it."""
    given = case["input"]
    clubs = {
        f"{club}{number}": club
        for club, size in given["clubs"].items()
        for number in range(1, size + 1)
    }
    for seed in range(20):
        entries = list(clubs)
        Random(seed).shuffle(entries)
        SEPARATIONS[given["format"]](given, entries, clubs)


def groups_apart(given: Case, entries: list[str], clubs: Mapping[str, str]) -> None:
    most = {club: -(-size // given["groups"]) for club, size in given["clubs"].items()}
    for group in deal_groups(entries, given["groups"], clubs=clubs):
        counts = Counter(clubs[entry] for entry in group)
        assert all(count <= most[club] for club, count in counts.items()), group


def round_apart(given: Case, entries: list[str], clubs: Mapping[str, str]) -> None:
    """A first Swiss round."""
    field = [Contender(entry, seed, club=clubs[entry]) for seed, entry in enumerate(entries)]
    forced = max(0, 2 * max(given["clubs"].values()) - len(entries))
    pairings = (one for one in pair_round(field) if one.second is not None)
    mates = [one for one in pairings if clubs[one.first] == clubs[one.second]]
    assert len(mates) <= -(-forced // 2), mates


def bracket_apart(given: Case, entries: list[str], clubs: Mapping[str, str]) -> None:
    """A first round of a knockout."""
    seeded = dict(enumerate(separate(seed_rows(entries), clubs), 1))
    order = bracket_order(bracket_size(len(entries)))
    slots = [clubs[seeded[seed]] if seed in seeded else None for seed in order]
    pairs = zip(slots[::2], slots[1::2], strict=True)
    forced = max(0, max(given["clubs"].values()) - len(order) // 2)
    assert sum(one == two is not None for one, two in pairs) <= forced, slots


SEPARATIONS = {
    "groups": groups_apart,
    "swiss": round_apart,
    "single elimination": bracket_apart,
    "single_elimination": bracket_apart,
    "knockout": bracket_apart,
}


def league_promotion(case: Case) -> None:
    """The first of the top and the last of the bottom division have nowhere to go."""
    divisions = ["ABCD", "EFGH", "IJKL"]
    moving = {move.entry: move.is_promotion for move in season_moves(divisions, 1)}
    for question, entry in {"top_division_winner": "A", "bottom_division_last": "L"}.items():
        if case["input"].get(question):
            facts = {
                "moves_up": moving.get(entry, False),
                "moves_down": not moving.get(entry, True),
            }
            assert_facts(facts, case["expected"])
            return
    raise AssertionError("unknown question")


KINDS: Mapping[str, Callable[[Case], None]] = {
    "groups_snake": groups_snake,
    "groups_bracket_optimized": groups_bracket_optimized,
    "rr_groups_snake": rr_groups_snake,
    "berger_table": berger_table,
    "round_robin_invariants": round_robin_invariants,
    "round_robin_double_swap": round_robin_double_swap,
    "round_robin_bye_flag": round_robin_bye_flag,
    "swiss_tiebreaks": swiss_tiebreaks,
    "standings_unplayed": standings_unplayed,
    "groups_to_knockout_separation": groups_to_knockout_separation,
    "club_separation": club_separation,
    "league_promotion": league_promotion,
}
