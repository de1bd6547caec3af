"""Cases of standings: tie-breaks, tables, and equal ranks of groups."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tests.tournaments.formats.results import results
from tournaments.formats.points_scale import CHESS_SCALE, PointsScale
from tournaments.formats.qualification import best_first, compare_across_groups, per_match
from tournaments.formats.results_table import Result, Table, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.standings import Row, standings
from tournaments.formats.tie_breaks import RULES, TieBreak

Case = Mapping[str, Any]


def tie_break(case: Case) -> None:
    """Check each tie-break for every entry; all are tied unless the case says otherwise."""
    given = case["input"]
    table = table_of(given)
    tied = given.get("tied", list(table.scores))
    for name, expected in case["expected"].items():
        found = {entry: RULES[TieBreak(name)](table, entry, tied) for entry in expected}
        assert found == expected, (name, found)


def table_order(case: Case) -> None:
    """Entries that share a rank form one list; each decision names its tie-break."""
    given, expected = case["input"], case["expected"]
    rows = standings(table_of(given), [TieBreak(name) for name in given["tie_breaks"]])
    order = [sorted(row.entry for row in own) for _, own in groupby(rows, lambda row: row.rank)]
    assert order == expected["order"], order
    decided = {row.entry: row.decided_by for row in rows}
    for entry, name in expected.get("decided_by", {}).items():
        assert decided[entry] == name, (entry, decided[entry])


def best_across(case: Case) -> None:
    """Those of like rank, best first; who are level but for the lot stand in one list."""
    given = case["input"]
    names = [TieBreak(name) for name in given["tie_breaks"]]
    lines = [line_of(group, entry, names) for entry, group in given["groups"].items()]
    for lot_seed in ("one", "other"):
        found = best_first(lines, names, lot_seed)
        levels = [
            sorted(row.entry for row in own)
            for _, own in groupby(found, lambda row: worth(row, names))
        ]
        assert levels == case["expected"]["order"], levels


def line_of(group: Mapping[str, Any], entry: str, names: Sequence[TieBreak]) -> Row[str]:
    return next(row for row in standings(table_of(group), names) if row.entry == entry)


def worth(row: Row[str], names: Sequence[TieBreak]) -> tuple[Any, ...]:
    return row.has_left, *(per_match(row, name) for name in compare_across_groups(names))


def table_of(given: Mapping[str, Any]) -> Table[str]:
    """`results` in words of a letter or two, or `scores` as `home-away 2-1`, all of one round."""
    found = results(given.get("results", "")) + [
        scored(text, number) for number, text in enumerate(given.get("scores", ()), start=1)
    ]
    there = {entry for one in found for entry in (one.first, one.second) if entry is not None}
    return tabulate(
        given.get("entries", sorted(there)),
        found,
        scale=scale_of(given.get("win_draw_loss")),
        lot_seed="conformance",
        left=given.get("left", ()),
        drawn=given.get("drawn"),
    )


def scored(text: str, number: int) -> Result[str]:
    """Return the result: the side with more points wins, equal points draw."""
    sides, points = text.split()
    first, second = sides.split("-")
    own, others = map(int, points.split("-"))
    won = Verdict.FIRST if own > others else Verdict.SECOND
    verdict = won if own != others else Verdict.DRAW
    games = (int(own > others), int(own < others))
    return Result(first, second, verdict, number, games=games, chico_points=(own, others))


def scale_of(points: Sequence[float] | None) -> PointsScale:
    if points is None:
        return CHESS_SCALE
    win, draw, loss = points
    return PointsScale(win=win, draw=draw, loss=loss, absence=0)


KINDS: Mapping[str, Callable[[Case], None]] = {
    "tie_break": tie_break,
    "table_order": table_order,
    "best_across": best_across,
}
