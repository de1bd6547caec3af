"""Penalties with real cards (kind `penalty`): what a judge's mark makes of a sheet."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.formats.errors import FormatError
from tournaments.formats.penalty_list import Effect, mark_for
from tournaments.formats.score_sheet import Deal, Sheet, write
from tournaments.formats.series import MatchUnit

Case = Mapping[str, Any]
SIDES = "AB"


def penalty(case: Case) -> None:
    """Judge a sheet at a score, or with a dealer."""
    effect, side = Effect(case["effect"]), SIDES.index(case["side"])
    sheet = Sheet(MatchUnit(case.get("target", 30)), points=tuple(case.get("score", (0, 0))))
    if effect is Effect.DEAL:
        dealt = write(sheet, Deal(case["dealer"]))
        following = (case["dealer"] + 1) % case["seats"]
        after = write(dealt, mark_for(effect, side, 0, seat=following))
        assert (after.dealer, after.points) == (case["expect_dealer"], sheet.points)
        return
    mark = mark_for(effect, side, case["points"], noted=case.get("noted", 0))
    answer: list[int] | str
    try:
        answer = list(write(sheet, mark).points)
    except FormatError as error:
        answer = error.code
    assert answer == case["expect"]


KINDS: Mapping[str, Callable[[Case], None]] = {"penalty": penalty}
