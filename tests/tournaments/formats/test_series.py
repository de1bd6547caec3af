"""Best-of-n series."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.series import Series, Verdict

GAMES = {"1": Verdict.FIRST, "2": Verdict.SECOND, "=": Verdict.DRAW}


@pytest.mark.parametrize(
    ("best_of", "games", "verdict"),
    [
        (1, "", None),
        (1, "2", Verdict.SECOND),
        (3, "1", None),
        (3, "12", None),
        (3, "11", Verdict.FIRST),
        (3, "122", Verdict.SECOND),
        (2, "1", None),
        (2, "11", Verdict.FIRST),
        (2, "12", Verdict.DRAW),
        (4, "1122", Verdict.DRAW),
        (5, "12121", Verdict.FIRST),
    ],
)
def test_a_series_is_decided_as_soon_as_it_can_be(
    best_of: int, games: str, verdict: Verdict | None
) -> None:
    winners = [GAMES[game] for game in games]
    assert Series(best_of).verdict(winners, draw_allowed=True) == verdict


@pytest.mark.parametrize(
    ("best_of", "games", "code"),
    [
        (2, "12", "tie-in-elimination"),
        (1, "11", "game-after-the-end"),
        (3, "112", "game-after-the-end"),
        (2, "121", "game-after-the-end"),
        (3, "1=", "game-without-winner"),
    ],
)
def test_an_impossible_series_is_refused(best_of: int, games: str, code: str) -> None:
    winners = [GAMES[game] for game in games]
    with pytest.raises(FormatError) as refused:
        Series(best_of).verdict(winners, draw_allowed=False)
    assert refused.value.code == code


def test_a_truco_match_has_a_third_game_only_at_one_all() -> None:
    assert Series() == Series(best_of=3)
    assert Series().wins_needed == 2
