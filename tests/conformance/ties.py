"""Cases of standings: tie-breaks, tables, and equal ranks of groups."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tests.conformance.expectations import assert_facts, refusal
from tests.tournaments.formats.results import results
from tournaments.formats.pairing import Outcome
from tournaments.formats.points_scale import PointsScale, read_scale
from tournaments.formats.qualification import best_first, compare_across_groups, per_match
from tournaments.formats.results_table import Result, Table, tabulate
from tournaments.formats.series import VERDICTS, MatchUnit, Verdict
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
    """`results` in words of a letter or two, or `scores` as `home-away 2-1`, each of one match.

    `forfeit` after a score is a walkover. With `games_are_scores` these are games of a match, else
    the points of one game.
    """
    as_games = given.get("games_are_scores", False)
    found = results(given.get("results", "")) + [
        scored(text, number, as_games=as_games)
        for number, text in enumerate(given.get("scores", ()), start=1)
    ]
    there = {entry for one in found for entry in (one.first, one.second) if entry is not None}
    return tabulate(
        given.get("entries", sorted(there)),
        found,
        scale=scale_of(given),
        lot_seed="conformance",
        left=given.get("left", ()),
        drawn=given.get("drawn"),
    )


def scored(text: str, number: int, *, as_games: bool) -> Result[str]:
    """Return the result: the side with more points wins, equal points draw."""
    sides, points, *forfeit = text.split()
    first, second = sides.split("-")
    own, others = map(int, points.split("-"))
    won = Verdict.FIRST if own > others else Verdict.SECOND
    verdict = won if own != others else Verdict.DRAW
    games = (own, others) if as_games else (int(own > others), int(own < others))
    return Result(
        first,
        second,
        verdict,
        number,
        walkover=bool(forfeit),
        games=games,
        chico_points=(0, 0) if as_games else (own, others),
    )


def scale_of(given: Mapping[str, Any]) -> PointsScale:
    """Read `scale` as organisers write it, with `bye` and `absence`, or `win_draw_loss`."""
    if "win_draw_loss" not in given:
        return read_scale(
            given.get("scale", ""), bye=given.get("bye"), absence=given.get("absence")
        )
    win, draw, loss = given["win_draw_loss"]
    return PointsScale(win=win, draw=draw, loss=loss, absence=0)


def points_scale(case: Case) -> None:
    """The points of each outcome, by name; `narrow-win` and `narrow-loss` differ by one game."""
    given, expected = case["input"], case["expected"]
    if "refused" in expected:
        assert refusal(lambda: scale_of(given)) == expected["refused"]
        return
    scale = scale_of(given)
    found = {str(outcome): scale.points(outcome) for outcome in Outcome}
    found |= {
        f"narrow-{outcome}": scale.points(outcome, is_narrow=True)
        for outcome in (Outcome.WIN, Outcome.LOSS)
    }
    assert_facts({name: found[name] for name in expected}, expected)


def fixed_games(case: Case) -> None:
    """The verdict of a match whose games are all played, from the winner of each."""
    given, expected = case["input"], case["expected"]
    measure = MatchUnit(given.get("target", 30), best_of=given["games"], plays_all=True)
    winners = [VERDICTS[int(side) - 1] for side in given["won_by"]]
    if "refused" in expected:
        assert refusal(lambda: measure.verdict(winners)) == expected["refused"]
        return
    assert measure.verdict(winners) == expected["verdict"]


KINDS: Mapping[str, Callable[[Case], None]] = {
    "tie_break": tie_break,
    "table_order": table_order,
    "best_across": best_across,
    "points_scale": points_scale,
    "fixed_games": fixed_games,
}
