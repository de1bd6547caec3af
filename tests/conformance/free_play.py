"""Cases of mexicano, rotation, arena and king of the table."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.expectations import assert_facts
from tournaments.formats.arena import pair_free
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.king_of_the_table import pair_challengers
from tournaments.formats.mexicano import pair_by_table
from tournaments.formats.options import FormatOptions
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.rotation import pair_in_rotation
from tournaments.formats.series import Verdict
from tournaments.formats.swiss_field import Contender

Case = Mapping[str, Any]
VERDICTS = {
    "W": Verdict.FIRST,
    "D": Verdict.DRAW,
    "L": Verdict.SECOND,
    "-": Verdict.NEITHER,
}


def contenders(case: Case) -> list[Contender[str]]:
    """Return the field, best seed first: the names, and what is known of some."""
    known = case["input"].get("known", {})
    return [
        Contender(
            name, seed, **{key: _as_tuple(value) for key, value in known.get(name, {}).items()}
        )
        for seed, name in enumerate(case["input"]["field"], start=1)
    ]


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def mexicano_round(case: Case) -> None:
    """`field` is the order of the table; a side lists its partners."""
    drawn = pair_by_table(contenders(case))
    _assert_drawn(case, [[list(side) for side in one.sides] for one in drawn])


def rotation_round(case: Case) -> None:
    _assert_drawn(case, [[one.first, one.second] for one in pair_in_rotation(contenders(case))])


def arena_round(case: Case) -> None:
    _assert_drawn(case, [[one.first, one.second] for one in pair_free(contenders(case))])


def king_round(case: Case) -> None:
    drawn = pair_challengers(contenders(case), case["input"]["tables"])
    _assert_drawn(case, [[one.first, one.second] for one in drawn])


def _assert_drawn(case: Case, drawn: list[list[Any]]) -> None:
    assert_facts({"drawn": drawn}, case["expected"])


def streak_points(case: Case) -> None:
    """`outcomes` has a letter for each match; Lichess counts a win as 2, the table here as 1."""
    outcomes = case["input"]["outcomes"]
    results = [
        Result("A", "B", VERDICTS[each], round=number)
        for number, each in enumerate(outcomes, start=1)
    ]
    table = tabulate(["A", "B"], results, streak=FORMATS["arena"].play.streak)
    each = [2 * table.score(one) for one in table.appearances["A"]]
    assert_facts({"each": each, "total": 2 * table.scores["A"]}, case["expected"])


def tantos_table(case: Case) -> None:
    """`matches` has the sides and their points; each player of a side gets those of the side."""
    given = case["input"]
    people = sorted({name for match in given["matches"] for side in match[:2] for name in side})
    results = [
        Result(
            one,
            other,
            Verdict.FIRST if own > its else Verdict.SECOND,
            number,
            False,
            (0, 0),
            (own, its),
        )
        for number, (first, second, (own, its)) in enumerate(given["matches"], start=1)
        for one, other in zip(first, second, strict=True)
    ]
    table = tabulate(people, results, tantos=given["target"])
    assert_facts({"totals": dict(table.scores)}, case["expected"])


def rounds_decided(case: Case) -> None:
    """The rounds or tables that an empty choice stands for, and what does not fit."""
    given = case["input"]
    how = FORMATS[given["format"]]
    shape = how.settled(FormatOptions(format=given["format"]))
    misfits = [list(one) for one in how.misfits(shape, given["entries"])]
    decided = how.decide(shape, given["entries"])
    facts = {"misfits": misfits, "rounds": decided.swiss_rounds, "tables": decided.king_tables}
    assert_facts({key: facts[key] for key in case["expected"]}, case["expected"])


KINDS: Mapping[str, Callable[[Case], None]] = {
    "mexicano_round": mexicano_round,
    "rotation_round": rotation_round,
    "arena_round": arena_round,
    "king_round": king_round,
    "streak_points": streak_points,
    "tantos_table": tantos_table,
    "rounds_decided": rounds_decided,
}
