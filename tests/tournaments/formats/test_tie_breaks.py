"""Each tie-break separately."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.results import results
from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Outcome
from tournaments.formats.points_scale import PointsScale
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.series import Verdict
from tournaments.formats.tie_breaks import RULES, TieBreak

EVENT = "ab1 cd= / ac1 bd2 / ad= bc+"
"""a 2.5, d 2, b 1, c 0.5; in the last round c did not come."""


def values(tie_break: TieBreak, text: str = EVENT, tied: str = "abcd") -> dict[str, float]:
    table = tabulate("abcd", results(text))
    return {entry: RULES[tie_break](table, entry, tied) for entry in tied}


@pytest.mark.parametrize(
    ("tie_break", "found"),
    [
        (TieBreak.POINTS, [2.5, 1, 0.5, 2]),
        (TieBreak.WINS, [2, 1, 0, 1]),
        (TieBreak.FEWEST_WALKOVERS, [0, 0, -1, 0]),
        (TieBreak.BUCHHOLZ, [3.5, 5.5, 5, 4]),
        (TieBreak.BUCHHOLZ_CUT_1, [3, 4.5, 4.5, 3.5]),
        (TieBreak.BUCHHOLZ_MEDIAN, [1, 2, 2, 1]),
        (TieBreak.SONNEBORN_BERGER, [2.5, 1, 1, 2.5]),
        (TieBreak.PROGRESSIVE, [5.5, 1, 1.5, 4]),
        (TieBreak.KOYA, [0.5, 0, 0.5, 0.5]),
    ],
)
def test_a_tie_break_is_a_figure_of_the_table(tie_break: TieBreak, found: list[float]) -> None:
    assert list(values(tie_break).values()) == found


def test_a_match_not_played_counts_as_one_against_an_equal() -> None:
    assert values(TieBreak.BUCHHOLZ, "ab1 cd1 / ac+ b d")["a"] == 1 + 2
    assert values(TieBreak.BUCHHOLZ, "ab1 cd1 / ac+ b d")["b"] == 2 + 1
    assert values(TieBreak.SONNEBORN_BERGER, "ab1 cd1 / ac+ b d")["a"] == 1 + 2


def test_win_counts_rounds_and_won_matches_played() -> None:
    """C.07, 7.1 and 7.2: a played and won, won by walkover, and had a bye of a point."""
    table = tabulate("abc", [*results("ab1 / ac+"), Result("a", None, round=3)])
    assert [RULES[name](table, "a", ()) for name in (TieBreak.WIN, TieBreak.WON)] == [3, 1]
    half = tabulate("a", [Result("a", None, bye=Outcome.HALF_BYE)])
    assert RULES[TieBreak.WIN](half, "a", ()) == 0


def test_head_to_head_counts_the_matches_of_the_tied_alone() -> None:
    assert values(TieBreak.HEAD_TO_HEAD, tied="abd") == {"a": 1.5, "b": 0, "d": 1.5}


def test_a_direct_encounter_needs_everybody_to_have_met() -> None:
    met, missing = "ab1 / ac2 / bc1", "ab1 / ac2"
    assert values(TieBreak.DIRECT_ENCOUNTER, met, "abc") == {"a": 1, "b": 1, "c": 1}
    assert values(TieBreak.DIRECT_ENCOUNTER, missing, "abc") == {"a": 0, "b": 0, "c": 0}
    assert values(TieBreak.DIRECT_ENCOUNTER, missing, "ab") == {"a": 1, "b": 0}


def test_games_and_chico_points_count_by_difference() -> None:
    match = Result("a", "b", Verdict.FIRST, games=(2, 1), chico_points=(75, 80))
    table = tabulate("ab", [match, replace(match, games=(2, 0), chico_points=(60, 20))])
    assert RULES[TieBreak.GAMES](table, "a", "ab") == 3
    assert RULES[TieBreak.GAMES](table, "b", "ab") == -3
    assert RULES[TieBreak.CHICO_POINTS](table, "a", "ab") == 35


def test_the_lot_is_of_the_published_seed() -> None:
    tables = [tabulate("ab", [], lot_seed=seed) for seed in ("uno", "uno", "dos")]
    first, again, other = (RULES[TieBreak.LOT](table, "a", "ab") for table in tables)
    assert first == again != other


def test_a_double_walkover_is_an_absence_of_both() -> None:
    assert list(values(TieBreak.FEWEST_WALKOVERS, "ab0").values()) == [-1, -1, 0, 0]


def test_an_absence_of_the_first_side_is_a_win_of_the_second() -> None:
    assert list(values(TieBreak.POINTS, "ab-").values()) == [0, 1, 0, 0]


def test_a_stage_can_have_a_scale_of_its_own() -> None:
    scale = PointsScale(win=3, draw=2, loss=1, absence=0)
    table = tabulate("abcd", results("ab1 cd= / ac+ b"), scale=scale)
    assert table.scores == {"a": 6, "b": 4, "c": 2, "d": 2}


def test_a_table_without_rounds_has_no_progress() -> None:
    assert list(values(TieBreak.PROGRESSIVE, "").values()) == [0, 0, 0, 0]


def test_a_result_of_somebody_else_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        tabulate("ab", results("ac1"))
    assert (refused.value.code, refused.value.subjects) == ("unknown-entry", ("c",))


def test_every_name_has_its_rule() -> None:
    assert set(RULES) == set(TieBreak)
