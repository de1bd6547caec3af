"""The kinds of case about timed rounds (R-S5): at tables, on paper, and between equals."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine import can_end_by_time, leader_on_time, read_tgn, replay
from tests.conformance.expectations import refusal
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import VERDICTS, MatchUnit, Pair, decide_match
from tournaments.formats.standings import standings
from tournaments.formats.tie_breaks import TieBreak

Case = Mapping[str, Any]


def timed_match(case: Case) -> None:
    """Sides and teams count from 1; a game without a winner is null."""
    given, expected = case["input"], case["expected"]
    measure = MatchUnit(given["target"], given.get("legs_to_win", 1), given.get("best_of", 1))
    chicos = [_pair(chico) for chico in given["chicos"]]
    if "error" in expected:
        assert (
            refusal(lambda: decide_match(chicos, measure, rung=given["rung"])) == expected["error"]
        )
        return
    ending = decide_match(chicos, measure, rung=given["rung"])
    games = [_counted(game.winner) for game in ending.games]
    assert (_counted(ending.winner), ending.by_time) == (expected["winner"], expected["by_time"])
    assert games == expected["games"]


def timed_table(case: Case) -> None:
    """A record up to a moment: whether the bell may end the game there, and who wins then."""
    final = replay(read_tgn("\n".join(case["input"]["record"]))).final
    assert final is not None
    ends = can_end_by_time(final) and leader_on_time(final) is not None
    assert ends == case["expected"]["ends"]
    if ends:
        assert _counted(leader_on_time(final)) == case["expected"]["winner"]


def timed_tie_break(case: Case) -> None:
    """Results are `[first, second, points, points]`; more points win."""
    results = [_result(*row, number) for number, row in enumerate(case["input"]["results"], 1)]
    members = {entry for result in results for entry in (result.first, result.second)}
    table = tabulate(members, results, lot_seed=case["id"])
    rows = standings(table, [TieBreak(name) for name in case["input"]["tie_breaks"]])
    assert [row.entry for row in rows] == case["expected"]["order"]
    differences = {row.entry: row.values[TieBreak.CHICO_POINTS] for row in rows}
    assert differences == case["expected"]["differences"]


def _result(first: str, second: str, ours: int, theirs: int, number: int) -> Result[str]:
    winner = 0 if ours > theirs else 1
    games = (1 - winner, winner)
    return Result(
        first, second, VERDICTS[winner], round=number, games=games, chico_points=(ours, theirs)
    )


def _pair(chico: list[int]) -> Pair:
    first, second = chico
    return first, second


def _counted(side: int | None) -> int | None:
    return None if side is None else side + 1


KINDS: Mapping[str, Callable[[Case], None]] = {
    "timed_match": timed_match,
    "timed_table": timed_table,
    "timed_tie_break": timed_tie_break,
}
